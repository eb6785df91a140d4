// Bundles the extension and the script of the trace view into dist/, and the tests into dist/test/.
// With --production FOLDER: without tests, small, and into that folder.
import { build } from "esbuild";
import { copyFileSync } from "node:fs";

const [option, folder] = process.argv.slice(2);
const production = option === "--production";
const out = production ? folder : "dist";
const shared = { bundle: true, minify: production, sourcemap: !production, logLevel: "warning" };
const node = { ...shared, platform: "node", target: "node18", format: "cjs", external: ["vscode", "playwright-core"] };

await build({ ...node, entryPoints: ["src/extension.ts"], outfile: `${out}/extension.js` });
await build({ ...shared, target: "es2022", entryPoints: ["src/webview/main.ts"], outfile: `${out}/trace.js` });
copyFileSync("src/webview/trace.css", `${out}/trace.css`);
if (!production) {
  const tests = { unit: "test/unit/index.ts", host: "test/host/index.ts", inHost: "test/inHost.ts", screen: "test/screen/index.ts" };
  await build({ ...node, entryPoints: tests, outdir: "dist/test" });
}
