// A program of two files: a bug in one of them, seen from both, and fixed by typing.

import * as fs from "node:fs";
import * as path from "node:path";
import type { Driver } from "./driver";

const main = `#include <pthread.h>

void *bump(void *arg);

int main(void)
{
    pthread_t thread;
    while (1)
        pthread_create(&thread, 0, bump, 0);
}
`;

const bump = `#include <assert.h>
#include <pthread.h>
#define CAREFUL 0
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static int count;

void *bump(void *arg)
{
    if (CAREFUL)
        pthread_mutex_lock(&lock);
    int seen = count;
    count = seen + 1;
    assert(count == seen + 1);
    if (CAREFUL)
        pthread_mutex_unlock(&lock);
    return arg;
}
`;

export const linked = {
  prepare: (workspace: string) => {
    fs.writeFileSync(path.join(workspace, "main.c"), main);
    fs.writeFileSync(path.join(workspace, "bump.c"), bump);
    fs.writeFileSync(path.join(workspace, "braid.toml"), 'link = ["main.c", "bump.c"]\n');
  },
  options: { open: "" },
  tell,
};

async function tell(driver: Driver): Promise<void> {
  // The other file is not open, and has its problem all the same.
  await driver.open("main.c");
  await driver.lens("fails with 2 threads: show trace").waitFor();
  await driver.press("Control+Shift+M");
  const row = (text: string) => driver.page.locator(".markers-panel .monaco-list-row", { hasText: text }).first();
  await row("bump.c").waitFor();
  await row("count == seen + 1").waitFor();
  await driver.picture("linked");
  await driver.press("Control+j");

  await driver.open("bump.c");
  await driver.mark("violated");
  await driver.lens("fails with 2 threads: show trace").click();
  const view = driver.view();
  await view.locator("[aria-selected=true]").waitFor();
  await driver.press("Home");
  // The first step is in the other file, which is shown.
  await driver.page.locator(".view-line", { hasText: "pthread_create(&thread" }).first().waitFor();
  await driver.picture("linked-trace");

  await driver.command("View: Focus First Editor Group");
  await driver.command("View: Close Editors in Other Groups");
  await driver.open("bump.c");
  await driver.goTo(3, 17);
  await driver.press("Shift+ArrowRight", "1");
  await driver.mark("proved");
  await driver.open("main.c");
  await driver.lens("proved for any number of threads, 1 assertion").waitFor();
}
