// Runs test/host inside VS Code's extension host.

import * as fs from "node:fs";
import * as path from "node:path";
import { environment, withEditor, workspaceOf } from "./harness";

const MAX_MS = 180_000;
async function main(): Promise<number> {
  const workspace = workspaceOf(["examples/counter.c"]);
  try {
    const options = {
      server: environment("CODE_SERVER"),
      workspace,
      settings: { "braid.server.path": environment("BRAID_FAKE") },
      env: { BRAID_REAL: environment("BRAID_REAL"), BRAID_FAKE: environment("BRAID_FAKE") },
      development: { extension: ".", tests: path.resolve("dist/test/host.js") },
    };
    return await withEditor(options, async ({ exit, output }) => {
      const late = new Promise<number>((resolve) => setTimeout(resolve, MAX_MS, 1).unref());
      const code = await Promise.race([exit, late]);
      console.log(output.filter((line) => code !== 0 || line.startsWith("ok ")).join("\n"));
      return code;
    });
  } finally {
    fs.rmSync(workspace, { recursive: true, force: true });
  }
}

main().then(
  (code) => (process.exitCode = code),
  (error: unknown) => {
    console.error(error);
    process.exitCode = 1;
  },
);
