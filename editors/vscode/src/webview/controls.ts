// The buttons that walk through the steps.

import type { Trace } from "../protocol";
import { failureOf } from "../trace/model";
import { drawing, element } from "./dom";

interface Controls {
  bar: HTMLElement;
  at: (step: number) => void;
}

const icons = {
  first: "M3 3 V13 M13 3 L6 8 L13 13 z",
  previous: "M11 3 L4 8 L11 13 z",
  next: "M5 3 L12 8 L5 13 z",
  last: "M13 3 V13 M3 3 L10 8 L3 13 z",
};

export function controls(trace: Trace, go: (step: number) => void): Controls {
  const last = trace.steps.length - 1;
  const where = element("span", { class: "where", "aria-live": "polite" });
  let step = 0;
  const button = (icon: keyof typeof icons, label: string, to: () => number) => {
    const made = element(
      "button",
      { type: "button", title: label, "aria-label": label },
      drawing("svg", { viewBox: "0 0 16 16", width: "16", height: "16", "aria-hidden": "true" }, drawing("path", { d: icons[icon] })),
    );
    made.addEventListener("click", () => {
      go(to());
    });
    return made;
  };
  const first = button("first", "First step (Home)", () => 0);
  const previous = button("previous", "Previous step (Up)", () => step - 1);
  const next = button("next", "Next step (Down)", () => step + 1);
  const end = button("last", "The failure (End)", () => failureOf(trace));
  const bar = element("div", { class: "controls", role: "toolbar", "aria-label": "Walk through the steps" }, first, previous, next, end, where);
  const at = (now: number) => {
    step = now;
    where.textContent = `Step ${now + 1} of ${last + 1}`;
    first.disabled = previous.disabled = now === 0;
    next.disabled = end.disabled = now === last;
  };
  return { bar, at };
}
