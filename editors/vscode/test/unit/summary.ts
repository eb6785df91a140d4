import * as assert from "node:assert/strict";
import { test } from "node:test";
import type { Property, Status } from "../../src/protocol";
import { summarise, type Server } from "../../src/summary";
import { property } from "./sample";

const running: Server = { kind: "running", version: "0.1.0" };
const idle: Status = { state: "idle", uri: null, message: "", phase: null, round: null, predicates: null, threads: null };

function text(properties: Property[] | undefined, status: Partial<Status> = {}, seconds = 0): string {
  return summarise({ server: running, status: { ...idle, ...status }, properties, seconds }).text;
}

test("what came out is said in numbers", () => {
  assert.equal(text(undefined), "$(circle-outline) Braid");
  assert.equal(text([]), "$(circle-outline) Braid");
  assert.equal(text([property({}), property({})]), "$(pass-filled) Braid: 2 of 2 proved");
  assert.equal(text([property({}), property({ state: "bounded", threads: 3 })]), "$(pass) Braid: 2 of 2 proved");
  assert.equal(text([property({}), property({ state: "unknown" })]), "$(question) Braid: 1 of 2 proved");
  assert.equal(text([property({}), property({ state: "violated" })]), "$(error) Braid: 1 violated");
  assert.equal(text([property({ assumptions: ["x > 0"] })]), "$(warning) Braid: 1 of 1 proved");
});

test("a server of another version is not forgotten", () => {
  const server: Server = { kind: "running", version: "9.9.9", warning: "The server is too new." };
  const { tooltip } = summarise({ server, status: idle, properties: [property({})], seconds: 0 });
  assert.match(tooltip, /^1 proved for any number of threads\. The server is too new\.$/);
});

test("while something is checked nothing is claimed", () => {
  const checking = { state: "checking", message: "checking, round 3, 12 predicates", round: 3 } as const;
  assert.equal(text([property({})], checking), "$(sync~spin) Braid: round 3");
  assert.equal(text([property({})], checking, 75), "$(sync~spin) Braid: round 3, 1 min 15 s");
  assert.equal(text([property({})], { ...checking, round: null }, 4), "$(sync~spin) Braid: checking, 4 s");
  assert.equal(text([property({ state: "stale" })]), "$(question) Braid: 0 of 1 proved");
});

test("a stop and a failure are told apart from results", () => {
  const half = [property({}), property({ state: "unknown" })];
  assert.equal(text(half, { state: "stopped" }), "$(debug-stop) Braid: stopped, 1 of 2 proved");
  assert.equal(text([property({})], { state: "stopped" }), "$(pass-filled) Braid: 1 of 1 proved");
  assert.equal(text(half, { state: "failed", message: "out of memory" }), "$(error) Braid: failed");
});

test("without a server there is no claim either", () => {
  const shown = summarise({ server: { kind: "missing", message: "none" }, status: undefined, properties: [property({})], seconds: 0 });
  assert.deepEqual(shown, { text: "$(warning) Braid: no server", tooltip: "none", colour: "warning" });
});

test("the tooltip says how far the proofs go and what they trust", () => {
  const properties = [property({}), property({ state: "bounded", threads: 2, assumptions: ["x > 0"] })];
  const { tooltip } = summarise({ server: running, status: idle, properties, seconds: 0 });
  assert.equal(
    tooltip,
    "1 proved for any number of threads, 1 proved for a limited number of threads, 1 of the proofs trust assumptions of the file.",
  );
});
