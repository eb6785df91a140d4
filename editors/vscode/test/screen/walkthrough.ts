// A newcomer follows the walkthrough from the first step to a proof.

import type { Driver } from "./driver";

export const walkthrough = { options: { open: "" }, tell };

async function tell(driver: Driver): Promise<void> {
  const { page } = driver;
  await driver.command("Welcome: Open Walkthrough");
  await driver.type("Find and fix a race");
  await driver.pick("Find and fix a race with Braid");
  const button = (text: string) => page.locator(".gettingStartedContainer .monaco-button", { hasText: text }).first();
  const step = (title: string) => page.locator(".getting-started-step", { hasText: title });
  await button("Open counter.c").waitFor();
  await driver.picture("walkthrough");

  await button("Open counter.c").click();
  await driver.mark("violated");
  await driver.goTo(13, 6);
  await driver.command("Braid: Show Trace");
  await driver.view().locator("#step-6[aria-selected=true]").waitFor();
  await driver.command("View: Focus First Editor Group");
  await page.locator(".tab", { hasText: "counter.c" }).click();
  await driver.goTo(10, 5);
  await driver.press("Delete", "Delete", "Delete");
  await driver.goTo(14, 5);
  await driver.press("Delete", "Delete", "Delete");
  await driver.mark("proved");
  await page.locator(".tab", { hasText: "Walkthrough" }).click();
  for (const title of ["Open the example", "See how it fails", "Fix it"]) {
    await step(title).locator(".codicon-getting-started-step-checked").waitFor();
  }
  await driver.picture("walkthrough-done");
}
