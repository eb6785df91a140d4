// What `braid demo --web` starts: an address and a password, and behind them the example with its mark.

import * as assert from "node:assert/strict";
import { spawn, type ChildProcess } from "node:child_process";
import * as fs from "node:fs";
import * as os from "node:os";
import * as path from "node:path";
import { environment, firstPage, launch } from "../harness";
import { Driver } from "./driver";

export async function web(): Promise<void> {
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), "braid-demo-"));
  const demo = spawn(environment("BRAID_REAL"), ["demo", "--web"], {
    stdio: ["ignore", "pipe", "inherit"],
    detached: true,
    env: { ...process.env, TMPDIR: folder },
  });
  try {
    const said = await saying(demo, /Ctrl-C/);
    const address = /http:\S+/.exec(said)?.[0] ?? "";
    const password = /Password: (\S+)/.exec(said)?.[1] ?? "";
    const browser = await launch(folder);
    try {
      const page = await firstPage(browser);
      await page.goto(address);
      await page.fill("input[type=password]", password);
      await page.keyboard.press("Enter");
      const driver = new Driver(page, environment("PICTURES"));
      await page.locator(".tab.active", { hasText: "counter.c" }).waitFor();
      await driver.mark("violated");
      await driver.lens("fails with 2 threads: show trace").waitFor();
      await driver.picture("web");
    } finally {
      await browser.close();
    }
    const ended = new Promise((resolve) => demo.on("close", resolve));
    process.kill(-(demo.pid ?? 0), "SIGINT");
    assert.equal(await ended, 0);
    assert.deepEqual(fs.readdirSync(folder).filter((name) => name.startsWith("braid-web")), [], "it leaves nothing behind");
  } finally {
    try {
      process.kill(-(demo.pid ?? 0), "SIGKILL");
    } catch {
      // It has ended, as it should.
    }
    fs.rmSync(folder, { recursive: true, force: true, maxRetries: 20, retryDelay: 100 });
  }
}

/** What a program says until it has said this. */
function saying(child: ChildProcess, until: RegExp): Promise<string> {
  return new Promise((resolve, reject) => {
    let said = "";
    child.stdout?.on("data", (data: Buffer) => {
      said += data.toString();
      if (until.test(said)) {
        resolve(said);
      }
    });
    child.on("close", (code) => {
      reject(new Error(`it ended with ${code ?? "a signal"}:\n${said}`));
    });
  });
}
