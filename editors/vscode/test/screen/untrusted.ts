// A folder that nobody trusts: its files are checked, and the program it wants to be run is not.

import * as assert from "node:assert/strict";
import * as fs from "node:fs";
import * as os from "node:os";
import * as path from "node:path";
import type { Driver } from "./driver";

const trap = path.join(fs.mkdtempSync(path.join(os.tmpdir(), "braid-trap-")), "sprung");

export const untrusted = {
  prepare: (workspace: string) => {
    const program = path.join(workspace, "evil");
    fs.writeFileSync(program, `#!/bin/sh\ntouch ${trap}\n`, { mode: 0o755 });
    fs.mkdirSync(path.join(workspace, ".vscode"));
    fs.writeFileSync(path.join(workspace, ".vscode/settings.json"), JSON.stringify({ "braid.server.path": program }));
  },
  options: {
    trust: true,
    settings: { "security.workspace.trust.enabled": true, "security.workspace.trust.startupPrompt": "never" },
  },
  tell: async (driver: Driver) => {
    await driver.status("Restricted Mode");
    await driver.mark("violated");
    await driver.picture("untrusted");
    assert.ok(!fs.existsSync(trap), "the folder's own program was run");
    fs.rmSync(path.dirname(trap), { recursive: true });
  },
};
