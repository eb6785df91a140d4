// What the status bar says. Knows nothing of VS Code but the names of its icons.

import { isClaim, isShown } from "./marks";
import type { Property, Status } from "./protocol";

export interface Running {
  kind: "running";
  version: string;
  warning?: string;
}

export type Server = { kind: "starting" } | { kind: "missing"; message: string } | { kind: "stopped" } | Running;

export interface Situation {
  server: Server;
  status: Status | undefined;
  /** Of the file that is looked at; undefined if none of Braid's files is. */
  properties: readonly Property[] | undefined;
  /** How long the present check has taken. */
  seconds: number;
}

export interface Summary {
  text: string;
  tooltip: string;
  colour: "plain" | "warning" | "error";
}

export function summarise(situation: Situation): Summary {
  const summary = summariseState(situation);
  const warning = situation.server.kind === "running" ? situation.server.warning : undefined;
  // It was told once when the server started, and is easily missed.
  return warning === undefined ? summary : { ...summary, tooltip: `${summary.tooltip} ${warning}` };
}

function summariseState({ server, status, properties, seconds }: Situation): Summary {
  switch (server.kind) {
    case "starting":
      return plain("$(loading~spin) Braid", "Braid is starting.");
    case "missing":
      return { text: "$(warning) Braid: no server", tooltip: server.message, colour: "warning" };
    case "stopped":
      return { text: "$(warning) Braid: server stopped", tooltip: "The server has ended. Restart it from the menu.", colour: "warning" };
    case "running":
      break;
  }
  if (status?.state === "checking") {
    return plain(`$(sync~spin) Braid: ${round(status)}${clock(seconds)}`, sentence(status.message));
  }
  if (status?.state === "failed") {
    return { text: "$(error) Braid: failed", tooltip: sentence(status.message), colour: "error" };
  }
  const counted = properties === undefined ? undefined : count(properties);
  if (counted === undefined || counted.total === 0) {
    const tooltip = properties === undefined ? `Braid ${server.version}` : "There is no assertion in this file.";
    return plain("$(circle-outline) Braid", tooltip);
  }
  const result = settled(counted);
  if (status?.state === "stopped" && counted.open > 0) {
    return { ...result, text: `$(debug-stop) Braid: stopped, ${counted.proved} of ${counted.total} proved` };
  }
  return result;
}

interface Counted {
  total: number;
  proved: number;
  bounded: number;
  violated: number;
  trusting: number;
  /** Neither proved nor violated, for the text that is there now. */
  open: number;
}

function count(properties: readonly Property[]): Counted {
  const shown = properties.filter(isShown);
  const holds = shown.filter(({ state }) => state === "proved" || state === "bounded");
  const violated = shown.filter(({ state }) => state === "violated").length;
  return {
    total: shown.length,
    proved: holds.length,
    bounded: holds.filter(({ state }) => state === "bounded").length,
    violated,
    trusting: holds.filter((property) => isClaim(property) && property.assumptions.length > 0).length,
    open: shown.length - holds.length - violated,
  };
}

function settled(counted: Counted): Summary {
  const { total, proved, bounded, violated, trusting, open } = counted;
  const parts = [
    proved - bounded > 0 ? `${proved - bounded} proved for any number of threads` : "",
    bounded > 0 ? `${bounded} proved for a limited number of threads` : "",
    violated > 0 ? `${violated} violated` : "",
    open > 0 ? `${open} open` : "",
    trusting > 0 ? `${trusting} of the proofs trust assumptions of the file` : "",
  ];
  const tooltip = sentence(parts.filter((part) => part !== "").join(", "));
  if (violated > 0) {
    return { text: `$(error) Braid: ${violated} violated`, tooltip, colour: "error" };
  }
  if (open > 0) {
    return plain(`$(question) Braid: ${proved} of ${total} proved`, tooltip);
  }
  const icon = trusting > 0 ? "$(warning)" : bounded > 0 ? "$(pass)" : "$(pass-filled)";
  return plain(`${icon} Braid: ${proved} of ${total} proved`, tooltip);
}

function plain(text: string, tooltip: string): Summary {
  return { text, tooltip, colour: "plain" };
}

function round(status: Status): string {
  return status.round === null ? "checking" : `round ${status.round}`;
}

function clock(seconds: number): string {
  return seconds < 1 ? "" : seconds < 60 ? `, ${seconds} s` : `, ${Math.floor(seconds / 60)} min ${seconds % 60} s`;
}

function sentence(text: string): string {
  return text === "" ? "" : `${text[0]?.toUpperCase() ?? ""}${text.slice(1)}.`;
}
