import { expect, type Page } from "@playwright/test";
import { saved } from "@/e2e/workbench-steps";
import { makeBatch } from "@/testing/builders/batches";
import { makeDataset } from "@/testing/builders/datasets";
import { makeMember } from "@/testing/builders/people";
import { storedIn } from "@/testing/builders/submissions";
import { saveThroughCrashes } from "../scripts/campaign/saves";
import { freePort } from "../scripts/postgres/cluster.mjs";
import { startWeb } from "../scripts/start/child-processes.mjs";
import { killGroup } from "../scripts/start/run-command.mjs";
import { patient, test } from "./fixtures";

test("no confirmed operation is lost or doubled when the web process is killed", async () => {
  // Three starts of the web server, on a slow machine.
  test.setTimeout(180_000);
  const report = await saveThroughCrashes({
    port: await freePort(),
    env: process.env,
    annotators: 4,
    kills: 3,
    seed: 42,
  });
  expect(report.confirmed).toBeGreaterThan(3 * 5);
  expect(report.retries).toBeGreaterThan(0);
});

async function startServer(port: number) {
  const origin = `http://localhost:${port}`;
  const where = { dev: false, port, host: "127.0.0.1", local: `http://127.0.0.1:${port}` };
  const web = startWeb(where, { ...process.env, APP_URL: origin, NEXTAUTH_URL: origin }, () => {});
  await web.ready;
  return { ...web, origin };
}

const isSaved = (page: Page) => expect(saved(page)).toBeVisible();

/** Makes this many changes to some of the items in turn, each with a value different from the one before. */
async function edit(page: Page, items: readonly number[], from: number, many: number) {
  for (let n = from; n < from + many; n++) {
    const item = items[n % items.length];
    const value = String(1 + (Math.floor(n / items.length) % 5));
    const button = page
      .getByRole("group", { name: `Your score for Criterion ${item}`, exact: true })
      .getByRole("button", { name: value, exact: true });
    await button.click();
    await expect(button).toHaveAttribute("aria-pressed", "true");
  }
}

test("two minutes offline and a server that restarts, during fifty edits in two tabs: each arrives once", async ({
  browserOf,
  expectError,
}) => {
  test.setTimeout(180_000);
  expectError(/ERR_INTERNET_DISCONNECTED|ERR_CONNECTION_REFUSED|ERR_CONNECTION_RESET|ERR_EMPTY_RESPONSE/);
  const port = await freePort();
  const annotator = await makeMember("annotator");
  const dataset = await makeDataset({
    project: { id: annotator.projectId },
    tasks: 1,
    criteria: 4,
    drafts: false,
  });
  const settings = { exposure: "none", overallScore: false } as const;
  const batch = await makeBatch({ dataset, annotators: [annotator], preset: "criterion-scoring", settings });
  let web = await startServer(port);
  try {
    const one = await browserOf(annotator);
    await one.clock.install();
    await one.goto(`${web.origin}/annotate`);
    await one.getByRole("button", { name: /^Start: / }).click();
    await expect(one.getByRole("button", { name: "Submit" })).toBeVisible();
    const two = patient(await one.context().newPage());
    await two.clock.install();
    await two.goto(one.url());
    await expect(two.getByText("This assignment is open in another window too.")).toBeVisible();
    const tabs = [
      { page: one, items: [1, 2] },
      { page: two, items: [3, 4] },
    ];
    for (const { page, items } of tabs) {
      await edit(page, items, 0, 5);
      await isSaved(page);
    }
    const storedOperations = () =>
      storedIn(batch).then(({ operations }) => operations.filter(({ type }) => type === "answer"));
    expect(await storedOperations()).toHaveLength(10);

    await one.context().setOffline(true);
    for (const { page, items } of tabs) {
      await edit(page, items, 5, 10);
      await expect(page.getByText(/^Not saved yet/)).toBeVisible();
    }
    for (const { page } of tabs) await page.clock.fastForward("02:00");
    expect(await storedOperations()).toHaveLength(10);
    killGroup(web.pid, "SIGKILL");
    await web.ended;
    // Online again, but the server is down.
    await one.context().setOffline(false);
    for (const { page, items } of tabs) await edit(page, items, 15, 5);
    web = await startServer(port);
    for (const { page, items } of tabs) await edit(page, items, 20, 5);
    for (const { page } of tabs) {
      // A jump in time abandons a save that is under way, as if it had taken that long: the next one sends it again.
      await expect(async () => {
        await page.clock.fastForward("00:45");
        await isSaved(page);
      }).toPass();
    }
    const arrived = (await storedOperations()).map(
      ({ payload }) => payload as { op: string; item: string; value: number },
    );
    expect(arrived).toHaveLength(50);
    expect(new Set(arrived.map(({ op }) => op)).size).toBe(50);
    for (const { items } of tabs) {
      const own = items.map((item) => `t1.criteria.${item}`);
      const values = arrived.filter(({ item }) => own.includes(item)).map(({ value }) => value);
      expect(values).toEqual(Array.from({ length: 25 }, (_, n) => 1 + (Math.floor(n / items.length) % 5)));
    }
  } finally {
    await web.stop();
  }
});
