// The current step of a trace in the source: its line, what it changes, and where the other threads are.

import * as vscode from "vscode";
import type { Step, Trace } from "../protocol";
import { whereOthersAre } from "./model";

export interface Note {
  line: number;
  text: string;
  kind: "current" | "failure" | "waiting";
}

/** What is written beside the lines of one document, at one step. */
export function notesFor(trace: Trace, at: number, uri: string): Note[] {
  const step = trace.steps[at];
  const name = (thread: number) => trace.threads[thread]?.name ?? "";
  const notes: Note[] = [];
  if (step?.uri === uri) {
    const text = `${name(step.thread)} ${step.story}`;
    notes.push({ line: step.range.start.line, text, kind: step.failure ? "failure" : "current" });
  }
  const waiting = new Map<number, string[]>();
  for (const other of whereOthersAre(trace, at).filter(({ step: { uri: where } }) => where === uri)) {
    const line = other.step.range.start.line;
    waiting.set(line, [...(waiting.get(line) ?? []), name(other.thread)]);
  }
  for (const [line, names] of waiting) {
    const text = `${names.join(", ")} ${names.length === 1 ? "goes" : "go"} on here`;
    const same = notes.find((note) => note.line === line);
    if (same === undefined) {
      notes.push({ line, text, kind: "waiting" });
    } else {
      same.text += ` · ${text}`;
    }
  }
  return notes;
}

export class Source implements vscode.Disposable {
  private readonly types: Record<Note["kind"], vscode.TextEditorDecorationType> = {
    current: decorationType("editor.stackFrameHighlightBackground", "editor.foreground"),
    failure: decorationType("diffEditor.removedLineBackground", "editorError.foreground"),
    waiting: decorationType(undefined, "editorCodeLens.foreground"),
  };

  async reveal(step: Step, column: vscode.ViewColumn | undefined, focus: "keep" | "take"): Promise<void> {
    const uri = vscode.Uri.parse(step.uri);
    const { start } = step.range;
    const range = new vscode.Range(start.line, start.character, start.line, start.character);
    const visible = vscode.window.visibleTextEditors.find((editor) => editor.document.uri.toString() === uri.toString());
    if (visible !== undefined && focus === "keep") {
      visible.revealRange(range, vscode.TextEditorRevealType.InCenterIfOutsideViewport);
      return;
    }
    await vscode.window.showTextDocument(uri, {
      viewColumn: visible?.viewColumn ?? column ?? vscode.ViewColumn.One,
      preserveFocus: focus === "keep",
      ...(focus === "take" ? { selection: range } : {}),
    });
  }

  draw(trace: Trace, at: number): void {
    for (const editor of vscode.window.visibleTextEditors) {
      const notes = notesFor(trace, at, editor.document.uri.toString());
      this.set(editor, notes);
    }
  }

  clear(): void {
    for (const editor of vscode.window.visibleTextEditors) {
      this.set(editor, []);
    }
  }

  dispose(): void {
    for (const type of Object.values(this.types)) {
      type.dispose();
    }
  }

  private set(editor: vscode.TextEditor, notes: Note[]): void {
    for (const [kind, type] of Object.entries(this.types)) {
      const drawn = notes.filter((note) => note.kind === kind && note.line < editor.document.lineCount);
      editor.setDecorations(
        type,
        drawn.map(({ line, text }) => ({
          range: editor.document.lineAt(line).range,
          renderOptions: { after: { contentText: text } },
        })),
      );
    }
  }
}

function decorationType(background: string | undefined, text: string): vscode.TextEditorDecorationType {
  return vscode.window.createTextEditorDecorationType({
    isWholeLine: true,
    ...(background === undefined ? {} : { backgroundColor: new vscode.ThemeColor(background) }),
    after: { margin: "0 0 0 2em", fontStyle: "italic", color: new vscode.ThemeColor(text) },
  });
}
