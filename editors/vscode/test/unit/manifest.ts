import * as assert from "node:assert/strict";
import * as fs from "node:fs";
import { test } from "node:test";

interface Setting {
  description?: string;
  markdownDescription?: string;
  order?: number;
  scope?: string;
}

interface Manifest {
  contributes: {
    commands: { command: string }[];
    configuration: { properties: Record<string, Setting> };
    walkthroughs: { steps: { media: { markdown: string }; description: string }[] }[];
  };
}

const manifest = JSON.parse(fs.readFileSync("package.json", "utf8")) as Manifest;

test("every setting is described", () => {
  for (const [name, setting] of Object.entries(manifest.contributes.configuration.properties)) {
    assert.ok((setting.description ?? setting.markdownDescription ?? "").length > 20, name);
  }
});

test("the server's settings are all there, as its schema has them", () => {
  const schema = JSON.parse(fs.readFileSync("../../lsp/settings.schema.json", "utf8")) as { properties: Record<string, Setting> };
  const own = ["braid.server.path", "braid.trace.server"];
  const settings = Object.entries(manifest.contributes.configuration.properties)
    .filter(([name]) => !own.includes(name))
    .map(([name, { order, scope, ...rest }]) => {
      assert.ok(order !== undefined && scope === "window", name);
      return [name.replace("braid.", ""), rest];
    });
  assert.deepEqual(Object.fromEntries(settings), schema.properties);
});

test("every contributed command is registered", () => {
  const source = fs.readFileSync("src/extension.ts", "utf8");
  for (const { command } of manifest.contributes.commands) {
    assert.ok(source.includes(`register("${command}"`), command);
  }
});

test("the walkthrough names files and commands that are there", () => {
  const known = new Set(manifest.contributes.commands.map(({ command }) => command));
  for (const { media, description } of manifest.contributes.walkthroughs.flatMap(({ steps }) => steps)) {
    assert.ok(fs.existsSync(media.markdown), media.markdown);
    for (const [, command] of description.matchAll(/\(command:([\w.]+)\)/g)) {
      assert.ok(command !== undefined && known.has(command), command);
    }
  }
});
