// The trace view: a panel beside the source, and the source's decorations that go with it.

import { randomBytes } from "node:crypto";
import * as vscode from "vscode";
import type { Trace } from "../protocol";
import type { FromView, ToView } from "./messages";
import { clamp, failureOf } from "./model";
import { notesFor, Source, type Note } from "./source";

interface Open {
  panel: vscode.WebviewPanel;
  trace: Trace;
  step: number;
  stale: boolean;
}

export class TracePanel implements vscode.Disposable {
  private readonly source = new Source();
  private readonly subscriptions: vscode.Disposable;
  private open: Open | undefined;
  /** Whether the view's script listens. When it begins to, it asks for what is shown. */
  private listens = false;
  private sourceColumn: vscode.ViewColumn | undefined;

  constructor(private readonly context: vscode.ExtensionContext) {
    this.subscriptions = vscode.Disposable.from(
      this.source,
      vscode.window.onDidChangeVisibleTextEditors(() => {
        this.decorate();
      }),
      vscode.workspace.onDidChangeTextDocument(({ document, contentChanges }) => {
        if (contentChanges.length > 0 && this.open?.trace.steps.some(({ uri }) => uri === document.uri.toString())) {
          this.becomeStale();
        }
      }),
    );
  }

  /** What is shown now: the trace, the step, and what is written in a document. */
  get shown(): { trace: Trace; step: number; stale: boolean } | undefined {
    return this.open;
  }

  notes(uri: vscode.Uri): Note[] {
    return this.open === undefined || this.open.stale ? [] : notesFor(this.open.trace, this.open.step, uri.toString());
  }

  show(trace: Trace): void {
    this.sourceColumn = vscode.window.activeTextEditor?.viewColumn ?? this.sourceColumn;
    const panel = this.open?.panel ?? this.create();
    panel.title = "Braid: trace";
    this.open = { panel, trace, step: failureOf(trace), stale: isStale(trace) };
    panel.reveal(panel.viewColumn ?? vscode.ViewColumn.Beside, false);
    this.send({ type: "show", trace, step: this.open.step, stale: this.open.stale });
    this.select(this.open.step);
    void vscode.commands.executeCommand("setContext", "braid.traceOpen", true);
  }

  move(by: 1 | -1): void {
    if (this.open !== undefined) {
      const step = clamp(this.open.trace, this.open.step + by);
      this.send({ type: "select", step });
      this.select(step);
    }
  }

  close(): void {
    this.open?.panel.dispose();
  }

  dispose(): void {
    this.close();
    this.subscriptions.dispose();
  }

  private create(): vscode.WebviewPanel {
    this.listens = false;
    const dist = vscode.Uri.joinPath(this.context.extensionUri, "dist");
    const panel = vscode.window.createWebviewPanel("braid.trace", "Braid: trace", vscode.ViewColumn.Beside, {
      enableScripts: true,
      localResourceRoots: [dist],
      retainContextWhenHidden: true,
    });
    panel.iconPath = vscode.Uri.joinPath(this.context.extensionUri, "media/marks/violated.svg");
    panel.webview.html = page(panel.webview, dist);
    panel.webview.onDidReceiveMessage((message: FromView) => {
      this.receive(message);
    });
    panel.onDidDispose(() => {
      this.open = undefined;
      this.source.clear();
      void vscode.commands.executeCommand("setContext", "braid.traceOpen", false);
    });
    return panel;
  }

  private receive(message: FromView): void {
    if (this.open === undefined) {
      return;
    }
    const { trace, step, stale } = this.open;
    switch (message.type) {
      case "ready":
        this.listens = true;
        this.send({ type: "show", trace, step, stale });
        break;
      case "select":
        this.select(clamp(trace, message.step));
        break;
      case "source":
        this.reveal("take");
        break;
    }
  }

  private select(step: number): void {
    if (this.open !== undefined) {
      this.open.step = step;
      this.reveal("keep");
      this.decorate();
    }
  }

  private reveal(focus: "keep" | "take"): void {
    const step = this.open?.trace.steps[this.open.step];
    if (step !== undefined) {
      void this.source.reveal(step, this.sourceColumn, focus);
    }
  }

  private decorate(): void {
    if (this.open !== undefined && !this.open.stale) {
      this.source.draw(this.open.trace, this.open.step);
    } else {
      this.source.clear();
    }
  }

  private becomeStale(): void {
    if (this.open !== undefined && !this.open.stale) {
      this.open.stale = true;
      this.source.clear();
      this.send({ type: "stale", stale: true });
    }
  }

  private send(message: ToView): void {
    if (this.listens) {
      void this.open?.panel.webview.postMessage(message);
    }
  }
}

function isStale(trace: Trace): boolean {
  const document = vscode.workspace.textDocuments.find(({ uri }) => uri.toString() === trace.uri);
  return document !== undefined && trace.version !== null && trace.version < document.version;
}

function page(webview: vscode.Webview, dist: vscode.Uri): string {
  const nonce = randomBytes(16).toString("base64");
  const file = (name: string) => webview.asWebviewUri(vscode.Uri.joinPath(dist, name)).toString();
  return `<!DOCTYPE html>
<html lang="en">
<head>
  <meta charset="utf-8">
  <meta http-equiv="Content-Security-Policy"
    content="default-src 'none'; style-src ${webview.cspSource}; script-src 'nonce-${nonce}';">
  <link rel="stylesheet" href="${file("trace.css")}">
  <title>Braid: trace</title>
</head>
<body>
  <script nonce="${nonce}" src="${file("trace.js")}"></script>
</body>
</html>`;
}
