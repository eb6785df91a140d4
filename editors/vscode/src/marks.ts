// What a property is shown as. Knows nothing of VS Code.

import type { Property, Range, Verdicts } from "./protocol";

export const marks = [
  "violated",
  "unknown",
  "checking",
  "stale",
  "bounded-trusting",
  "bounded",
  "proved-trusting",
  "proved",
] as const;

/** In the order in which they are told when a line has several: the worst first. */
export type Mark = (typeof marks)[number];

export function markOf(property: Property): Mark {
  const trusting = property.assumptions.length > 0;
  switch (property.state) {
    case "proved":
      return trusting ? "proved-trusting" : "proved";
    case "bounded":
      return trusting ? "bounded-trusting" : "bounded";
    default:
      return property.state;
  }
}

/** What the user wrote as a claim, as opposed to what every operation has to keep. */
export function isClaim(property: Property): boolean {
  return property.kind === "assertion" || property.kind === "reach-error";
}

/** Operations that keep what they must are not worth a mark. */
export function isShown(property: Property): boolean {
  return isClaim(property) || property.state === "violated" || property.state === "unknown";
}

/** One mark for each line. */
export function marksByLine(properties: readonly Property[]): Map<number, { mark: Mark; properties: Property[] }> {
  const lines = new Map<number, { mark: Mark; properties: Property[] }>();
  for (const property of properties.filter(isShown)) {
    const line = property.range.start.line;
    const mark = markOf(property);
    const before = lines.get(line);
    if (before === undefined) {
      lines.set(line, { mark, properties: [property] });
    } else {
      before.properties.push(property);
      if (marks.indexOf(mark) < marks.indexOf(before.mark)) {
        before.mark = mark;
      }
    }
  }
  return lines;
}

export interface Edit {
  range: Range;
  text: string;
}

/** What is left of the verdicts after an edit, until the server has spoken: everything is stale and has moved. */
export function afterEdit(verdicts: Verdicts, edit: Edit): Verdicts {
  const move = (property: Property): Property => ({
    ...property,
    range: moved(property.range, edit),
    state: property.state === "checking" ? "checking" : "stale",
  });
  return { ...verdicts, properties: verdicts.properties.map(move) };
}

function moved(range: Range, edit: Edit): Range {
  const { start, end } = edit.range;
  if (start.line > range.start.line || (start.line === range.start.line && start.character > range.start.character)) {
    return range;
  }
  const lines = edit.text.split("\n");
  const down = lines.length - 1 - (end.line - start.line);
  const line = (old: number) => Math.max(0, old + down);
  let right = 0;
  if (end.line === range.start.line) {
    const last = lines[lines.length - 1] ?? "";
    right = last.length + (lines.length === 1 ? start.character : 0) - end.character;
  }
  const shift = (position: Range["start"]) => ({
    line: line(position.line),
    character: Math.max(0, position.line === range.start.line ? position.character + right : position.character),
  });
  return { start: shift(range.start), end: shift(range.end) };
}

/** "for any number of threads", "for up to 3 threads". */
export function forThreads(threads: Property["threads"]): string {
  switch (threads) {
    case null:
      return "";
    case "any":
      return "for any number of threads";
    case 0:
      return "for main alone";
    case 1:
      return "for up to 1 thread";
    default:
      return `for up to ${threads} threads`;
  }
}

/** " with 2 threads", " in main alone". */
export function withThreads(threads: Property["threads"]): string {
  switch (threads) {
    case null:
    case "any":
      return "";
    case 0:
      return " in main alone";
    default:
      return ` with ${threads} ${threads === 1 ? "thread" : "threads"}`;
  }
}
