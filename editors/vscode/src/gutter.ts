// A mark beside every assertion. What it means in words is in the server's hover.

import * as vscode from "vscode";
import { marks, marksByLine, type Mark } from "./marks";
import type { VerdictStore } from "./verdicts";

const rulerColours: Partial<Record<Mark, string>> = {
  violated: "editorOverviewRuler.errorForeground",
  "proved-trusting": "editorOverviewRuler.warningForeground",
  "bounded-trusting": "editorOverviewRuler.warningForeground",
};

export class Gutter implements vscode.Disposable {
  private readonly types: Record<Mark, vscode.TextEditorDecorationType>;
  private readonly subscriptions: vscode.Disposable;

  constructor(
    context: vscode.ExtensionContext,
    private readonly verdicts: VerdictStore,
  ) {
    const type = (mark: Mark): vscode.TextEditorDecorationType => {
      const ruler = rulerColours[mark];
      return vscode.window.createTextEditorDecorationType({
        gutterIconPath: context.asAbsolutePath(`media/marks/${mark}.svg`),
        gutterIconSize: "85%",
        rangeBehavior: vscode.DecorationRangeBehavior.ClosedClosed,
        ...(ruler === undefined
          ? {}
          : { overviewRulerColor: new vscode.ThemeColor(ruler), overviewRulerLane: vscode.OverviewRulerLane.Left }),
      });
    };
    this.types = Object.fromEntries(marks.map((mark) => [mark, type(mark)])) as Record<Mark, vscode.TextEditorDecorationType>;
    this.subscriptions = vscode.Disposable.from(
      ...Object.values(this.types),
      verdicts.onDidChange((uri) => {
        for (const editor of vscode.window.visibleTextEditors) {
          if (editor.document.uri.toString() === uri.toString()) {
            this.draw(editor);
          }
        }
      }),
      vscode.window.onDidChangeVisibleTextEditors((editors) => {
        for (const editor of editors) {
          this.draw(editor);
        }
      }),
    );
  }

  /** What is drawn in a document: the mark of each line. */
  shown(uri: vscode.Uri): Map<number, Mark> {
    const lines = marksByLine(this.verdicts.of(uri) ?? []);
    return new Map([...lines].map(([line, { mark }]) => [line, mark]));
  }

  dispose(): void {
    this.subscriptions.dispose();
  }

  private draw(editor: vscode.TextEditor): void {
    const lines = marksByLine(this.verdicts.of(editor.document.uri) ?? []);
    for (const mark of marks) {
      const drawn = [...lines].filter(([, on]) => on.mark === mark);
      editor.setDecorations(
        this.types[mark],
        drawn.map(([line]) => editor.document.validateRange(new vscode.Range(line, 0, line, 0))),
      );
    }
  }
}
