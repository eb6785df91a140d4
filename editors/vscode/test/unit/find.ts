import * as assert from "node:assert/strict";
import * as fs from "node:fs";
import * as os from "node:os";
import * as path from "node:path";
import { after, test } from "node:test";
import { find, fits, programName } from "../../src/find";

const folder = fs.mkdtempSync(path.join(os.tmpdir(), "braid-find-"));
after(() => {
  fs.rmSync(folder, { recursive: true });
});

function program(name: string, says: string): string {
  const file = path.join(folder, name, programName);
  fs.mkdirSync(path.dirname(file), { recursive: true });
  fs.writeFileSync(file, `#!/bin/sh\necho "${says}"\n`, { mode: 0o755 });
  return file;
}

const nowhere = { setting: "", bundled: path.join(folder, "none"), path: "" };
const bundled = program("bundled", "braid 0.1.0");
const onPath = program("path", "braid 0.2.0");

test("the setting comes first, then the bundled one, then the path", async () => {
  const named = program("named", "braid 0.3.1-beta");
  const places = { setting: named, bundled, path: path.dirname(onPath) };
  assert.deepEqual(await find(places), { kind: "found", program: named, origin: "setting", version: "0.3.1-beta" });
  assert.equal((await find({ ...places, setting: "" })).kind, "found");
  assert.deepEqual(await find({ ...nowhere, bundled }), { kind: "found", program: bundled, origin: "bundled", version: "0.1.0" });
  assert.deepEqual(await find({ ...nowhere, path: `/nonexistent:${path.dirname(onPath)}` }), {
    kind: "found",
    program: onPath,
    origin: "path",
    version: "0.2.0",
  });
});

test("folders on the path that are relative to wherever we are do not count", async () => {
  const relative = path.relative(process.cwd(), path.dirname(onPath));
  assert.equal((await find({ ...nowhere, path: relative })).kind, "missing");
});

async function complaint(setting: string): Promise<string> {
  const found = await find({ setting, bundled, path: "" });
  return found.kind === "missing" ? found.message : "found";
}

test("what is named in the settings is not replaced by another one", async () => {
  assert.match(await complaint("/nonexistent/braid"), /braid\.server\.path \(\/nonexistent\/braid\) cannot be run/);
  assert.match(await complaint(program("other", "GNU bash 5.2")), /is not Braid\.$/);
});

test("without any server the message says so", async () => {
  const found = await find(nowhere);
  assert.ok(found.kind === "missing" && found.message.includes("PATH"));
});

test("versions of one line fit", () => {
  assert.ok(fits("0.1.0", "0.1.7"));
  assert.ok(!fits("0.1.0", "0.2.0"));
  assert.ok(!fits("1.1.0", "0.1.0"));
});
