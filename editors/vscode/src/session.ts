// The running server: starts it, talks to it, and says what it is doing.

import * as vscode from "vscode";
import {
  CloseAction,
  ErrorAction,
  LanguageClient,
  State as ClientState,
  type ErrorHandler,
  type LanguageClientOptions,
  type Middleware,
  type StaticFeature,
} from "vscode-languageclient/node";
import { find, fits, programName } from "./find";
import { explicitSettings, type Manifest } from "./settings";
import { method, type Status, type Trace, type Verdicts } from "./protocol";
import type { Running, Server } from "./summary";

/** After this many deaths within so many milliseconds the server is left alone. */
const MAX_DEATHS = 4;
const DEATHS_WITHIN = 180_000;

export class Session implements vscode.Disposable {
  private readonly serverChanged = new vscode.EventEmitter<Server>();
  private readonly statusChanged = new vscode.EventEmitter<Status>();
  private readonly verdictsChanged = new vscode.EventEmitter<Verdicts>();
  readonly onServer = this.serverChanged.event;
  readonly onStatus = this.statusChanged.event;
  readonly onVerdicts = this.verdictsChanged.event;

  private client: LanguageClient | undefined;
  private current: Server = { kind: "starting" };
  private deaths: number[] = [];

  constructor(
    private readonly context: vscode.ExtensionContext,
    private readonly log: vscode.OutputChannel,
    private readonly middleware: Middleware,
  ) {}

  get server(): Server {
    return this.current;
  }

  async start(): Promise<void> {
    this.become({ kind: "starting" });
    const found = await find({
      setting: vscode.workspace.getConfiguration("braid").get("server.path", ""),
      bundled: this.context.asAbsolutePath(`server/${programName}`),
      path: process.env.PATH ?? "",
    });
    if (found.kind === "missing") {
      this.log.appendLine(found.message);
      this.become({ kind: "missing", message: found.message });
      void this.offerHelp(found.message);
      return;
    }
    this.log.appendLine(`${found.program} (${found.origin}), version ${found.version}`);
    const client = this.connect(found.program);
    try {
      await client.start();
    } catch (error) {
      const message = `Braid's server does not start: ${error instanceof Error ? error.message : String(error)}`;
      this.become({ kind: "missing", message });
      void this.offerHelp(message);
      return;
    }
    const running = this.running(found.program, found.version);
    this.become(running);
    if (running.warning !== undefined) {
      void this.offerHelp(`${running.warning} Some of it may not work.`);
    }
  }

  /** A server that runs, with what is to be said about its version. */
  private running(program: string, version: string): Running {
    const own = (this.context.extension.packageJSON as Manifest).version;
    if (fits(own, version)) {
      return { kind: "running", version };
    }
    const warning = `This is Braid ${own} for VS Code, but the server is version ${version} (${program}).`;
    return { kind: "running", version, warning };
  }

  async restart(): Promise<void> {
    await this.stop();
    this.deaths = [];
    await this.start();
  }

  async execute(command: string, ...args: unknown[]): Promise<void> {
    await this.client?.sendRequest("workspace/executeCommand", { command, arguments: args });
  }

  async trace(uri: string, id: string): Promise<Trace | null> {
    const trace = (await this.client?.sendRequest<Trace | null>(method.trace, { uri, id })) ?? null;
    return trace === null ? null : withOurUris(trace);
  }

  /** Sends the settings, which have changed. */
  async configure(): Promise<void> {
    await this.client?.sendNotification("workspace/didChangeConfiguration", { settings: { braid: this.settings() } });
  }

  async stop(): Promise<void> {
    const client = this.client;
    this.client = undefined;
    // A server that has died cannot be stopped once more.
    await client?.dispose().catch(() => undefined);
  }

  dispose(): void {
    void this.stop();
  }

  private settings(): Record<string, unknown> {
    return explicitSettings(this.context.extension.packageJSON as Manifest);
  }

  private connect(program: string): LanguageClient {
    const options: LanguageClientOptions = {
      documentSelector: [
        { language: "c", scheme: "file" },
        { language: "c", scheme: "untitled" },
        { pattern: "**/*.h", scheme: "file" },
        { pattern: "**/braid.toml", scheme: "file" },
      ],
      initializationOptions: this.settings(),
      outputChannel: this.log,
      middleware: {
        ...this.middleware,
        workspace: { configuration: ({ items }) => items.map(({ section }) => (section === "braid" ? this.settings() : null)) },
      },
      errorHandler: this.errorHandler(),
    };
    const client = new LanguageClient("braid", "Braid", { command: program, args: ["lsp"] }, options);
    this.client = client;
    client.registerFeature(experimental);
    client.onNotification(method.status, (status: Status) => {
      this.statusChanged.fire(status);
    });
    client.onNotification(method.verdicts, (verdicts: Verdicts) => {
      this.verdictsChanged.fire(verdicts);
    });
    client.onDidChangeState(({ newState }) => {
      if (this.client !== client) {
        return;
      }
      if (newState === ClientState.Stopped) {
        this.become({ kind: "stopped" });
      } else if (newState === ClientState.Running) {
        const version = client.initializeResult?.serverInfo?.version ?? "";
        this.become(this.running(program, version));
      }
    });
    return client;
  }

  private errorHandler(): ErrorHandler {
    return {
      error: () => ({ action: ErrorAction.Continue }),
      closed: () => {
        const now = Date.now();
        this.deaths = [...this.deaths.filter((death) => now - death < DEATHS_WITHIN), now];
        if (this.deaths.length <= MAX_DEATHS) {
          return { action: CloseAction.Restart, handled: true };
        }
        this.become({ kind: "stopped" });
        void this.offerHelp(`Braid's server ended ${this.deaths.length} times within three minutes and was not started again.`);
        return { action: CloseAction.DoNotRestart, handled: true };
      },
    };
  }

  private become(server: Server): void {
    this.current = server;
    this.serverChanged.fire(server);
  }

  private async offerHelp(message: string): Promise<void> {
    const settings = "Open Setting";
    const restart = "Try Again";
    const log = "Show Log";
    const chosen = await vscode.window.showWarningMessage(message, settings, restart, log);
    if (chosen === settings) {
      await vscode.commands.executeCommand("workbench.action.openSettings", "braid.server.path");
    } else if (chosen === restart) {
      await this.restart();
    } else if (chosen === log) {
      this.log.show();
    }
  }
}

/** The server escapes fewer characters than VS Code does. */
function withOurUris(trace: Trace): Trace {
  const ours = (uri: string) => vscode.Uri.parse(uri).toString();
  return { ...trace, uri: ours(trace.uri), steps: trace.steps.map((step) => ({ ...step, uri: ours(step.uri) })) };
}

const experimental: StaticFeature = {
  fillClientCapabilities(capabilities) {
    const before = capabilities.experimental as object | undefined;
    capabilities.experimental = { ...before, braid: true };
  },
  initialize: () => undefined,
  getState: () => ({ kind: "static" }),
  clear: () => undefined,
};
