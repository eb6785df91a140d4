import * as assert from "node:assert/strict";
import * as fs from "node:fs";
import * as path from "node:path";
import * as vscode from "vscode";
import type { Api } from "../../src/extension";

export type Tests = Record<string, () => Promise<void>>;

export const PATIENCE_MS = 30_000;

export function environment(name: string): string {
  const value = process.env[name];
  assert.ok(value !== undefined, `${name} is not set`);
  return value;
}

export async function api(): Promise<Api> {
  const extension = vscode.extensions.getExtension<Api>("braid.braid");
  assert.ok(extension, "the extension is not there");
  return extension.activate();
}

/** Waits until something is there, and returns it. */
export async function eventually<Value>(what: string, look: () => Value | undefined | false): Promise<Value> {
  const deadline = Date.now() + PATIENCE_MS;
  for (;;) {
    const value = look();
    if (value !== undefined && value !== false) {
      return value;
    }
    assert.ok(Date.now() < deadline, `not within ${PATIENCE_MS} ms: ${what}`);
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
}

/** Opens the example, as it is shipped. */
export async function openExample(): Promise<vscode.TextEditor> {
  const folder = vscode.workspace.workspaceFolders?.[0]?.uri;
  assert.ok(folder);
  const document = await vscode.workspace.openTextDocument(vscode.Uri.joinPath(folder, "counter.c"));
  const editor = await vscode.window.showTextDocument(document, vscode.ViewColumn.One);
  const original = fs.readFileSync(path.join(folder.fsPath, "counter.c"), "utf8");
  if (document.getText() !== original) {
    await replaceAll(editor, original);
  }
  return editor;
}

export async function replaceAll(editor: vscode.TextEditor, text: string): Promise<void> {
  const { document } = editor;
  const everything = new vscode.Range(0, 0, document.lineCount, 0);
  assert.ok(await editor.edit((edit) => {
    edit.replace(everything, text);
  }));
}

/** Takes the two calls of the lock out of their comments. */
export async function fix(editor: vscode.TextEditor): Promise<void> {
  await replaceAll(editor, editor.document.getText().replaceAll("// pthread", "pthread"));
}

export function lineOf(document: vscode.TextDocument, text: string): number {
  const line = document.getText().split("\n").findIndex((candidate) => candidate.includes(text));
  assert.ok(line >= 0, text);
  return line;
}

export function errors(uri: vscode.Uri): vscode.Diagnostic[] {
  return vscode.languages.getDiagnostics(uri).filter(({ severity }) => severity === vscode.DiagnosticSeverity.Error);
}

/** The servers that this extension host has started. */
export function serverProcesses(): number[] {
  return fs.readdirSync("/proc").map(Number).filter((pid) => {
    try {
      const parent = /^PPid:\s*(\d+)/m.exec(fs.readFileSync(`/proc/${pid}/status`, "utf8"))?.[1];
      const words = fs.readFileSync(`/proc/${pid}/cmdline`, "utf8").split("\0");
      return pid > 0 && Number(parent) === process.pid && words.includes("lsp");
    } catch {
      return false; // It has ended while we looked.
    }
  });
}

export async function useServer(program: string): Promise<void> {
  const settings = vscode.workspace.getConfiguration("braid");
  await settings.update("server.path", program, vscode.ConfigurationTarget.Global);
}

export async function markIs(editor: vscode.TextEditor, mark: string): Promise<void> {
  const { gutter } = await api();
  const shown = () => gutter.shown(editor.document.uri).get(lineOf(editor.document, "assert("));
  await eventually(`the mark is ${mark}`, () => shown() === mark);
}

export async function statusIs(text: string): Promise<void> {
  const { status } = await api();
  await eventually(`the status is ${text}, not ${status.shown.text}`, () => status.shown.text.includes(text));
}
