// A mark beside every assertion.

import * as vscode from "vscode";
import { marks, marksByLine, type Mark } from "./marks";
import type { Property } from "./protocol";
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
        drawn.map(([line, on]) => decoration(editor.document, line, on.properties)),
      );
    }
  }
}

function decoration(document: vscode.TextDocument, line: number, properties: Property[]): vscode.DecorationOptions {
  const range = document.validateRange(new vscode.Range(line, 0, line, 0));
  const trusted = [...new Set(properties.flatMap((property) => property.assumptions))];
  if (trusted.length === 0) {
    return { range };
  }
  const hover = new vscode.MarkdownString("**Braid** trusts, and does not check:\n\n");
  hover.appendMarkdown(trusted.map((assumption) => `- ${escape(assumption)}\n`).join(""));
  return { range: document.lineAt(range.start.line).range, hoverMessage: hover };
}

function escape(text: string): string {
  return text.replace(/[\\*_{}[\]()#+\-.!<>|]/g, "\\$&");
}
