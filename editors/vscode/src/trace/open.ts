// From anything that names a violation to its trace.

import * as vscode from "vscode";
import type { Property } from "../protocol";
import type { Session } from "../session";
import type { VerdictStore } from "../verdicts";
import type { TracePanel } from "./panel";

interface Parts {
  session: Session;
  verdicts: VerdictStore;
  trace: TracePanel;
}

/** Without an id, the trace of the assertion in that line or at the cursor, else the only one, else the one chosen. */
export async function openTrace(
  { session, verdicts, trace }: Parts,
  uri?: string,
  id?: string | null,
  inLine?: number,
): Promise<void> {
  const editor = vscode.window.activeTextEditor ?? vscode.window.visibleTextEditors[0];
  const where = uri ?? editor?.document.uri.toString() ?? (await uncovered(verdicts));
  if (where === undefined) {
    void vscode.window.showInformationMessage("Braid: nothing is violated in the files that are open.");
    return;
  }
  const atCursor = editor?.document.uri.toString() === where ? editor.selection.active.line : undefined;
  const chosen = id ?? (await choose(verdicts.of(vscode.Uri.parse(where)) ?? [], inLine ?? atCursor));
  if (chosen === undefined) {
    return;
  }
  const found = await session.trace(where, chosen);
  if (found === null) {
    void vscode.window.showInformationMessage("Braid: there is no trace any more; the text has changed.");
  } else {
    trace.show(found);
  }
}

/** A file with a trace that is open, but covered by something that is no file, as the walkthrough is. Uncovers it. */
async function uncovered(verdicts: VerdictStore): Promise<string | undefined> {
  const uri = verdicts.uris().find((one) => verdicts.of(one)?.some(({ hasTrace }) => hasTrace));
  if (uri !== undefined) {
    await vscode.window.showTextDocument(uri, { preview: false });
  }
  return uri?.toString();
}

async function choose(properties: readonly Property[], line: number | undefined): Promise<string | undefined> {
  const traced = properties.filter(({ hasTrace }) => hasTrace);
  const here = traced.filter(({ range }) => line !== undefined && range.start.line <= line && line <= range.end.line);
  const only = here.length === 1 ? here[0] : traced.length === 1 ? traced[0] : undefined;
  if (only !== undefined) {
    return only.id;
  }
  if (traced.length === 0) {
    void vscode.window.showInformationMessage("Braid: nothing is violated in this file.");
    return undefined;
  }
  const picks = traced.map(({ id, text, message, range }) => ({
    id,
    label: text,
    description: `line ${range.start.line + 1}`,
    detail: message,
  }));
  const picked = await vscode.window.showQuickPick(picks, { title: "Which violation?" });
  return picked?.id;
}

/** Lets menus know whether the active file has a trace. */
export function watchTraces(verdicts: VerdictStore): vscode.Disposable {
  const update = () => {
    const uri = vscode.window.activeTextEditor?.document.uri;
    const has = uri !== undefined && (verdicts.of(uri) ?? []).some(({ hasTrace }) => hasTrace);
    void vscode.commands.executeCommand("setContext", "braid.hasTrace", has);
  };
  return vscode.Disposable.from(verdicts.onDidChange(update), vscode.window.onDidChangeActiveTextEditor(update));
}
