// The whole story on the screen of a real VS Code, with the packaged extension and the server inside it.
// Pictures of it are left in target/editors/pictures.

import * as fs from "node:fs";
import * as path from "node:path";
import { environment, withEditor, workspaceOf } from "../harness";
import { Driver } from "./driver";
import { fixing } from "./fixing";

const stories = { fixing };

async function main(): Promise<void> {
  const pictures = environment("PICTURES");
  for (const [name, story] of Object.entries(stories)) {
    const start = Date.now();
    const workspace = workspaceOf(["examples/counter.c"]);
    const settings = process.env.BRAID_FAKE === undefined ? {} : { "braid.server.path": process.env.BRAID_FAKE };
    const options = { server: environment("CODE_SERVER"), vsix: [environment("VSIX")], workspace, settings };
    await withEditor({ ...options, open: path.join(workspace, "counter.c") }, async ({ page }) => {
      const driver = new Driver(page, pictures);
      try {
        await story(driver);
      } catch (error) {
        await driver.picture(`failed-${name}`);
        throw error;
      }
    });
    fs.rmSync(workspace, { recursive: true, force: true });
    console.log(`ok   screen: ${name} (${Date.now() - start} ms)`);
  }
}

main().catch((error: unknown) => {
  console.error(error);
  process.exitCode = 1;
});
