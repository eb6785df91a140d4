import * as assert from "node:assert/strict";
import { test } from "node:test";
import { arrowsOf, clamp, failureOf, sameThread, spoken, summaryOf, valuesAfter, whereOthersAre } from "../../src/trace/model";
import { lostUpdate } from "./sample";

test("walking stays within the steps, or within a thread", () => {
  assert.equal(clamp(lostUpdate, 99), 5);
  assert.equal(clamp(lostUpdate, -1), 0);
  assert.equal(failureOf(lostUpdate), 5);
  assert.equal(sameThread(lostUpdate, 2, 1), 5);
  assert.equal(sameThread(lostUpdate, 1, -1), 1);
});

test("values are kept apart by whose they are", () => {
  const value = (name: string, held: string, changed = false) => ({ name, value: held, changed });
  assert.deepEqual(valuesAfter(lostUpdate, 4), {
    shared: [value("count", "2", true)],
    local: [[value("thread", "worker#1")], [value("seen", "0")], [value("seen", "1")]],
  });
  assert.deepEqual(valuesAfter(lostUpdate, 0), { shared: [], local: [[value("thread", "worker#1", true)], [], []] });
});

test("arrows lead from what was written to who finds it changed", () => {
  const arrows = (trace: typeof lostUpdate) => arrowsOf(trace).map(({ from, to }) => [from, to]);
  // Step 5 overwrites what step 2 has read, too: that is a conflict, but no arrow.
  assert.deepEqual(arrows(lostUpdate), [[2, 3], [2, 4], [4, 5]]);
  const twice = structuredClone(lostUpdate);
  for (const { writes } of twice.steps.slice(1, 2)) {
    writes.push({ name: "count", old: "7", new: "0", shared: true });
  }
  assert.deepEqual(arrows(twice), [[2, 3], [2, 4], [4, 5]], "the last write counts");
  const local = structuredClone(lostUpdate);
  for (const write of local.steps.flatMap(({ writes }) => writes)) {
    write.shared = false;
  }
  assert.deepEqual(arrows(local), []);
});

test("the other threads are where they go on", () => {
  const others = whereOthersAre(lostUpdate, 2).map(({ thread, step }) => [thread, step.range.start.line]);
  assert.deepEqual(others, [[2, 10]]);
});

test("a step can be heard", () => {
  assert.equal(summaryOf(lostUpdate), "2 threads besides main · 6 steps · 3 switches");
  assert.equal(
    spoken(lostUpdate, 3),
    "Step 4 of 6, switch to worker#2, line 11: text of line 11, reads count = 1, sets seen = 1, conflicts with step 3",
  );
});
