// The script of the trace view: draws what the extension sends, and says which step is looked at.

import type { Trace } from "../protocol";
import type { FromView, ToView } from "../trace/messages";
import { clamp, sameThread } from "../trace/model";
import { arrows } from "./arrows";
import { controls } from "./controls";
import { element } from "./dom";
import { heading, lanes, values } from "./lanes";

const vscode = acquireVsCodeApi();

class View {
  private readonly grid: HTMLElement;
  private readonly banner = element("p", { class: "stale", role: "status" });
  private readonly controls: ReturnType<typeof controls>;
  private footer: HTMLElement;
  private selected: number;

  constructor(
    private readonly trace: Trace,
    step: number,
    stale: boolean,
  ) {
    this.grid = lanes(trace);
    this.footer = values(trace, step);
    this.controls = controls(trace, (to) => {
      this.choose(to);
    });
    this.selected = step;
    const scroller = element("div", { class: "scroller" }, this.grid, this.footer);
    document.body.replaceChildren(element("main", {}, heading(trace), this.banner, this.controls.bar, scroller));
    this.setStale(stale);
    this.grid.addEventListener("click", (event) => {
      this.clicked(event);
    });
    this.grid.addEventListener("dblclick", () => {
      send({ type: "source" });
    });
    new ResizeObserver(() => {
      this.drawArrows();
    }).observe(this.grid);
    this.select(step);
    this.grid.focus();
  }

  select(step: number): void {
    this.selected = clamp(this.trace, step);
    for (const card of this.grid.querySelectorAll("[data-step]")) {
      const index = Number(card.getAttribute("data-step"));
      card.setAttribute("aria-selected", String(index === this.selected));
      card.classList.toggle("later", index > this.selected);
      if (index === this.selected) {
        this.grid.setAttribute("aria-activedescendant", card.id);
        card.scrollIntoView({ block: "center", inline: "nearest" });
      }
    }
    const footer = values(this.trace, this.selected);
    this.footer.replaceWith(footer);
    this.footer = footer;
    this.controls.at(this.selected);
    this.drawArrows();
  }

  setStale(stale: boolean): void {
    this.banner.textContent = stale ? "The text has changed since; lines may be elsewhere by now." : "";
    this.banner.hidden = !stale;
  }

  key(event: KeyboardEvent): void {
    const to = this.target(event.key);
    if (to !== undefined && !event.altKey && !event.ctrlKey && !event.metaKey) {
      event.preventDefault();
      this.choose(to);
    } else if (event.key === "Enter" && event.target === this.grid) {
      send({ type: "source" });
    }
  }

  private target(key: string): number | undefined {
    switch (key) {
      case "ArrowDown":
      case "j":
        return this.selected + 1;
      case "ArrowUp":
      case "k":
        return this.selected - 1;
      case "ArrowRight":
        return sameThread(this.trace, this.selected, 1);
      case "ArrowLeft":
        return sameThread(this.trace, this.selected, -1);
      case "Home":
        return 0;
      case "End":
        return this.trace.steps.length - 1;
      default:
        return undefined;
    }
  }

  private clicked(event: MouseEvent): void {
    const card = event.target instanceof Element ? event.target.closest("[data-step]") : null;
    if (card !== null) {
      this.choose(Number(card.getAttribute("data-step")));
    }
  }

  private choose(step: number): void {
    this.select(step);
    send({ type: "select", step: this.selected });
  }

  private drawArrows(): void {
    this.grid.querySelector(".arrows")?.remove();
    this.grid.prepend(arrows(this.trace, this.grid, this.selected));
  }
}

let view: View | undefined;

window.addEventListener("message", ({ data }: MessageEvent<ToView>) => {
  switch (data.type) {
    case "show":
      view = new View(data.trace, data.step, data.stale);
      break;
    case "select":
      view?.select(data.step);
      break;
    case "stale":
      view?.setStale(data.stale);
      break;
  }
});

window.addEventListener("keydown", (event) => {
  view?.key(event);
});

function send(message: FromView): void {
  vscode.postMessage(message);
}

send({ type: "ready" });
