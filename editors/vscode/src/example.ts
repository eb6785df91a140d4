// The example of the walkthrough.

import * as vscode from "vscode";
import type { VerdictStore } from "./verdicts";

/** A copy in the extension's own storage: the user edits it, and can have it fresh again. */
export async function openExample(context: vscode.ExtensionContext): Promise<void> {
  const original = vscode.Uri.joinPath(context.extensionUri, "examples", "counter.c");
  const copy = copyOf(context);
  await vscode.workspace.fs.createDirectory(context.globalStorageUri);
  await vscode.workspace.fs.copy(original, copy, { overwrite: true });
  // Not as a preview, which would take the place of the walkthrough.
  await vscode.window.showTextDocument(copy, { preview: false });
}

/** Tells the walkthrough when the example is proved. */
export function watchExample(context: vscode.ExtensionContext, verdicts: VerdictStore): vscode.Disposable {
  return verdicts.onDidChange((uri) => {
    const properties = verdicts.of(uri) ?? [];
    if (uri.toString() === copyOf(context).toString() && properties.length > 0 && properties.every(({ state }) => state === "proved")) {
      void vscode.commands.executeCommand("setContext", "braid.exampleProved", true);
    }
  });
}

function copyOf(context: vscode.ExtensionContext): vscode.Uri {
  return vscode.Uri.joinPath(context.globalStorageUri, "counter.c");
}
