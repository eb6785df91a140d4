// What a person does and sees in VS Code, in terms of its pages. The selectors hold for the pinned version.

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
    await this.press("F1");
    const input = this.page.locator(".quick-input-widget input");
    await input.fill(`>${name}`);
    await this.page.locator(".quick-input-list .monaco-list-row", { hasText: name }).first().waitFor();
    await this.press("Enter");
  }

  async pick(text: string): Promise<void> {
    await this.page.locator(".quick-input-list .monaco-list-row", { hasText: text }).first().click();
  }

  /** Puts the cursor at a line and column, both counted from 1. */
  async goTo(line: number, column = 1): Promise<void> {
    await this.press("Control+g");
    await this.page.locator(".quick-input-widget input").fill(`:${line}:${column}`);
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
    const shown = `[...document.querySelectorAll(".monaco-editor [class*=ced-]")]
      .some((mark) => decodeURIComponent(getComputedStyle(mark).backgroundImage).includes("/${name}.svg"))`;
    await this.page.waitForFunction(shown);
  }

  lens(text: string | RegExp): Locator {
    return this.page.locator(".codelens-decoration a", { hasText: text }).first();
  }

  /** Hovers over a word of the text. */
  async hover(line: string, word: string): Promise<Locator> {
    const place = this.page.locator(".view-line", { hasText: line }).locator("span span", { hasText: word }).first();
    await place.hover();
    const hover = this.page.locator(".monaco-hover:not(.hidden) .hover-contents").first();
    await hover.waitFor();
    return this.page.locator(".monaco-hover:not(.hidden)").first();
  }

  view(): FrameLocator {
    return this.page.frameLocator("iframe.webview.ready").frameLocator("iframe#active-frame");
  }
}
