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
  const all = new Map<string, Value>();
  const local = trace.threads.map(() => new Map<string, Value>());
  trace.steps.slice(0, at + 1).forEach((step, index) => {
    for (const { name, new: value, shared } of step.writes) {
      const list = shared ? all : local[step.thread];
      list?.set(name, { name, value, changed: index === at });
    }
  });
  return { shared: [...all.values()], local: local.map((list) => [...list.values()]) };
}

/** From a step that writes something shared to a later one of another thread that finds it changed. */
export interface Arrow {
  from: number;
  to: number;
}

/**
 * What is worth an arrow. A step that only reads is in nobody's way before the write, and of several writes by one
 * thread the last is the one that the others find.
 */
export function arrowsOf(trace: Trace): Arrow[] {
  return trace.steps.flatMap(({ conflicts }, to) => {
    const last = new Map<string, number>();
    for (const from of conflicts) {
      const step = trace.steps[from];
      for (const { name } of step?.writes.filter(({ shared }) => shared) ?? []) {
        last.set(`${step?.thread ?? ""} ${name}`, from);
      }
    }
    return [...new Set(last.values())].sort((one, other) => one - other).map((from) => ({ from, to }));
  });
}
