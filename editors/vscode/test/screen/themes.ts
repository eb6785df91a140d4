// The trace view follows the colour theme.

import type { Driver } from "./driver";

export const light = themed("light", "Default Light Modern", "vscode-light");
export const contrast = themed("high-contrast", "Default High Contrast", "vscode-high-contrast");

function themed(name: string, theme: string, mark: string) {
  const tell = async (driver: Driver) => {
    await driver.mark("violated");
    await driver.press("Control+b");
    await driver.goTo(13, 6);
    await driver.command("Braid: Show Trace");
    await driver.view().locator(`body.${mark} #step-6[aria-selected=true]`).waitFor();
    await driver.pressInView("ArrowUp");
    await driver.view().locator("#step-5[aria-selected=true]").waitFor();
    await driver.picture(`trace-${name}`);
  };
  return { options: { settings: { "workbench.colorTheme": theme } }, tell };
}
