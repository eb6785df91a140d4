import type { Property, Range, Step, Trace } from "../../src/protocol";

export function range(line: number, from = 4, to = 20): Range {
  return { start: { line, character: from }, end: { line, character: to } };
}

export function property(rest: Partial<Property>): Property {
  return {
    id: "assertion@worker",
    kind: "assertion",
    range: range(12),
    function: "worker",
    text: "count == seen + 1",
    state: "proved",
    threads: "any",
    minimal: false,
    message: "",
    assumptions: [],
    hasTrace: false,
    ...rest,
  };
}

function step(thread: number, line: number, story: string, rest: Partial<Step> = {}): Step {
  const text = `text of line ${line + 1}`;
  const place = { function: thread === 0 ? "main" : "worker", uri: "file:///counter.c", range: range(line) };
  return { thread, ...place, text, story, writes: [], switch: false, conflicts: [], failure: false, ...rest };
}

/** The lost update of two workers. */
export const lostUpdate: Trace = {
  title: "count == seen + 1 fails",
  uri: "file:///counter.c",
  version: 1,
  threads: [
    { name: "main", template: "main" },
    { name: "worker#1", template: "worker" },
    { name: "worker#2", template: "worker" },
  ],
  steps: [
    step(0, 20, "creates worker#1", { writes: [{ name: "thread", old: "no thread", new: "worker#1", shared: false }] }),
    step(1, 10, "reads count = 0, sets seen = 0", { writes: [{ name: "seen", old: null, new: "0", shared: false }], switch: true }),
    step(1, 11, "sets count = 1 (was 0)", { writes: [{ name: "count", old: "0", new: "1", shared: true }] }),
    step(2, 10, "reads count = 1, sets seen = 1", { writes: [{ name: "seen", old: null, new: "1", shared: false }], switch: true, conflicts: [2] }),
    step(2, 11, "sets count = 2 (was 1)", { writes: [{ name: "count", old: "1", new: "2", shared: true }], conflicts: [1, 2] }),
    step(1, 12, "fails: count = 2 and seen = 0", { switch: true, conflicts: [4], failure: true }),
  ],
};
