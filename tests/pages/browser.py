"""A page in headless Chromium: how it looks and behaves, and what it asks of the network."""

from __future__ import annotations

import json
import shutil
from collections.abc import Generator
from contextlib import contextmanager
from pathlib import Path
from typing import Any, Literal

from selenium.webdriver import Chrome, ChromeOptions
from selenium.webdriver.chrome.service import Service
from selenium.webdriver.support.ui import WebDriverWait

Scheme = Literal["light", "dark"]
WIDTHS = (1280, 390)
SCHEMES: tuple[Scheme, ...] = ("light", "dark")

FLAGS = (
    "--headless",
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
    "--hide-scrollbars",
)

CONTRAST = Path(__file__).with_name("contrast.js")


def found() -> tuple[str, str] | None:
    """Chromium and its driver, where both are installed."""
    browser = next(filter(None, map(shutil.which, ("chromium", "chromium-browser", "google-chrome"))), None)
    driver = shutil.which("chromedriver")
    return (browser, driver) if browser and driver else None


@contextmanager
def started(profile: Path) -> Generator[Browser]:
    """A browser with an empty profile, gone afterwards."""
    paths = found()
    assert paths
    options = ChromeOptions()
    options.binary_location = paths[0]
    options.set_capability("goog:loggingPrefs", {"browser": "ALL", "performance": "ALL"})
    for flag in (*FLAGS, f"--user-data-dir={profile}"):
        options.add_argument(flag)
    driver = Chrome(options=options, service=Service(paths[1]))
    try:
        driver.get("about:blank")  # ends the page of a new tab, which would go on to load beside the first page
        yield Browser(driver)
    finally:
        driver.quit()


class Browser:
    """One window."""

    def __init__(self, driver: Chrome) -> None:
        self.driver = driver

    def open(self, path: Path) -> None:
        """Show a file anew, and forget what was logged before."""
        self.log("browser")
        self.log("performance")
        self.driver.get(path.as_uri())

    def look(self, width: int, scheme: Scheme) -> None:
        """The window's width in CSS pixels, and the colours its owner prefers."""
        metrics = {"width": width, "height": 900, "deviceScaleFactor": 1, "mobile": False}
        features = [{"name": "prefers-color-scheme", "value": scheme}]
        self.command("Emulation.setDeviceMetricsOverride", metrics)
        self.command("Emulation.setEmulatedMedia", {"features": features})

    def command(self, name: str, arguments: dict[str, Any]) -> Any:
        return self.driver.execute("executeCdpCommand", {"cmd": name, "params": arguments})["value"]

    def run(self, script: str, *arguments: object) -> Any:
        """What a script returns."""
        return self.driver.execute("w3cExecuteScript", {"script": script, "args": list(arguments)})["value"]

    def wait(self, script: str) -> None:
        """Until a script returns true."""
        WebDriverWait(self.driver, 10).until(lambda _: self.run(script))

    def log(self, kind: str) -> list[dict[str, Any]]:
        entries: list[dict[str, Any]] = self.driver.execute("getLog", {"type": kind})["value"]
        return entries

    def press(self, *keys: str) -> None:
        """Type on whatever has the focus."""
        self.driver.switch_to.active_element.send_keys(*keys)

    def focus(self, selector: str) -> None:
        self.run("document.querySelector(arguments[0]).focus()", selector)

    def text(self, selector: str) -> str:
        """What a reader sees of an element."""
        shown: str = self.run("return document.querySelector(arguments[0]).innerText", selector)
        return shown

    def complaints(self) -> list[str]:
        """Errors and warnings of the console since the page was opened, the policy's refusals among them."""
        return [entry["message"] for entry in self.log("browser")]

    def requests(self) -> list[str]:
        """Every address asked for since the page was opened."""
        events = [json.loads(entry["message"])["message"] for entry in self.log("performance")]
        return [event["params"]["request"]["url"] for event in events if event["method"] == "Network.requestWillBeSent"]

    def overhang(self) -> int:
        """By how many pixels the page is wider than the window."""
        pixels: int = self.run("return document.documentElement.scrollWidth - document.documentElement.clientWidth")
        return pixels

    def faint(self) -> list[str]:
        """Text whose contrast with what is behind it is below AA."""
        texts: list[str] = self.run(CONTRAST.read_text(encoding="utf-8"))
        return texts

    def picture(self, path: Path) -> None:
        """The whole page, down to its end."""
        height = self.run("return document.documentElement.scrollHeight")
        width = self.run("return document.documentElement.clientWidth")
        metrics = {"width": width, "height": height, "deviceScaleFactor": 1, "mobile": False}
        self.command("Emulation.setDeviceMetricsOverride", metrics)
        path.write_bytes(self.driver.get_screenshot_as_png())
