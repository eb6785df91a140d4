// A newcomer follows the walkthrough from the first step to a proof, by its own buttons.

import type { Frame, Locator } from "playwright-core";
import type { Driver } from "./driver";

export const walkthrough = { options: { open: "" }, tell };

async function tell(driver: Driver): Promise<void> {
  const { page } = driver;
  await driver.command("Welcome: Open Walkthrough");
  await driver.type("Find and fix a race");
  await driver.pick("Find and fix a race with Braid");
  const container = page.locator(".gettingStartedContainer");
  const button = (text: string) => container.locator(".monaco-button", { hasText: text }).first();
  const step = (title: string) => container.locator(".getting-started-step", { hasText: title });
  const done = (title: string): Locator => step(title).locator(".codicon-getting-started-step-checked");
  const back = () => page.locator(".tab", { hasText: "Walkthrough" }).click();

  await button("Open counter.c").waitFor();
  await explained(driver, "Found without running");
  await driver.picture("walkthrough");
  await button("Open counter.c").click();
  await driver.mark("violated");
  await driver.picture("walkthrough-opened");

  await back();
  await done("Open the example").waitFor();
  await step("See how it fails").click();
  await explained(driver, "One lane for each thread");
  await driver.picture("walkthrough-trace");
  await button("Show Trace").click();
  await driver.view().locator("#step-6[aria-selected=true]").waitFor();
  await driver.picture("walkthrough-shown");

  await back();
  await done("See how it fails").waitFor();
  await step("Fix it").click();
  await explained(driver, "From a bug to a proof");
  await driver.picture("walkthrough-fix");
  await page.locator(".tab", { hasText: "counter.c" }).click();
  await driver.goTo(10, 5);
  await driver.press("Delete", "Delete", "Delete");
  await driver.goTo(14, 5);
  await driver.press("Delete", "Delete", "Delete");
  // The last of these keys may still be on its way while the text before it is proved.
  await page.locator(".view-line", { hasText: /^\s*pthread_mutex_unlock/ }).waitFor();
  await driver.lens("proved for any number of threads").waitFor();
  await driver.mark("proved");
  await driver.status("Braid: 1 of 1 proved");
  await driver.picture("walkthrough-proved");

  await back();
  await done("Fix it").waitFor();
  await step("Your own code").click();
  await explained(driver, "What Braid looks at");
  await driver.picture("walkthrough-done");
}

/** What is said beside the step is there; it has a page of its own. */
async function explained({ page }: Driver, title: string): Promise<void> {
  const deadline = Date.now() + 30_000;
  const isThere = async (frame: Frame): Promise<boolean> => {
    try {
      return (await frame.locator("h1", { hasText: title }).count()) > 0;
    } catch {
      return false; // It is gone already.
    }
  };
  for (;;) {
    const found = await Promise.all(page.frames().map(isThere));
    if (found.includes(true)) {
      return;
    }
    if (Date.now() > deadline) {
      throw new Error(`nobody explains "${title}"`);
    }
    await page.waitForTimeout(100);
  }
}
