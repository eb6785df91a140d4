// The extension with the real server.

import * as assert from "node:assert/strict";
import { api, environment, errors, eventually, fix, lineOf, openExample, useServer, type Tests } from "./support";

export const server: Tests = {
  "the server can be changed while the editor runs": async () => {
    const { session } = await api();
    await useServer(environment("BRAID_REAL"));
    await eventually("the other one runs", () => session.server.kind === "running");
  },

  "a violation is told step by step, and goes when it is mended": async () => {
    const editor = await openExample();
    const { uri } = editor.document;
    const [error] = await eventually("an error", () => errors(uri).length === 1 && errors(uri));
    assert.ok(error);
    assert.equal(error.source, "braid");
    assert.equal(error.range.start.line, lineOf(editor.document, "assert("));
    const told = error.relatedInformation?.map(({ message }) => message) ?? [];
    assert.ok(told.length > 2 && told.every((message) => /^\[\d+\/\d+\] \S/.test(message)), told.join("\n"));
    await fix(editor);
    await eventually("the error is gone", () => errors(uri).length === 0);
  },
};
