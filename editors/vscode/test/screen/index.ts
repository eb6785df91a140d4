// Whole stories on the screen of a real VS Code, with the packaged extension and the server inside it.
// Pictures of them are left in target/editors/pictures. With names, only those stories are run.

import * as fs from "node:fs";
import * as path from "node:path";
import { environment, withEditor, workspaceOf, type Options } from "../harness";
import { Driver } from "./driver";
import { fixing } from "./fixing";
import { linked } from "./linked";
import { states } from "./states";
import { contrast, light } from "./themes";
import { untrusted } from "./untrusted";
import { walkthrough } from "./walkthrough";
import { web } from "./web";

export interface Story {
  prepare?: (workspace: string) => void;
  options?: Partial<Options>;
  tell: (driver: Driver) => Promise<void>;
}

const stories: Record<string, Story> = { fixing, walkthrough, states, linked, untrusted, light, contrast };

async function play(name: string, story: Story): Promise<void> {
  const workspace = workspaceOf(["examples/counter.c"]);
  story.prepare?.(workspace);
  const options = {
    server: environment("CODE_SERVER"),
    vsix: [environment("VSIX")],
    open: path.join(workspace, "counter.c"),
    workspace,
    ...story.options,
  };
  try {
    await withEditor(options, async ({ page }) => {
      const driver = new Driver(page, environment("PICTURES"));
      try {
        await story.tell(driver);
      } catch (error) {
        await driver.picture(`failed-${name}`);
        throw error;
      }
    });
  } finally {
    fs.rmSync(path.dirname(workspace), { recursive: true, force: true });
  }
}

async function main(): Promise<void> {
  const wanted = process.argv.slice(2);
  const told = Object.entries(stories).map(([name, story]) => [name, () => play(name, story)] as const);
  for (const [name, tell] of [...told, ["web", web] as const]) {
    if (wanted.length === 0 || wanted.includes(name)) {
      const start = Date.now();
      await tell();
      console.log(`ok   screen: ${name} (${Date.now() - start} ms)`);
    }
  }
}

main().catch((error: unknown) => {
  console.error(error);
  process.exitCode = 1;
});
