// Runs inside VS Code's extension host.

import { client } from "./client";
import { server } from "./server";
import type { Tests } from "./support";

const suites: Record<string, Tests> = { client, server };

export async function run(): Promise<void> {
  let failures = 0;
  for (const [suite, tests] of Object.entries(suites)) {
    for (const [name, test] of Object.entries(tests)) {
      const start = Date.now();
      try {
        await test();
        console.log(`ok   ${suite}: ${name} (${Date.now() - start} ms)`);
      } catch (error) {
        failures += 1;
        console.log(`FAIL ${suite}: ${name}\n${error instanceof Error ? (error.stack ?? error.message) : String(error)}`);
      }
    }
  }
  if (failures > 0) {
    throw new Error(`${failures} failed`);
  }
}
