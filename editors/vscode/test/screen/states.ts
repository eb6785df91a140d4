// Every mark that is not an end in itself, with the real server: checking, stale, stopped, and a proof that trusts.

import * as assert from "node:assert/strict";
import * as fs from "node:fs";
import * as path from "node:path";
import type { Driver } from "./driver";

/** Proved at once; with SLOW it takes longer than anybody waits. */
const slow = `#include <assert.h>
#include <pthread.h>
#define SLOW 0
static unsigned long x, y, z;

static void *worker(void *arg)
{
    unsigned long own = 0;
    while (SLOW && own < 1000000) {
        own = own + x;
        x = own;
        y = x + z;
        z = own + y;
        own++;
    }
    assert(own != 77777777);
    return arg;
}

int main(void)
{
    pthread_t thread;
    while (1)
        pthread_create(&thread, 0, worker, 0);
}
`;

const trusting = `#include <assert.h>
#include <pthread.h>
#include <stdlib.h>
#include "braid.h"

static void *worker(void *arg)
{
    int level = rand();
    BRAID_ASSUME(level < 10);
    assert(level != 10);
    return arg;
}

int main(void)
{
    pthread_t thread;
    while (1)
        pthread_create(&thread, 0, worker, 0);
}
`;

export const states = {
  prepare: (workspace: string) => {
    fs.writeFileSync(path.join(workspace, "quick.c"), slow);
    fs.writeFileSync(path.join(workspace, "slow.c"), slow.replace("SLOW 0", "SLOW 1"));
    fs.writeFileSync(path.join(workspace, "trusting.c"), trusting);
  },
  options: { open: "" },
  tell,
};

async function tell(driver: Driver): Promise<void> {
  await driver.open("slow.c");
  await driver.mark("checking");
  await driver.status(/Braid: checking/);
  await driver.lens(/^checking/).waitFor();
  await driver.picture("checking");
  await driver.command("Braid: Stop");
  await driver.mark("unknown");
  await driver.status("Braid: stopped, 0 of 1 proved");
  await driver.lens("not checked yet: check").waitFor();
  await driver.picture("stopped");

  await driver.open("quick.c");
  await driver.mark("proved");
  await driver.status("Braid: 1 of 1 proved");
  await driver.goTo(3, 14);
  // Over what is selected, so that there is no text in between that somebody might have the time to check.
  await driver.press("Shift+ArrowRight", "1");
  await driver.mark("stale");
  await driver.status(/Braid: checking/);
  assert.equal(await driver.hasMark("proved"), false, "green although the text has changed");
  await driver.lens(/^checking/).waitFor();
  await driver.picture("stale");
  // What was known is shown again as soon as the text means the same again.
  await driver.press("Shift+ArrowLeft", "0");
  await driver.mark("proved");
  await driver.status("Braid: 1 of 1 proved");

  await driver.open("trusting.c");
  await driver.mark("proved-trusting");
  await driver.status("Braid: 1 of 1 proved");
  const hover = await driver.hover("assert(level", "level");
  assert.match(await hover.innerText(), /It trusts:\s+level < 10 holds where it is assumed/);
  await driver.picture("trusting");
}
