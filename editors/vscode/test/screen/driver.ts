// What a person does and sees in VS Code, in terms of its pages. The selectors hold for the pinned version.

import * as assert from "node:assert/strict";
import * as fs from "node:fs";
import * as path from "node:path";
import type { FrameLocator, Locator, Page } from "playwright-core";

export class Driver {
  constructor(
    readonly page: Page,
    private readonly pictures: string,
  ) {
    fs.mkdirSync(pictures, { recursive: true });
  }

  async picture(name: string): Promise<void> {
    await this.page.screenshot({ path: path.join(this.pictures, `${name}.png`), animations: "disabled", caret: "hide" });
  }

  async press(...keys: string[]): Promise<void> {
    for (const key of keys) {
      await this.page.keyboard.press(key);
    }
  }

  /** Runs a command by its name in the palette. */
  async command(name: string): Promise<void> {
    const input = this.page.locator(".quick-input-widget input").first();
    await this.page.locator(".part.statusbar .statusbar-item").first().waitFor();
    await until(input, () => this.press("F1")); // Nobody listens while the workbench is still being built.
    await input.fill(`>${name}`);
    // Before what was typed takes effect, the list shows what was used last, and the first of that is chosen.
    await this.page.locator(".quick-input-list .monaco-list-row.focused", { hasText: name }).first().waitFor();
    await this.press("Enter");
  }

  /** Types into the list that is open. */
  async type(text: string): Promise<void> {
    await this.page.locator(".quick-input-widget input").fill(text);
    await this.page.locator(".quick-input-list .monaco-list-row", { hasText: text }).first().waitFor();
  }

  async pick(text: string): Promise<void> {
    await this.page.locator(".quick-input-list .monaco-list-row", { hasText: text }).first().click();
  }

  /** Puts the cursor at a line and column, both counted from 1. */
  async goTo(line: number, column = 1): Promise<void> {
    await this.press("Control+g");
    await this.page.locator(".quick-input-widget input").fill(`:${line}:${column}`);
    await this.page.locator(".quick-input-list .monaco-list-row", { hasText: new RegExp(`\\b${line}\\b`) }).first().waitFor();
    await this.press("Enter");
    await this.page.locator(".quick-input-widget").waitFor({ state: "hidden" });
  }

  async status(text: string | RegExp): Promise<void> {
    await this.page.locator(".statusbar-item", { hasText: text }).first().waitFor();
  }

  squiggle(): Locator {
    return this.page.locator(".squiggly-error").first();
  }

  /** The mark beside some line, by the name of its picture. */
  async mark(name: string): Promise<void> {
    await this.page.waitForFunction(marked(name));
  }

  hasMark(name: string): Promise<boolean> {
    return this.page.evaluate<boolean>(marked(name));
  }

  /** Opens a file of the workspace by its name. */
  async open(file: string): Promise<void> {
    const input = this.page.locator(".quick-input-widget input").first();
    await this.page.locator(".part.statusbar .statusbar-item").first().waitFor();
    await until(input, () => this.press("Control+p"));
    await this.type(file);
    // Before what was typed takes effect, the list shows what was open last, and the first of that is chosen.
    await this.page.locator(".quick-input-list .monaco-list-row.focused", { hasText: file }).first().waitFor();
    await this.press("Enter");
    await this.page.locator(".tab.active", { hasText: file }).waitFor();
  }

  lens(text: string | RegExp): Locator {
    return this.page.locator(".codelens-decoration a", { hasText: text }).first();
  }

  /** Hovers over a word of the text. */
  async hover(line: string, word: string): Promise<Locator> {
    const place = this.page.locator(".view-line", { hasText: line }).locator("span span", { hasText: word }).first();
    const hover = this.page.locator(".monaco-hover:not(.hidden) .hover-contents", { hasText: "Braid" }).first();
    await until(hover, async () => {
      // Nothing is asked for while the pointer stays where it is, and what is open does not grow.
      await this.page.mouse.move(1, 1);
      await place.hover();
    });
    return this.page.locator(".monaco-hover:not(.hidden)").first();
  }

  /** Chooses a code action at the cursor. */
  async action(title: string | RegExp, picture: string): Promise<void> {
    const list = this.page.locator(".action-widget .monaco-list");
    const wanted = list.locator(".monaco-list-row", { hasText: title }).first();
    // The list stays as it was when it was opened, perhaps before the server had anything to offer.
    await until(wanted, () => this.press("Escape", "Control+."));
    await this.picture(picture);
    // Its rows do not take clicks from a script.
    const chosen = list.locator(".monaco-list-row.focused", { hasText: title });
    for (let row = 0; row < 20 && (await chosen.count()) === 0; row += 1) {
      await this.press("ArrowDown");
    }
    await chosen.waitFor();
    await this.press("Enter");
    await list.waitFor({ state: "hidden" });
  }

  view(): FrameLocator {
    return this.page.frameLocator("iframe.webview.ready").frameLocator("iframe#active-frame");
  }

  /** Presses a key in the trace view, which is drawn before it has the focus. */
  async pressInView(key: string): Promise<void> {
    const body = this.view().locator("body");
    const deadline = Date.now() + 30_000;
    while (!(await body.evaluate<boolean>("document.hasFocus()"))) {
      assert.ok(Date.now() < deadline, "the trace view does not get the focus");
      await this.page.waitForTimeout(50);
    }
    await this.press(key);
  }
}

/** Whether there is such a mark, as a script for the page. */
function marked(name: string): string {
  return `[...document.querySelectorAll(".monaco-editor [class*=ced-]")]
    .some((mark) => decodeURIComponent(getComputedStyle(mark).backgroundImage).includes("/${name}.svg"))`;
}

/** Does something, again and again, until it has an effect. */
async function until(effect: Locator, act: () => Promise<void>): Promise<void> {
  for (let trial = 0; trial < MAX_TRIALS; trial += 1) {
    await act();
    if (await appears(effect)) {
      return;
    }
  }
  await effect.waitFor({ timeout: 1 }); // Fails, and says what it is that is not there.
}

const MAX_TRIALS = 20;

function appears(locator: Locator): Promise<boolean> {
  return locator.waitFor({ timeout: 3000 }).then(
    () => true,
    () => false,
  );
}
