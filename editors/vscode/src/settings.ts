// What the user has set, as opposed to defaults: those are the server's, and give way to braid.toml and to the
// compilation database.

import * as vscode from "vscode";

export interface Manifest {
  version: string;
  contributes: { configuration: { properties: Record<string, unknown> } };
}

/** Settings of the extension itself, none of the server's business. */
const own = ["server.path", "trace.server"];

export function explicitSettings(manifest: Manifest): Record<string, unknown> {
  const configuration = vscode.workspace.getConfiguration("braid");
  const names = Object.keys(manifest.contributes.configuration.properties).map((name) => name.replace(/^braid\./, ""));
  const set = names
    .filter((name) => !own.includes(name))
    .flatMap((name) => {
      const found = configuration.inspect(name);
      const value = found?.workspaceFolderValue ?? found?.workspaceValue ?? found?.globalValue;
      return value === undefined ? [] : [[name, value] as const];
    });
  return Object.fromEntries(set);
}
