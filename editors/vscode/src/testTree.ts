// Thread functions and their assertions as a tree of tests.
//
// Tests have no range: VS Code would put its own mark over ours, which says more. A button leads to the line.

import * as vscode from "vscode";
import { forThreads, isShown, withThreads } from "./marks";
import { command, type Property } from "./protocol";
import type { Session } from "./session";
import type { VerdictStore } from "./verdicts";

interface Run {
  run: vscode.TestRun;
  uris: Set<string>;
}

export class TestTree implements vscode.Disposable {
  readonly controller = vscode.tests.createTestController("braid", "Braid");
  private readonly subscriptions: vscode.Disposable;
  /** What the user started and is not answered yet. */
  private asked: Run[] = [];

  constructor(
    private readonly session: Session,
    private readonly verdicts: VerdictStore,
  ) {
    this.controller.createRunProfile("Check", vscode.TestRunProfileKind.Run, (request, token) => {
      this.check(request, token);
    }, true);
    this.subscriptions = vscode.Disposable.from(
      this.controller,
      verdicts.onDidChange((uri) => {
        this.update(uri);
      }),
      session.onStatus((status) => {
        if (status.state === "stopped" || status.state === "failed") {
          this.endAll();
        }
      }),
      session.onServer((server) => {
        if (server.kind !== "running") {
          this.endAll();
        }
      }),
    );
  }

  /** From a test to its assertion. */
  async reveal(item: vscode.TestItem): Promise<void> {
    const property = item.uri === undefined ? undefined : this.verdicts.of(item.uri)?.find(({ id }) => id === item.id);
    if (item.uri !== undefined && property !== undefined) {
      const { line, character } = property.range.start;
      const selection = new vscode.Range(line, character, line, character);
      await vscode.window.showTextDocument(item.uri, { selection });
    }
  }

  dispose(): void {
    this.endAll();
    this.subscriptions.dispose();
  }

  private check(request: vscode.TestRunRequest, token: vscode.CancellationToken): void {
    const files = new Set((request.include ?? values(this.controller.items)).map((item) => item.uri?.toString() ?? ""));
    const run = this.controller.createTestRun(request);
    for (const item of values(this.controller.items).filter((file) => files.has(file.id)).flatMap(leaves)) {
      run.started(item);
    }
    this.asked.push({ run, uris: files });
    token.onCancellationRequested(() => {
      void this.session.execute(command.stop);
      this.endAll();
    });
    for (const file of files) {
      void this.session.execute(command.check, file);
    }
  }

  private update(uri: vscode.Uri): void {
    const properties = this.verdicts.of(uri)?.filter(isShown) ?? [];
    if (properties.length === 0) {
      this.controller.items.delete(uri.toString());
      return;
    }
    const file = this.draw(uri, properties);
    if (properties.some(({ state }) => state === "checking" || state === "stale")) {
      this.controller.invalidateTestResults(file);
      return;
    }
    const asked = this.asked.filter(({ uris }) => uris.has(uri.toString()));
    const run = asked[0]?.run ?? this.controller.createTestRun(new vscode.TestRunRequest([file]), undefined, false);
    for (const item of leaves(file)) {
      const property = properties.find(({ id }) => item.id === id);
      if (property !== undefined) {
        tell(run, item, property);
      }
    }
    if (asked.length === 0) {
      run.end();
    }
    for (const { run: answered, uris } of asked) {
      uris.delete(uri.toString());
      if (uris.size === 0) {
        answered.end();
      }
    }
    this.asked = this.asked.filter(({ uris }) => uris.size > 0);
  }

  private draw(uri: vscode.Uri, properties: readonly Property[]): vscode.TestItem {
    let file = this.controller.items.get(uri.toString());
    if (file === undefined) {
      file = this.controller.createTestItem(uri.toString(), vscode.workspace.asRelativePath(uri), uri);
      this.controller.items.add(file);
    }
    const functions = [...new Set(properties.map((property) => property.function))];
    file.children.replace(
      functions.map((name) => {
        const group = this.controller.createTestItem(name, name, uri);
        const own = properties.filter((property) => property.function === name);
        group.children.replace(own.map((property) => this.leaf(uri, property)));
        return group;
      }),
    );
    return file;
  }

  private leaf(uri: vscode.Uri, property: Property): vscode.TestItem {
    const item = this.controller.createTestItem(property.id, property.text, uri);
    item.sortText = String(property.range.start.line).padStart(8, "0");
    item.description = describe(property);
    return item;
  }

  private endAll(): void {
    for (const { run } of this.asked) {
      run.end();
    }
    this.asked = [];
  }
}

function describe(property: Property): string {
  const trusting = property.assumptions.length > 0 ? ", trusting assumptions" : "";
  switch (property.state) {
    case "proved":
    case "bounded":
      return `${property.threads === "any" ? "any number of threads" : forThreads(property.threads)}${trusting}`;
    case "violated":
      return `fails${withThreads(property.threads)}`;
    default:
      return property.state;
  }
}

function tell(run: vscode.TestRun, item: vscode.TestItem, property: Property): void {
  switch (property.state) {
    case "proved":
    case "bounded":
      run.passed(item);
      break;
    case "violated":
      run.failed(item, new vscode.TestMessage(property.message));
      break;
    default:
      run.skipped(item);
  }
}

function values(items: vscode.TestItemCollection): vscode.TestItem[] {
  return [...items].map(([, item]) => item);
}

function leaves(item: vscode.TestItem): vscode.TestItem[] {
  return item.children.size === 0 ? [item] : values(item.children).flatMap(leaves);
}
