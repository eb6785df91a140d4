// One lane for each thread, the steps below each other in the order in which they happen.

import type { Step, Trace } from "../protocol";
import { spoken, summaryOf, valuesAfter, type Value } from "../trace/model";
import { element } from "./dom";

/** Colours of threads go round after this many. */
const N_COLOURS = 6;

export function colourOf(thread: number): string {
  return `thread-${thread % N_COLOURS}`;
}

export function heading(trace: Trace): HTMLElement {
  return element(
    "header",
    {},
    element("h1", {}, trace.title),
    element("p", { class: "summary" }, summaryOf(trace)),
  );
}

export function lanes(trace: Trace): HTMLElement {
  const heads = trace.threads.map((thread, index) =>
    element("div", { class: `head ${colourOf(index)}`, "data-lane": `${index}`, "aria-hidden": "true" }, thread.name),
  );
  const corner = element("div", { class: "corner", "aria-hidden": "true" });
  const steps = trace.steps.flatMap((step, index) => [number(index), card(trace, step, index)]);
  const grid = element(
    "div",
    { class: "lanes", role: "listbox", tabindex: "0", "aria-label": `Steps: ${trace.title}` },
    corner,
    ...heads,
    ...steps,
  );
  grid.style.setProperty("--columns", columns(trace));
  for (const [index, head] of heads.entries()) {
    place(head, 1, index + 2);
  }
  place(corner, 1, 1);
  return grid;
}

/** A column for the numbers, and one for each thread; main has little to say. */
function columns(trace: Trace): string {
  const widths = trace.threads.map(({ template }) => (template === "main" ? "minmax(112px, 0.7fr)" : "minmax(144px, 1fr)"));
  return `var(--number) ${widths.join(" ")}`;
}

function place(child: HTMLElement, row: number, column: number): void {
  child.style.gridRow = `${row}`;
  child.style.gridColumn = `${column}`;
}

function number(index: number): HTMLElement {
  const made = element("div", { class: "number", "aria-hidden": "true" }, `${index + 1}`);
  place(made, index + 2, 1);
  return made;
}

function card(trace: Trace, step: Step, index: number): HTMLElement {
  const classes = ["step", colourOf(step.thread)];
  if (step.failure) {
    classes.push("failure");
  }
  if (step.switch) {
    classes.push("switch");
  }
  const made = element(
    "div",
    {
      class: classes.join(" "),
      id: `step-${index}`,
      role: "option",
      "aria-selected": "false",
      "aria-label": spoken(trace, index),
      "data-step": `${index}`,
    },
    element("div", { class: "code" }, element("span", { class: "line" }, `${step.range.start.line + 1}`), element("code", {}, step.text)),
    element("div", { class: "story" }, ...story(step)),
  );
  place(made, index + 2, step.thread + 2);
  return made;
}

/** The story, with the values that the step has changed set apart. */
function story(step: Step): (Node | string)[] {
  const parts: (Node | string)[] = [];
  let rest = step.failure ? `✗ ${step.story}` : step.story;
  for (const { name, new: value } of step.writes) {
    const words = `${name} = ${value}`;
    const at = rest.indexOf(words, Math.max(0, rest.indexOf("sets ")));
    if (at >= 0) {
      parts.push(rest.slice(0, at), element("span", { class: "changed" }, words));
      rest = rest.slice(at + words.length);
    }
  }
  parts.push(rest);
  return parts.filter((part) => part !== "");
}

/** What the variables hold after a step, each below the thread that owns it. */
export function values(trace: Trace, at: number): HTMLElement {
  const { shared, local } = valuesAfter(trace, at);
  const made = element("section", { class: "values", "aria-label": `Values after step ${at + 1}` });
  made.style.setProperty("--columns", columns(trace));
  const all = element("div", { class: "shared" }, element("span", { class: "whose" }, "shared"), ...shared.map(value));
  if (shared.length === 0) {
    all.append(element("span", { class: "none" }, "nothing written yet"));
  }
  made.append(all);
  for (const [thread, list] of local.entries()) {
    const name = trace.threads[thread]?.name ?? "";
    const cell = element("div", { class: `own ${colourOf(thread)}` }, element("span", { class: "hidden" }, name), ...list.map(value));
    cell.style.gridColumn = `${thread + 2}`;
    made.append(cell);
  }
  return made;
}

function value({ name, value: held, changed }: Value): HTMLElement {
  return element("span", { class: changed ? "value changed" : "value" }, `${name} = ${held}`);
}
