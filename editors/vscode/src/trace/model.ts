// A trace, ready to be drawn and walked. Shared by the extension and the script of the view.

import type { Step, Trace } from "../protocol";

export interface Value {
  name: string;
  value: string;
  changed: boolean;
}

/** What the variables hold after a step. */
export interface Values {
  shared: Value[];
  /** One list for each thread. */
  local: Value[][];
}

export function clamp(trace: Trace, step: number): number {
  return Math.max(0, Math.min(step, trace.steps.length - 1));
}

export function failureOf(trace: Trace): number {
  const failure = trace.steps.findIndex((step) => step.failure);
  return failure < 0 ? trace.steps.length - 1 : failure;
}

/** The next step of the same thread in a direction, or the same step if there is none. */
export function sameThread(trace: Trace, from: number, direction: 1 | -1): number {
  const thread = trace.steps[from]?.thread;
  for (let step = from + direction; step >= 0 && step < trace.steps.length; step += direction) {
    if (trace.steps[step]?.thread === thread) {
      return step;
    }
  }
  return from;
}

/** Where each thread goes on after a step; the thread of the step itself is left out. */
export function whereOthersAre(trace: Trace, at: number): { thread: number; step: Step }[] {
  const active = trace.steps[at]?.thread;
  return trace.threads.flatMap((_, thread) => {
    const step = trace.steps.find((later, index) => index > at && later.thread === thread);
    return thread === active || step === undefined ? [] : [{ thread, step }];
  });
}

export function summaryOf(trace: Trace): string {
  const others = trace.threads.filter((thread) => thread.template !== "main").length;
  const switches = trace.steps.filter((step) => step.switch).length;
  return [counted(others, "thread") + " besides main", counted(trace.steps.length, "step"), counted(switches, "switch", "es")].join(" · ");
}

function counted(n: number, noun: string, plural = "s"): string {
  return `${n} ${noun}${n === 1 ? "" : plural}`;
}

/** A step in words, for those who do not see the picture. */
export function spoken(trace: Trace, index: number): string {
  const step = trace.steps[index];
  if (step === undefined) {
    return "";
  }
  const name = trace.threads[step.thread]?.name ?? "";
  const parts = [
    `Step ${index + 1} of ${trace.steps.length}`,
    `${step.switch ? "switch to " : ""}${name}`,
    `line ${step.range.start.line + 1}: ${step.text}`,
    step.story,
  ];
  if (step.conflicts.length > 0) {
    parts.push(`conflicts with step ${step.conflicts.map((earlier) => earlier + 1).join(" and ")}`);
  }
  return parts.filter((part) => part !== "").join(", ");
}

export function valuesAfter(trace: Trace, at: number): Values {
  const own = namesOfLocals(trace);
  const shared = new Map<string, Value>();
  const local = trace.threads.map(() => new Map<string, Value>());
  trace.steps.slice(0, at + 1).forEach((step, index) => {
    for (const { name, new: value } of step.writes) {
      const list = own.has(name) ? local[step.thread] : shared;
      list?.set(name, { name, value, changed: index === at });
    }
  });
  return { shared: [...shared.values()], local: local.map((list) => [...list.values()]) };
}

/**
 * Steps name variables without saying whose they are. A name is taken for a thread's own if it starts without a
 * value, as globals never do, if a write does not follow on the last one by another thread, or if only main writes it.
 */
function namesOfLocals(trace: Trace): Set<string> {
  const own = new Set<string>();
  const last = new Map<string, { thread: number; value: string }>();
  const byOthers = new Set<string>();
  for (const { thread, writes } of trace.steps) {
    for (const { name, old, new: value } of writes) {
      const before = last.get(name);
      if (old === null || (before !== undefined && before.thread !== thread && before.value !== old)) {
        own.add(name);
      }
      if (trace.threads[thread]?.template !== "main") {
        byOthers.add(name);
      }
      last.set(name, { thread, value });
    }
  }
  return new Set([...last.keys()].filter((name) => own.has(name) || !byOthers.has(name)));
}
