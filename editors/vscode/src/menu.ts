// What a click on the status item offers.

import * as vscode from "vscode";
import { command } from "./protocol";
import type { Session } from "./session";

interface Choice extends vscode.QuickPickItem {
  run?: () => Thenable<unknown>;
}

export async function showMenu(session: Session, isChecking: boolean): Promise<void> {
  const run = (id: string) => () => vscode.commands.executeCommand(id);
  const running = session.server.kind === "running";
  const inFile = running && vscode.window.activeTextEditor !== undefined;
  const choices: Choice[] = [
    ...(isChecking ? [{ label: "$(debug-stop) Stop", description: "end all checks", run: run("braid.stopChecking") }] : []),
    ...(inFile
      ? [
          { label: "$(refresh) Check again", description: "the whole file", run: run("braid.checkFile") },
          { label: "$(organization) Threads…", description: "any number, or so many", run: run("braid.chooseThreads") },
          { label: "$(list-ordered) Show trace", description: "how an assertion fails", run: run("braid.openTrace") },
        ]
      : []),
    { label: "", kind: vscode.QuickPickItemKind.Separator },
    ...(running ? [{ label: "$(settings-gear) Show the settings in force", run: run("braid.effectiveSettings") }] : []),
    { label: "$(output) Show log", run: run("braid.showLog") },
    { label: "$(debug-restart) Restart the server", run: run("braid.restart") },
  ];
  const title = session.server.kind === "running" ? `Braid ${session.server.version}` : "Braid";
  const chosen = await vscode.window.showQuickPick(choices, { title });
  await chosen?.run?.();
}

export async function chooseThreads(session: Session, uri: vscode.Uri): Promise<void> {
  const any = { label: "any number", description: "proofs hold for all of them", threads: "any" as const };
  const few = [2, 3, 4].map((threads) => ({ label: `${threads}`, description: `at most ${threads} besides main`, threads }));
  const other = { label: "other…", description: "", threads: "ask" as const };
  const chosen = await vscode.window.showQuickPick([any, ...few, other], {
    title: "How many threads may the program create?",
  });
  if (chosen === undefined) {
    return;
  }
  const threads = chosen.threads === "ask" ? await askNumber() : chosen.threads;
  if (threads !== undefined) {
    await session.execute(command.threads, uri.toString(), threads);
  }
}

async function askNumber(): Promise<number | undefined> {
  const typed = await vscode.window.showInputBox({
    title: "How many threads may the program create?",
    validateInput: (text) => (parse(text) === undefined ? "A number from 1 to 1000" : undefined),
  });
  return typed === undefined ? undefined : parse(typed);
}

function parse(text: string): number | undefined {
  const n = /^\d+$/.test(text.trim()) ? Number(text) : 0;
  return n >= 1 && n <= 1000 ? n : undefined;
}
