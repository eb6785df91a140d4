// VS Code in a headless browser: code-server with a profile of its own, and Chromium to look at it.

import { spawn, type ChildProcess } from "node:child_process";
import * as fs from "node:fs";
import * as os from "node:os";
import * as path from "node:path";
import { chromium, type BrowserContext, type Page } from "playwright-core";

const START_MS = 60_000;

/** No network, no tips, no surprises; and edits are not saved behind our back, as the web version does. */
const quiet = {
  "files.autoSave": "off",
  "security.workspace.trust.enabled": false,
  "workbench.startupEditor": "none",
  "workbench.tips.enabled": false,
  "workbench.enableExperiments": false,
  "workbench.colorTheme": "Default Dark Modern",
  "telemetry.telemetryLevel": "off",
  "extensions.autoUpdate": false,
  "extensions.autoCheckUpdates": false,
  "extensions.ignoreRecommendations": true,
  "update.mode": "none",
  "window.commandCenter": false,
  "editor.minimap.enabled": false,
  "editor.accessibilitySupport": "off",
  "git.enabled": false,
};

export interface Options {
  /** The folder into which code-server was unpacked. */
  server: string;
  workspace: string;
  settings?: Record<string, unknown>;
  env?: Record<string, string>;
  /** Extensions to install. */
  vsix?: string[];
  /** An extension to load from its folder, and a module with tests to run in it. */
  development?: { extension: string; tests: string };
  open?: string;
  trust?: boolean;
}

export interface Editor {
  page: Page;
  /** The exit code of the tests inside. */
  exit: Promise<number>;
  output: string[];
}

export async function withEditor<Result>(options: Options, body: (editor: Editor) => Promise<Result>): Promise<Result> {
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), "braid-vscode-"));
  fs.mkdirSync(path.join(folder, "data/User"), { recursive: true });
  fs.writeFileSync(path.join(folder, "data/User/settings.json"), JSON.stringify({ ...quiet, ...options.settings }));
  let server: ChildProcess | undefined;
  let browser: BrowserContext | undefined;
  try {
    for (const vsix of options.vsix ?? []) {
      await finished(codeServer(options, folder, ["--install-extension", vsix]));
    }
    const trust = options.trust === true ? [] : ["--disable-workspace-trust"];
    const flags = ["--auth", "none", "--bind-addr", "127.0.0.1:0", "--disable-telemetry", "--disable-update-check", "--disable-getting-started-override"];
    server = codeServer(options, folder, [...flags, ...trust]);
    const address = await listening(server, folder);
    browser = await launch(folder);
    return await body(await visit(await firstPage(browser), address, options));
  } catch (error) {
    console.log(fs.existsSync(log(folder)) ? fs.readFileSync(log(folder), "utf8").split("\n").slice(-10).join("\n") : "");
    throw error;
  } finally {
    await browser?.close();
    await ended(server);
    fs.rmSync(folder, { recursive: true, force: true, maxRetries: 20, retryDelay: 100 });
  }
}

export function launch(folder: string): Promise<BrowserContext> {
  return chromium.launchPersistentContext(path.join(folder, "browser"), {
    executablePath: "/usr/bin/chromium",
    headless: true,
    timeout: 120_000, // It takes its time on a machine that has none.
    viewport: { width: 1440, height: 900 },
    args: ["--no-sandbox", "--disable-gpu", "--no-first-run", "--disable-background-networking", "--disable-component-update", "--disable-sync"],
  });
}

export async function firstPage(browser: BrowserContext): Promise<Page> {
  const page = browser.pages()[0] ?? (await browser.newPage());
  page.setDefaultTimeout(60_000);
  return page;
}

async function visit(page: Page, address: string, options: Options): Promise<Editor> {
  const output: string[] = [];
  let leave: (code: number) => void = () => undefined;
  const exit = new Promise<number>((resolve) => (leave = resolve));
  await page.exposeFunction("codeAutomationLog", (_: string, words: unknown[]) => output.push(words.map(String).join(" ")));
  await page.exposeFunction("codeAutomationExit", leave);
  const remote = (file: string) => `vscode-remote://${address}${path.resolve(file)}`;
  const payload: [string, string][] = [];
  if (options.open !== undefined && options.open !== "") {
    payload.push(["openFile", remote(options.open)]);
  }
  if (options.development !== undefined) {
    payload.push(["extensionDevelopmentPath", remote(options.development.extension)]);
    payload.push(["extensionTestsPath", remote(options.development.tests)]);
  }
  const query = new URLSearchParams({ folder: path.resolve(options.workspace), payload: JSON.stringify(payload) });
  await page.goto(`http://${address}/?${query.toString()}`);
  return { page, exit, output };
}

function log(folder: string): string {
  return path.join(folder, "server.log");
}

function codeServer(options: Options, folder: string, args: string[]): ChildProcess {
  const out = fs.openSync(log(folder), "a");
  const places = ["--config", path.join(folder, "config.yaml"), "--user-data-dir", path.join(folder, "data"), "--extensions-dir", path.join(folder, "extensions")];
  const entry = path.join(options.server, "node_modules/code-server/out/node/entry.js");
  const child = spawn(process.execPath, [entry, ...places, ...args], {
    stdio: ["ignore", out, out],
    detached: true,
    env: { ...process.env, EXTENSIONS_GALLERY: "{}", TMPDIR: folder, ...options.env },
  });
  fs.closeSync(out);
  return child;
}

/** The address at which the server answers. It chooses the port: one that was free before may not be any more. */
async function listening(server: ChildProcess, folder: string): Promise<string> {
  const deadline = Date.now() + START_MS;
  for (;;) {
    const said = fs.readFileSync(log(folder), "utf8");
    const address = /listening on http:\/\/(127\.0\.0\.1:\d+)/.exec(said)?.[1];
    if (address !== undefined && (await answers(address))) {
      return address;
    }
    if (Date.now() > deadline || server.exitCode !== null) {
      throw new Error(`code-server does not start:\n${said}`);
    }
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
}

function answers(address: string): Promise<boolean> {
  return fetch(`http://${address}/healthz`).then(
    (answer) => answer.ok,
    () => false,
  );
}

function finished(child: ChildProcess): Promise<void> {
  return new Promise((resolve, reject) => {
    child.on("close", (code) => {
      if (code === 0) {
        resolve();
      } else {
        reject(new Error(`exit code ${code ?? "none"}`));
      }
    });
  });
}

/** Ends the server and everything it has started, which would otherwise linger for minutes. */
async function ended(child: ChildProcess | undefined): Promise<void> {
  if (child?.pid === undefined) {
    return;
  }
  const gone = child.exitCode === null ? new Promise((resolve) => child.on("close", resolve)) : undefined;
  try {
    process.kill(-child.pid, "SIGKILL");
  } catch {
    // All of it is gone already.
  }
  await gone;
}

/** A folder with copies of files, which a test may change. */
export function workspaceOf(files: string[]): string {
  const folder = path.join(fs.mkdtempSync(path.join(os.tmpdir(), "braid-workspace-")), "example");
  fs.mkdirSync(folder);
  for (const file of files) {
    fs.copyFileSync(file, path.join(folder, path.basename(file)));
  }
  return folder;
}

export function environment(name: string): string {
  const value = process.env[name];
  if (value === undefined) {
    throw new Error(`${name} is not set; editors/test/run sets it`);
  }
  return value;
}
