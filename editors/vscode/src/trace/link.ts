// Makes the code of a diagnostic, as the Problems panel and the hover show it, a link to the trace.

import * as vscode from "vscode";

export function linkToTrace(uri: vscode.Uri, diagnostic: vscode.Diagnostic): vscode.Diagnostic {
  const { code, range, severity, relatedInformation } = diagnostic;
  const value = typeof code === "object" ? code.value : code;
  const hasStory = severity === vscode.DiagnosticSeverity.Error && (relatedInformation?.length ?? 0) > 0;
  if (value === undefined || !hasStory) {
    return diagnostic;
  }
  const args = encodeURIComponent(JSON.stringify([uri.toString(), null, range.start.line]));
  diagnostic.code = { value, target: vscode.Uri.parse(`command:braid.openTrace?${args}`) };
  return diagnostic;
}
