import * as assert from "node:assert/strict";
import { test } from "node:test";
import { afterEdit, forThreads, markOf, marksByLine, withThreads } from "../../src/marks";
import type { Range } from "../../src/protocol";
import { property, range } from "./sample";

test("what rests on assumptions of the user is not green", () => {
  assert.equal(markOf(property({})), "proved");
  assert.equal(markOf(property({ assumptions: ["x > 0"] })), "proved-trusting");
  assert.equal(markOf(property({ state: "bounded", threads: 3 })), "bounded");
  assert.equal(markOf(property({ state: "bounded", assumptions: ["x > 0"] })), "bounded-trusting");
});

test("the worst of a line is shown, and operations only if they matter", () => {
  const lines = marksByLine([
    property({}),
    property({ state: "unknown" }),
    property({ kind: "undefined", range: range(3) }),
    property({ kind: "undefined", range: range(4), state: "violated" }),
  ]);
  assert.deepEqual(
    [...lines].map(([line, { mark }]) => [line, mark]),
    [
      [12, "unknown"],
      [4, "violated"],
    ],
  );
});

function edited(edit: { range: Range; text: string }): [string, Range] {
  const verdicts = { uri: "", version: 1, properties: [property({})] };
  const after = afterEdit(verdicts, edit).properties[0];
  assert.ok(after);
  return [after.state, after.range];
}

test("an edit makes verdicts stale and moves them", () => {
  const at = (line: number, character: number, text: string, toLine = line, to = character) =>
    edited({ range: { start: { line, character }, end: { line: toLine, character: to } }, text });
  assert.deepEqual(at(20, 0, "x\n"), ["stale", range(12)]);
  assert.deepEqual(at(3, 0, "x\ny\n"), ["stale", range(14)]);
  assert.deepEqual(at(3, 2, "", 5, 0), ["stale", range(10)]);
  assert.deepEqual(at(12, 0, "abc"), ["stale", range(12, 7, 23)]);
  assert.deepEqual(at(12, 0, "", 12, 4), ["stale", range(12, 0, 16)]);
  assert.deepEqual(at(11, 5, " ", 12, 4), ["stale", range(11, 6, 22)]);
  assert.deepEqual(at(12, 9, "abc"), ["stale", range(12)]);
});

test("numbers of threads in words", () => {
  assert.equal(forThreads("any"), "for any number of threads");
  assert.equal(forThreads(0), "for main alone");
  assert.equal(forThreads(1), "for up to 1 thread");
  assert.equal(forThreads(3), "for up to 3 threads");
  assert.equal(withThreads(0), " in main alone");
  assert.equal(withThreads(1), " with 1 thread");
  assert.equal(withThreads(2), " with 2 threads");
  assert.equal(withThreads("any"), "");
});
