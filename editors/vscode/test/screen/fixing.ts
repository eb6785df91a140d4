// A bug is seen, understood, and fixed by typing.

import * as assert from "node:assert/strict";
import type { Driver } from "./driver";

export async function fixing(driver: Driver): Promise<void> {
  const { page } = driver;
  await driver.squiggle().waitFor();
  await driver.mark("violated");
  await driver.status("Braid: 1 violated");
  await driver.lens("show trace").waitFor();
  await driver.picture("violated");

  await driver.press("Control+Shift+M");
  const problem = page.locator(".markers-panel .monaco-list-row", { hasText: "count == seen + 1" }).first();
  await problem.waitFor();
  await page.locator(".markers-panel .monaco-list-row", { hasText: "[7/7]" }).waitFor();
  await driver.picture("problems");
  await driver.press("Control+j");

  const hover = await driver.hover("unsigned seen = count;", "count");
  assert.match(await hover.innerText(), /Braid/);
  await driver.picture("hover");
  await driver.press("Escape");

  await driver.press("Control+b");
  await driver.lens("show trace").click();
  const steps = driver.view().locator("[role=option]");
  await steps.first().waitFor();
  const selected = driver.view().locator("[aria-selected=true]");
  assert.match((await selected.getAttribute("aria-label")) ?? "", /^Step 7 of 7/);
  await driver.picture("trace");
  await driver.press("ArrowUp");
  await driver.view().locator("#step-5[aria-selected=true]").waitFor();
  await page.locator(".view-line", { hasText: "count = seen + 1;" }).first().waitFor();
  await driver.picture("trace-step");
  await driver.press("Home");
  await driver.view().locator("#step-0[aria-selected=true]").waitFor();
  await driver.picture("trace-start");
  await driver.press("End");
  await driver.view().locator("#step-6[aria-selected=true]").waitFor();

  await driver.command("View: Focus First Editor Group");
  await driver.goTo(10, 5);
  await driver.press("Delete", "Delete", "Delete");
  await driver.view().locator(".stale:not([hidden])").waitFor();
  await driver.goTo(14, 5);
  await driver.press("Delete", "Delete", "Delete");
  await driver.mark("proved");
  await driver.status("Braid: 1 of 1 proved");
  await driver.squiggle().waitFor({ state: "detached" });
  await driver.picture("trace-stale");
  await driver.command("Braid: Menu");
  await page.locator(".quick-input-list .monaco-list-row", { hasText: "Threads" }).waitFor();
  await driver.picture("menu");
  await driver.press("Escape");
}
