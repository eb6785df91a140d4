// What the server says beyond the standard protocol; see lsp/PROTOCOL.md.

export interface Position {
  line: number;
  character: number;
}

export interface Range {
  start: Position;
  end: Position;
}

export interface Status {
  state: "idle" | "checking" | "stopped" | "failed";
  uri: string | null;
  message: string;
  phase: string | null;
  round: number | null;
  predicates: number | null;
  threads: number | null;
}

export type State = "proved" | "bounded" | "violated" | "unknown" | "checking" | "stale";

export interface Property {
  id: string;
  kind: string;
  range: Range;
  function: string;
  text: string;
  state: State;
  threads: "any" | number | null;
  minimal: boolean;
  message: string;
  assumptions: string[];
  hasTrace: boolean;
}

export interface Verdicts {
  uri: string;
  version: number | null;
  properties: Property[];
}

export interface Write {
  name: string;
  old: string | null;
  new: string;
  /** Whether other threads can see it. */
  shared: boolean;
}

export interface Step {
  thread: number;
  function: string;
  uri: string;
  range: Range;
  text: string;
  story: string;
  writes: Write[];
  switch: boolean;
  conflicts: number[];
  failure: boolean;
}

export interface Thread {
  name: string;
  template: string;
}

export interface Trace {
  title: string;
  uri: string;
  version: number | null;
  threads: Thread[];
  steps: Step[];
}

export const method = {
  status: "braid/status",
  verdicts: "braid/verdicts",
  trace: "braid/trace",
} as const;

export const command = {
  check: "braid.check",
  stop: "braid.stop",
  threads: "braid.threads",
  showTrace: "braid.showTrace",
  showSettings: "braid.showSettings",
} as const;
