import mcp_bindings as mb

tools = mb.Toolbox()


@tools.tool
def add(a: int, b: int) -> int:
    """Add two numbers."""
    return a + b


mb.Server(tools, info={"name": "adder", "version": "1"}).run_stdio()
