// What the trace view and the extension say to each other.

import type { Trace } from "../protocol";

export type ToView =
  | { type: "show"; trace: Trace; step: number; stale: boolean }
  | { type: "select"; step: number }
  | { type: "stale"; stale: boolean };

export type FromView = { type: "ready" } | { type: "select"; step: number } | { type: "source" };
