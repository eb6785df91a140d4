// Finds the server: the one in the settings, else the one in the extension, else the one on the path.
// What is named in the settings is never replaced by another one behind the user's back.

import { execFile } from "node:child_process";
import { constants } from "node:fs";
import { access } from "node:fs/promises";
import * as path from "node:path";

export interface Places {
  setting: string;
  bundled: string;
  path: string;
}

export type Origin = "setting" | "bundled" | "path";

export type Found =
  | { kind: "found"; program: string; origin: Origin; version: string }
  | { kind: "missing"; message: string };

export async function find(places: Places): Promise<Found> {
  if (places.setting !== "") {
    return probe(places.setting, "setting");
  }
  if (await isProgram(places.bundled)) {
    return probe(places.bundled, "bundled");
  }
  for (const folder of places.path.split(path.delimiter).filter((entry) => path.isAbsolute(entry))) {
    const program = path.join(folder, programName);
    if (await isProgram(program)) {
      return probe(program, "path");
    }
  }
  return { kind: "missing", message: "Braid's server was not found: this build has none inside, and there is no `braid` on your PATH." };
}

export const programName = process.platform === "win32" ? "braid.exe" : "braid";

/** Whether a server of this version does what the extension expects of it. */
export function fits(extension: string, server: string): boolean {
  const line = (version: string) => version.split(".").slice(0, 2).join(".");
  return line(extension) === line(server);
}

async function isProgram(file: string): Promise<boolean> {
  return access(file, constants.X_OK).then(
    () => true,
    () => false,
  );
}

async function probe(program: string, origin: Origin): Promise<Found> {
  const missing = (why: string): Found => ({ kind: "missing", message: `${describe(program, origin)} ${why}` });
  const asked = await ask(program);
  if (asked instanceof Error) {
    return missing(`cannot be run: ${asked.message.split("\n")[0] ?? ""}`);
  }
  const version = /^braid (\d+\.\d+\.\d+\S*)/.exec(asked)?.[1];
  return version === undefined ? missing("is not Braid.") : { kind: "found", program, origin, version };
}

function describe(program: string, origin: Origin): string {
  switch (origin) {
    case "setting":
      return `The server named in braid.server.path (${program})`;
    case "bundled":
      return "The server inside the extension";
    case "path":
      return `The braid on your PATH (${program})`;
  }
}

function ask(program: string): Promise<string | Error> {
  return new Promise((resolve) => {
    execFile(program, ["--version"], { timeout: 10_000 }, (error, output) => {
      resolve(error ?? output);
    });
  });
}
