import * as assert from "node:assert/strict";
import { test } from "node:test";
import { clamp, failureOf, sameThread, spoken, summaryOf, valuesAfter, whereOthersAre } from "../../src/trace/model";
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
