// The lines between the steps: the life of each thread, the switches, and who is in whose way.

import type { Trace } from "../protocol";
import { arrowsOf } from "../trace/model";
import { drawing } from "./dom";
import { colourOf } from "./lanes";

interface Box {
  left: number;
  right: number;
  top: number;
  bottom: number;
  middle: number;
}

/** Where the line of a thread runs, left of its steps. */
const LINE_INSET = 9;

export function arrows(trace: Trace, grid: HTMLElement, selected: number): SVGElement {
  const width = grid.scrollWidth;
  const height = grid.scrollHeight;
  const origin = grid.getBoundingClientRect();
  const box = (found: Element): Box => {
    const rect = found.getBoundingClientRect();
    const left = rect.left - origin.left + grid.scrollLeft;
    const top = rect.top - origin.top + grid.scrollTop;
    return { left, right: left + rect.width, top, bottom: top + rect.height, middle: top + rect.height / 2 };
  };
  const steps = [...grid.querySelectorAll("[data-step]")].map(box);
  const lanes = [...grid.querySelectorAll("[data-lane]")].map((head) => box(head).left + LINE_INSET);
  return drawing(
    "svg",
    { class: "arrows", width: `${width}`, height: `${height}`, viewBox: `0 0 ${width} ${height}`, "aria-hidden": "true" },
    head("conflict-head"),
    head("faint-head"),
    ...lives(trace, steps, lanes, height),
    ...switches(trace, steps, lanes),
    ...conflicts(trace, steps, selected),
  );
}

function head(id: string): SVGElement {
  const tip = drawing("path", { d: "M0 0 L8 4 L0 8 z", class: id });
  return drawing("marker", { id, viewBox: "0 0 8 8", refX: "7", refY: "4", markerWidth: "7", markerHeight: "7", orient: "auto" }, tip);
}

function lives(trace: Trace, steps: Box[], lanes: number[], height: number): SVGElement[] {
  return lanes.flatMap((x, thread) => {
    const own = steps.filter((_, index) => trace.steps[index]?.thread === thread);
    const top = steps[0]?.top ?? 0;
    const line = drawing("line", { class: "life", x1: `${x}`, x2: `${x}`, y1: `${top}`, y2: `${height}` });
    const active = own.map(({ top: from, bottom }) =>
      drawing("line", { class: `active ${colourOf(thread)}`, x1: `${x}`, x2: `${x}`, y1: `${from}`, y2: `${bottom}` }),
    );
    return [line, ...active];
  });
}

function switches(trace: Trace, steps: Box[], lanes: number[]): SVGElement[] {
  return trace.steps.flatMap((step, index) => {
    const before = trace.steps[index - 1];
    const above = steps[index - 1];
    const below = steps[index];
    const from = before === undefined ? undefined : lanes[before.thread];
    const to = lanes[step.thread];
    if (!step.switch || from === undefined || to === undefined || above === undefined || below === undefined) {
      return [];
    }
    const y = (above.bottom + below.top) / 2;
    return [drawing("path", { class: `switch ${colourOf(step.thread)}`, d: `M${from} ${above.bottom} V${y} H${to} V${below.top}` })];
  });
}

function conflicts(trace: Trace, steps: Box[], selected: number): SVGElement[] {
  return arrowsOf(trace).flatMap(({ from: earlier, to: later }) => {
    const from = steps[earlier];
    const to = steps[later];
    if (from === undefined || to === undefined) {
      return [];
    }
    const rightwards = (trace.steps[later]?.thread ?? 0) > (trace.steps[earlier]?.thread ?? 0);
    const x1 = rightwards ? from.right : from.left;
    const x2 = rightwards ? to.left - 1 : to.right + 1;
    const bend = (rightwards ? 1 : -1) * Math.min(60, Math.abs(x2 - x1) / 2 + 12);
    const strong = later === selected || earlier === selected;
    const classes = strong ? "conflict" : "conflict faint";
    const marker = strong ? "conflict-head" : "faint-head";
    const path = `M${x1} ${from.middle} C${x1 + bend} ${from.middle} ${x2 - bend} ${to.middle} ${x2} ${to.middle}`;
    return [drawing("path", { class: classes, d: path, "data-arrow": `${earlier}-${later}`, "marker-end": `url(#${marker})` })];
  });
}
