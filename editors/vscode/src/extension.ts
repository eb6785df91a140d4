// Starts the parts and connects them. What it returns is for the tests.

import * as vscode from "vscode";
import type { Middleware } from "vscode-languageclient/node";
import { openExample, watchExample } from "./example";
import { Gutter } from "./gutter";
import { chooseThreads, showMenu } from "./menu";
import { command } from "./protocol";
import { Session } from "./session";
import { StatusItem } from "./status";
import { TestTree } from "./testTree";
import { TracePanel } from "./trace/panel";
import { openTrace, watchTraces } from "./trace/open";
import { linkToTrace } from "./trace/link";
import { VerdictStore } from "./verdicts";

export interface Api {
  session: Session;
  verdicts: VerdictStore;
  gutter: Gutter;
  status: StatusItem;
  tests: TestTree;
  trace: TracePanel;
}

export function activate(context: vscode.ExtensionContext): Api {
  const log = vscode.window.createOutputChannel("Braid");
  const middleware: Middleware = {
    executeCommand: (id, args: unknown[], next) =>
      id === command.showTrace ? openTrace(parts, args[0] as string, args[1] as string) : (next(id, args) as unknown),
    handleDiagnostics: (uri, diagnostics, next) => {
      next(uri, diagnostics.map((diagnostic) => linkToTrace(uri, diagnostic)));
    },
  };
  const session = new Session(context, log, middleware);
  const verdicts = new VerdictStore(session);
  const status = new StatusItem(session, verdicts);
  const trace = new TracePanel(context);
  const parts = { session, verdicts, trace };
  const api: Api = { ...parts, status, gutter: new Gutter(context, verdicts), tests: new TestTree(session, verdicts) };
  const { gutter, tests } = api;
  context.subscriptions.push(log, trace, tests, gutter, status, verdicts, session);
  context.subscriptions.push(watchTraces(verdicts), watchExample(context, verdicts));

  const register = (id: string, run: (...args: never[]) => unknown) => {
    context.subscriptions.push(vscode.commands.registerCommand(id, run));
  };
  const inFile = (run: (uri: vscode.Uri) => unknown) => () => {
    const uri = vscode.window.activeTextEditor?.document.uri ?? vscode.window.visibleTextEditors[0]?.document.uri;
    return uri === undefined ? undefined : run(uri);
  };
  register("braid.menu", () => showMenu(session, status.isChecking));
  register("braid.checkFile", inFile((uri) => session.execute(command.check, uri.toString())));
  register("braid.stopChecking", () => session.execute(command.stop));
  register("braid.chooseThreads", inFile((uri) => chooseThreads(session, uri)));
  register("braid.openTrace", (uri?: string, id?: string | null, line?: number) => openTrace(parts, uri, id, line));
  register("braid.nextStep", () => {
    trace.move(1);
  });
  register("braid.previousStep", () => {
    trace.move(-1);
  });
  register("braid.goToAssertion", (item: vscode.TestItem) => tests.reveal(item));
  register("braid.effectiveSettings", () => session.execute(command.showSettings));
  register("braid.showLog", () => {
    log.show();
  });
  register("braid.restart", () => session.restart());
  register("braid.openExample", () => openExample(context));

  context.subscriptions.push(
    vscode.workspace.onDidChangeConfiguration((event) => {
      if (event.affectsConfiguration("braid.server.path")) {
        void session.restart();
      } else if (event.affectsConfiguration("braid")) {
        void session.configure();
      }
    }),
    vscode.workspace.onDidGrantWorkspaceTrust(() => session.restart()),
  );
  void session.start();
  return api;
}

export function deactivate(): void {
  // Everything is in the subscriptions.
}
