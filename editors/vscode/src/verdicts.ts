// The verdicts of every document, kept true while the user types.

import * as vscode from "vscode";
import { afterEdit } from "./marks";
import type { Property, Verdicts } from "./protocol";
import type { Session } from "./session";

export class VerdictStore implements vscode.Disposable {
  private readonly changed = new vscode.EventEmitter<vscode.Uri>();
  readonly onDidChange = this.changed.event;
  private readonly known = new Map<string, Verdicts>();
  private readonly subscriptions: vscode.Disposable;

  constructor(session: Session) {
    this.subscriptions = vscode.Disposable.from(
      session.onVerdicts((verdicts) => {
        this.receive(verdicts);
      }),
      session.onServer((server) => {
        if (server.kind !== "running") {
          this.forgetAll();
        }
      }),
      vscode.workspace.onDidChangeTextDocument((event) => {
        this.edited(event);
      }),
      vscode.workspace.onDidCloseTextDocument((document) => {
        this.known.delete(key(document.uri));
        this.changed.fire(document.uri);
      }),
    );
  }

  /** Undefined if the server has not said anything about this document. */
  of(uri: vscode.Uri): readonly Property[] | undefined {
    return this.known.get(key(uri))?.properties;
  }

  uris(): vscode.Uri[] {
    return [...this.known.keys()].map((uri) => vscode.Uri.parse(uri));
  }

  dispose(): void {
    this.subscriptions.dispose();
    this.changed.dispose();
  }

  private receive(verdicts: Verdicts): void {
    const uri = vscode.Uri.parse(verdicts.uri);
    const open = vscode.workspace.textDocuments.find((document) => key(document.uri) === key(uri));
    // About an older text: what is there has been moved along with the edits, and stays stale.
    if (open !== undefined && verdicts.version !== null && verdicts.version < open.version) {
      return;
    }
    this.known.set(key(uri), verdicts);
    this.changed.fire(uri);
  }

  private edited({ document, contentChanges }: vscode.TextDocumentChangeEvent): void {
    let verdicts = this.known.get(key(document.uri));
    if (verdicts === undefined || contentChanges.length === 0) {
      return;
    }
    for (const change of contentChanges) {
      verdicts = afterEdit(verdicts, change);
    }
    this.known.set(key(document.uri), verdicts);
    this.changed.fire(document.uri);
  }

  private forgetAll(): void {
    const uris = this.uris();
    this.known.clear();
    for (const uri of uris) {
      this.changed.fire(uri);
    }
  }
}

function key(uri: vscode.Uri): string {
  return uri.toString();
}
