// A bug is seen, understood, and fixed by typing.

import * as assert from "node:assert/strict";
import type { Driver } from "./driver";

export const fixing = { tell };

async function tell(driver: Driver): Promise<void> {
  await seen(driver);
  await inProblems(driver);
  await hovered(driver);
  await withMoreThreads(driver);
  await walked(driver);
  await fixed(driver);
  await inTestExplorer(driver);
}

async function seen(driver: Driver): Promise<void> {
  await driver.squiggle().waitFor();
  await driver.mark("violated");
  await driver.status("Braid: 1 violated");
  await driver.lens("trace").waitFor();
  await driver.press("Control+b");
  await driver.picture("violated");
}

async function inProblems(driver: Driver): Promise<void> {
  await driver.press("Control+Shift+M");
  const row = (text: string | RegExp) => driver.page.locator(".markers-panel .monaco-list-row", { hasText: text }).first();
  await row("count == seen + 1").waitFor();
  await row("[7/7]").waitFor();
  await driver.picture("problems");
  await driver.press("Control+j");
  await row("[7/7]").waitFor({ state: "hidden" });
}

async function hovered(driver: Driver): Promise<void> {
  const hover = await driver.hover("assert(count == seen + 1)", "seen");
  assert.match(await hover.innerText(), /Braid/);
  await driver.picture("hover");
  await driver.press("Escape");
}

async function withMoreThreads(driver: Driver): Promise<void> {
  await driver.goTo(13, 6);
  await driver.action("Check again with 3 threads", "actions");
  await driver.status("Braid: 1 violated");
  await driver.mark("violated");
}

async function walked(driver: Driver): Promise<void> {
  await driver.lens("trace").click();
  const view = driver.view();
  const at = (step: number) => view.locator(`#step-${step - 1}[aria-selected=true]`);
  await at(7).waitFor();
  assert.match((await at(7).getAttribute("aria-label")) ?? "", /^Step 7 of 7.*fails/);
  await view.locator(".conflict:not(.faint)[data-arrow='5-6']").waitFor();
  await driver.picture("trace");
  await driver.pressInView("ArrowUp");
  await at(6).waitFor();
  await driver.page.locator(".view-line", { hasText: "count = seen + 1;" }).first().waitFor();
  await driver.picture("trace-step");
  await driver.press("ArrowLeft");
  await at(5).waitFor();
  await driver.press("Home");
  await at(1).waitFor();
  await view.locator("#step-3").click();
  await at(4).waitFor();
  await driver.press("End");
  await at(7).waitFor();
}

async function fixed(driver: Driver): Promise<void> {
  await driver.command("View: Focus First Editor Group");
  await driver.goTo(10, 5);
  await driver.press("Delete", "Delete", "Delete");
  await driver.view().locator(".stale:not([hidden])").waitFor();
  await driver.goTo(14, 5);
  await driver.press("Delete", "Delete", "Delete");
  // Only as many threads were asked for.
  await driver.mark("bounded");
  await driver.status("Braid: 1 of 1 proved");
  await driver.squiggle().waitFor({ state: "detached" });
  await driver.picture("trace-stale");
  await driver.command("View: Close Editors in Other Groups");
  await driver.command("Braid: Menu");
  await driver.page.locator(".quick-input-list .monaco-list-row", { hasText: "Threads" }).waitFor();
  await driver.picture("menu");
  await driver.pick("Threads");
  await driver.pick("any number");
  await driver.mark("proved");
  await driver.lens("proved for any number of threads").waitFor();
  await driver.status("Braid: 1 of 1 proved");
}

async function inTestExplorer(driver: Driver): Promise<void> {
  await driver.command("Testing: Focus on Test Explorer View");
  const row = (text: string) => driver.page.locator(".test-explorer .monaco-list-row", { hasText: text });
  await row("counter.c").locator(".monaco-tl-twistie").click();
  await row("worker").locator(".monaco-tl-twistie").click();
  await row("count == seen + 1").waitFor();
  await driver.picture("proved");
}
