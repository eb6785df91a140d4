// What the extension makes of the protocol, with a server that follows a script.

import * as assert from "node:assert/strict";
import * as fs from "node:fs";
import * as os from "node:os";
import * as path from "node:path";
import * as vscode from "vscode";
import { api, environment, errors, eventually, fix, lineOf, markIs, openExample, replaceAll, serverProcesses, statusIs, useServer, type Tests } from "./support";

export const client: Tests = {
  "a violation has a mark, a status and a diagnostic": async () => {
    const editor = await openExample();
    await markIs(editor, "violated");
    await statusIs("$(error) Braid: 1 violated");
    const { uri } = editor.document;
    const [error] = await eventually("a diagnostic", () => errors(uri).length === 1 && errors(uri));
    assert.equal(error?.relatedInformation?.length, 7);
    assert.ok(typeof error.code === "object" && error.code.target.scheme === "command", "the code leads to the trace");
  },

  "an edit is stale at once, and proved when the server says so": async () => {
    const editor = await openExample();
    await markIs(editor, "violated");
    const { gutter } = await api();
    const seen: (string | undefined)[] = [];
    const watching = (await api()).verdicts.onDidChange((uri) => {
      seen.push(gutter.shown(uri).get(lineOf(editor.document, "assert(")));
    });
    await fix(editor);
    await markIs(editor, "proved");
    watching.dispose();
    assert.deepEqual(seen.slice(0, 3), ["stale", "checking", "proved"]);
    await statusIs("$(pass-filled) Braid: 1 of 1 proved");
    assert.equal(errors(editor.document.uri).length, 0);
  },

  "a bound on the threads is shown as one": async () => {
    const editor = await openExample();
    await fix(editor);
    await markIs(editor, "proved");
    const { session } = await api();
    await session.execute("braid.threads", editor.document.uri.toString(), 3);
    await markIs(editor, "bounded");
    await session.execute("braid.threads", editor.document.uri.toString(), "any");
    await markIs(editor, "proved");
  },

  "trusted assumptions turn the mark amber": async () => {
    const editor = await openExample();
    await fix(editor);
    await replaceAll(editor, `${editor.document.getText()}// BRAID_ASSUME(count < 9)\n`);
    await markIs(editor, "proved-trusting");
    await statusIs("$(warning) Braid: 1 of 1 proved");
  },

  "a long check shows its round and can be stopped": async () => {
    const editor = await openExample();
    await replaceAll(editor, `${editor.document.getText()}// slow\n`);
    await markIs(editor, "checking");
    await statusIs("round 3");
    await vscode.commands.executeCommand("braid.stopChecking");
    await markIs(editor, "unknown");
    await statusIs("$(debug-stop) Braid: stopped, 0 of 1 proved");
  },

  "the trace view steps through the source": async () => {
    const editor = await openExample();
    await markIs(editor, "violated");
    const { trace } = await api();
    await vscode.commands.executeCommand("braid.showTrace", editor.document.uri.toString(), "assertion@worker");
    const shown = await eventually("the trace", () => trace.shown);
    assert.equal(shown.step, 6, "it starts with the failure");
    const notes = () => trace.notes(editor.document.uri).map(({ line, kind, text }) => [line + 1, kind, text]);
    assert.deepEqual(notes(), [[13, "failure", "worker#1 fails: count = 2 and seen = 0"]]);
    await vscode.commands.executeCommand("braid.previousStep");
    assert.deepEqual(notes(), [
      [12, "current", "worker#2 sets count = 2 (was 1)"],
      [13, "waiting", "worker#1 goes on here"],
    ]);
    await replaceAll(editor, `// new\n${editor.document.getText()}`);
    await eventually("the trace is stale", () => trace.shown?.stale);
    assert.deepEqual(notes(), []);
    trace.close();
    await eventually("the trace is closed", () => trace.shown === undefined);
  },

  "the trace of a link is found by its line": async () => {
    const editor = await openExample();
    await markIs(editor, "violated");
    const { trace } = await api();
    await vscode.commands.executeCommand("braid.openTrace", editor.document.uri.toString(), null, 12);
    await eventually("the trace", () => trace.shown);
    trace.close();
  },

  "the tests are the assertions of the thread functions": async () => {
    const editor = await openExample();
    await markIs(editor, "violated");
    const { tests } = await api();
    const tree = () => {
      const file = tests.controller.items.get(editor.document.uri.toString());
      const [[, group] = []] = [...(file?.children ?? [])];
      const [[, leaf] = []] = [...(group?.children ?? [])];
      return [file?.label, group?.label, leaf?.label, leaf?.description];
    };
    assert.deepEqual(tree(), ["counter.c", "worker", "count == seen + 1", "fails with 2 threads"]);
    await fix(editor);
    await markIs(editor, "proved");
    assert.deepEqual(tree(), ["counter.c", "worker", "count == seen + 1", "any number of threads"]);
  },

  "a server that is killed comes back": async () => {
    const editor = await openExample();
    await markIs(editor, "violated");
    const [before] = serverProcesses();
    assert.ok(before !== undefined);
    process.kill(before, "SIGKILL");
    await eventually("another server", () => serverProcesses().some((pid) => pid !== before));
    await markIs(editor, "violated");
  },

  "another version is said to be one": async () => {
    const folder = fs.mkdtempSync(path.join(os.tmpdir(), "braid-version-"));
    const old = path.join(folder, "braid");
    fs.writeFileSync(old, `#!/bin/sh\nFAKE_VERSION=9.9.9 exec "${environment("BRAID_FAKE")}" "$@"\n`, { mode: 0o755 });
    const { session } = await api();
    const warning = () => (session.server.kind === "running" ? session.server.warning : undefined);
    await useServer(old);
    assert.match(await eventually("a warning", warning), /9\.9\.9/);
    fs.rmSync(folder, { recursive: true });
  },

  "a server that is not there is missed": async () => {
    const { session } = await api();
    await useServer("/nonexistent/braid");
    await eventually("nothing runs", () => session.server.kind === "missing");
    await statusIs("no server");
    await eventually("no server is left", () => serverProcesses().length === 0);
    await useServer(environment("BRAID_FAKE"));
    await eventually("it runs", () => session.server.kind === "running");
  },
};
