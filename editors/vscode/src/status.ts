// The item in the status bar.

import * as vscode from "vscode";
import type { Status } from "./protocol";
import type { Session } from "./session";
import { summarise, type Summary } from "./summary";
import type { VerdictStore } from "./verdicts";

export class StatusItem implements vscode.Disposable {
  private readonly item: vscode.StatusBarItem;
  private readonly subscriptions: vscode.Disposable;
  private status: Status | undefined;
  private since = 0;
  private clock: NodeJS.Timeout | undefined;
  private drawn: Summary = { text: "", tooltip: "", colour: "plain" };

  constructor(
    private readonly session: Session,
    private readonly verdicts: VerdictStore,
  ) {
    this.item = vscode.window.createStatusBarItem("braid.status", vscode.StatusBarAlignment.Left, 10);
    this.item.name = "Braid";
    this.item.command = "braid.menu";
    const draw = () => {
      this.draw();
    };
    this.subscriptions = vscode.Disposable.from(
      this.item,
      session.onServer((server) => {
        if (server.kind !== "running") {
          this.take(undefined);
        }
        draw();
      }),
      session.onStatus((status) => {
        this.take(status);
        draw();
      }),
      verdicts.onDidChange(draw),
      vscode.window.onDidChangeActiveTextEditor(draw),
    );
    draw();
    this.item.show();
  }

  get shown(): Summary {
    return this.drawn;
  }

  get isChecking(): boolean {
    return this.status?.state === "checking";
  }

  dispose(): void {
    clearInterval(this.clock);
    this.subscriptions.dispose();
  }

  private take(status: Status | undefined): void {
    const wasChecking = this.isChecking;
    this.status = status;
    if (this.isChecking && !wasChecking) {
      this.since = Date.now();
      this.clock = setInterval(() => {
        this.draw();
      }, 1000);
    } else if (!this.isChecking) {
      clearInterval(this.clock);
    }
  }

  private draw(): void {
    // The trace view and the panels are no text: what is said stays about the text beside them.
    const editor = vscode.window.activeTextEditor ?? vscode.window.visibleTextEditors.find(({ document }) => this.verdicts.of(document.uri));
    this.drawn = summarise({
      server: this.session.server,
      status: this.status,
      properties: editor === undefined ? undefined : this.verdicts.of(editor.document.uri),
      seconds: Math.floor((Date.now() - this.since) / 1000),
    });
    const { text, tooltip, colour } = this.drawn;
    this.item.text = text;
    this.item.tooltip = tooltip;
    this.item.accessibilityInformation = { label: `${text.replace(/\$\([^)]*\)\s*/g, "")}. ${tooltip}` };
    this.item.backgroundColor =
      colour === "plain" ? undefined : new vscode.ThemeColor(`statusBarItem.${colour}Background`);
  }
}
