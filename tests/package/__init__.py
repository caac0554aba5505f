"""The product as it is shipped: built, installed alone, used from outside."""
