// Bundles the extension, the script of the trace view, and the tests that run inside VS Code.
import { build } from "esbuild";
import { copyFileSync } from "node:fs";

const production = process.argv.includes("--production");
const shared = { bundle: true, minify: production, sourcemap: !production, logLevel: "warning" };
const node = { ...shared, platform: "node", target: "node18", format: "cjs", external: ["vscode"] };

await build({ ...node, entryPoints: ["src/extension.ts"], outfile: "dist/extension.js" });
await build({ ...shared, target: "es2022", entryPoints: ["src/webview/main.ts"], outfile: "dist/trace.js" });
copyFileSync("src/webview/trace.css", "dist/trace.css");
if (!production) {
  await build({ ...node, entryPoints: ["test/host/index.ts"], outfile: "dist/test/host.js" });
  await build({
    ...node,
    entryPoints: { unit: "test/unit/index.ts", screen: "test/screen/index.ts", host: "test/run-host.ts" },
    outdir: "dist/test/run",
    external: ["vscode", "playwright-core"],
  });
}
