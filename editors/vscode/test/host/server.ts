// The extension with the real server.

import * as assert from "node:assert/strict";
import * as vscode from "vscode";
import { api, environment, errors, eventually, fix, lineOf, markIs, openExample, PATIENCE_MS, replaceAll, serverProcesses, statusIs, useServer, type Tests } from "./support";

async function hoverAt(editor: vscode.TextEditor, text: string, word: string): Promise<string> {
  const line = lineOf(editor.document, text);
  const position = new vscode.Position(line, editor.document.lineAt(line).text.indexOf(word));
  const hovers = await vscode.commands.executeCommand<vscode.Hover[]>("vscode.executeHoverProvider", editor.document.uri, position);
  return hovers.flatMap(({ contents }) => contents.map((part) => (typeof part === "string" ? part : part.value))).join("\n");
}

async function actionsAt(editor: vscode.TextEditor, text: string): Promise<vscode.CodeAction[]> {
  const { range } = editor.document.lineAt(lineOf(editor.document, text));
  return vscode.commands.executeCommand<vscode.CodeAction[]>("vscode.executeCodeActionProvider", editor.document.uri, range, undefined, 20);
}

/** The titles of quick fixes, once the check that can be stopped has ended. */
async function fixesWhenDone(editor: vscode.TextEditor, text: string): Promise<string[]> {
  const deadline = Date.now() + PATIENCE_MS;
  for (;;) {
    const actions = await actionsAt(editor, text);
    const fixes = actions.filter(({ kind }) => kind !== undefined && vscode.CodeActionKind.QuickFix.contains(kind));
    const titles = fixes.map(({ title }) => title);
    if (!titles.includes("Stop checking") || Date.now() > deadline) {
      return titles;
    }
  }
}

async function action(editor: vscode.TextEditor, text: string, title: string | RegExp): Promise<vscode.CodeAction> {
  const actions = await actionsAt(editor, text);
  const found = actions.find((candidate) => (typeof title === "string" ? candidate.title === title : title.test(candidate.title)));
  assert.ok(found, `no action ${String(title)} among: ${actions.map((one) => one.title).join("; ")}`);
  return found;
}

async function run({ command, edit }: vscode.CodeAction): Promise<void> {
  if (edit !== undefined) {
    assert.ok(await vscode.workspace.applyEdit(edit));
  }
  if (command !== undefined) {
    await vscode.commands.executeCommand(command.command, ...(command.arguments ?? []) as unknown[]);
  }
}

async function lenses(editor: vscode.TextEditor): Promise<vscode.CodeLens[]> {
  return vscode.commands.executeCommand<vscode.CodeLens[]>("vscode.executeCodeLensProvider", editor.document.uri, 10);
}

export const server: Tests = {
  "the server can be changed while the editor runs": async () => {
    const { session } = await api();
    await useServer(environment("BRAID_REAL"));
    await eventually("the other one runs", () => session.server.kind === "running" && serverProcesses().length === 1);
  },

  "a violation is told step by step": async () => {
    const editor = await openExample();
    await markIs(editor, "violated");
    await statusIs("Braid: 1 violated");
    const { uri } = editor.document;
    const [error] = await eventually("an error", () => errors(uri).length === 1 && errors(uri));
    assert.ok(error);
    assert.equal(error.source, "braid");
    assert.equal(error.range.start.line, lineOf(editor.document, "assert("));
    const told = error.relatedInformation?.map(({ message }) => message) ?? [];
    assert.ok(told.length > 2 && told.every((message) => /^\[\d+\/\d+\] \S/.test(message)), told.join("\n"));
  },

  "hovers tell of variables and assertions": async () => {
    const editor = await openExample();
    await markIs(editor, "violated");
    assert.match(await hoverAt(editor, "unsigned seen = count;", "count"), /Braid[^]*`count` is shared/);
    assert.match(await hoverAt(editor, "assert(", "assert"), /fails with 2 threads/);
  },

  "a lens leads to the trace, which is drawn": async () => {
    const editor = await openExample();
    await markIs(editor, "violated");
    const lens = (await lenses(editor)).find(({ command }) => command?.title === "fails with 2 threads: show trace");
    assert.ok(lens?.command);
    await vscode.commands.executeCommand(lens.command.command, ...(lens.command.arguments ?? []) as unknown[]);
    const { trace } = await api();
    const shown = await eventually("the trace", () => trace.shown);
    assert.deepEqual(shown.trace.threads.map(({ name }) => name), ["main", "worker#1", "worker#2"]);
    assert.ok(shown.trace.steps.some(({ conflicts }) => conflicts.length > 0), "nobody is in anybody's way");
    assert.deepEqual(trace.notes(editor.document.uri).map(({ line, kind }) => [line, kind]), [[lineOf(editor.document, "assert("), "failure"]]);
    trace.close();
  },

  "code actions: the trace, an ignored finding, marks of what is inferred": async () => {
    const editor = await openExample();
    await markIs(editor, "violated");
    assert.deepEqual(await fixesWhenDone(editor, "assert("), [
      "Show full trace",
      "Check again with 3 threads",
      "Check again with 4 threads",
      "Ignore this assertion-violated, with a reason",
    ]);
    await run(await action(editor, "assert(", "Show full trace"));
    const { trace } = await api();
    await eventually("the trace", () => trace.shown);
    trace.close();
    const text = editor.document.getText();
    for (const [line, title, added] of [
      ["assert(", /^Ignore this/, "// braid: ignore[assertion-violated]"],
      ["static void *worker", "Mark `worker` as a thread function", "// braid: thread(any)"],
      ["static unsigned count;", "Mark `count` as shared", "// braid: shared"],
    ] as const) {
      await vscode.window.showTextDocument(editor.document);
      await run(await action(editor, line, title));
      assert.ok(editor.document.getText().includes(added), added);
      await replaceAll(editor, text);
      await markIs(editor, "violated");
    }
  },

  // Before a number of threads is asked for by command, which lasts until the document is closed.
  "settings apply while the editor runs": async () => {
    const editor = await openExample();
    await fix(editor);
    await markIs(editor, "proved");
    const settings = vscode.workspace.getConfiguration("braid");
    await settings.update("threads", 3, vscode.ConfigurationTarget.Global);
    await markIs(editor, "bounded");
    await settings.update("threads", undefined, vscode.ConfigurationTarget.Global);
    await markIs(editor, "proved");
  },

  "code actions: more threads, twice as many, any number": async () => {
    const editor = await openExample();
    await fix(editor);
    await markIs(editor, "proved");
    const { session } = await api();
    await session.execute("braid.threads", editor.document.uri.toString(), 2);
    await markIs(editor, "bounded");
    await run(await action(editor, "assert(", "Check again with 3 threads"));
    await boundIs(editor, 3);
    await run(await action(editor, "assert(", "Check again with 6 threads"));
    await boundIs(editor, 6);
    await run(await action(editor, "assert(", "Check again with any number of threads"));
    await markIs(editor, "proved");
    await eventually("no error", () => errors(editor.document.uri).length === 0);
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
};

async function boundIs(editor: vscode.TextEditor, threads: number): Promise<void> {
  const { verdicts } = await api();
  const shown = () => verdicts.of(editor.document.uri)?.find(({ kind }) => kind === "assertion");
  await eventually(`proved for ${threads} threads`, () => shown()?.state === "bounded" && shown()?.threads === threads);
}
