import { expect } from "@playwright/test";
import { freePort } from "../postgres/cluster.mjs";
import { startWeb } from "../start/processes.mjs";
import { runCommand } from "../start/run-command.mjs";
import { findBrowser, thisMachine } from "../testing/browser.mjs";
import { openBrowser } from "./hands/annotator";

// The papers' procedures in full size, started and read in a browser against a stub of a model: LLMBar's evaluators on 20
// pairs, STICK with four iterations and best of eight on 10 tasks, selective application on 20 pairs, an ablation on 3
// tasks, SALC with its training data, and a curation of 20 instances by two people. Workers are killed by their process id
// in the middle of runs, and one run stops at its limit. Afterwards each draft exists once.
const modelPort = await freePort();
const port = await freePort();
const address = `http://localhost:${port}`;
Object.assign(process.env, {
  ...{ APP_URL: address, NEXTAUTH_URL: address },
  LLM_ALLOWED_ORIGINS: `http://127.0.0.1:${modelPort}`,
});

// After the settings, which are read when the database module loads.
const { disconnect } = await import("@/lib/database/db");
const { importStudyFile } = await import("@/lib/dataset/import/upload");
const { paperAnswer } = await import("@/lib/drafting/testing/paper-model");
const { openStub } = await import("@/lib/llm/testing/stub");
const { makeMember, makeSession } = await import("@/testing/builders/people");
const { makeProject } = await import("@/testing/builders/projects");
const { makeEndpoint } = await import("@/testing/builders/runs");
const { curate } = await import("./papers/curate");
const { evaluators, readResults, startRun, whenDone } = await import("./papers/runs");
const { problemsIn } = await import("./papers/stored");
const { letters } = await import("./papers/study");
const { openWorker } = await import("./papers/worker");

const PAIRS = 20;
/** What the run with a limit may ask before it stops. */
const MOST_CALLS = 25;
/** A worker dies whenever the model was asked so many times more. */
const CALLS_OF_A_LIFE = 400;

const worker = openWorker();
let dying: Promise<void> = Promise.resolve();
let life = 0;
const stub = await openStub((request) => {
  if (request.n - life >= CALLS_OF_A_LIFE) {
    life = request.n;
    dying = dying.then(worker.kill);
  }
  return paperAnswer(request);
}, modelPort);

const project = await makeProject();
const admin = await makeMember("admin", { project });
const imported = await importStudyFile(project.id, [Buffer.from(letters(PAIRS))], { fileName: "l.jsonl" });
if (!("datasetId" in imported)) throw new Error(imported.failure);
const dataset = imported.datasetId;
await makeEndpoint({ project, baseUrl: stub.base, requestsPerMinute: 6000, concurrency: 8 });

const web = startWeb(
  { dev: false, port, host: "127.0.0.1", local: `http://127.0.0.1:${port}` },
  process.env,
  () => {},
);
const browser = await openBrowser(
  await findBrowser(
    await thisMachine((command, rest, env) => runCommand(command, rest, { env: { ...process.env, ...env } })),
  ),
);
const problems: string[] = [];
try {
  await Promise.all([web.ready, worker.ready()]);
  const context = await browser.newContext({
    baseURL: address,
    locale: "en-GB",
    viewport: { width: 1440, height: 900 },
  });
  await context.addCookies([(await makeSession(admin)).cookie]);
  const page = await context.newPage();
  page.setDefaultTimeout(60_000);
  page.on("pageerror", (error) => problems.push(`${page.url()}: ${error.message}`));
  page.on("response", (answer) => {
    if (answer.status() >= 500) problems.push(`${answer.status()} ${answer.url()}`);
  });

  const runs: { id: string; method: string; units: number }[] = [];
  const start = async (method: string, units: number, more: { first?: number; maxCalls?: number } = {}) => {
    const id = await startRun(page, project.id, method, units, more);
    runs.push({ id, method, units });
    return id;
  };
  const limited = await start("llmbar.metrics*", PAIRS, { maxCalls: MOST_CALLS });
  for (const method of evaluators()) if (method !== "llmbar.metrics*") await start(method, PAIRS);
  const refined = await start("stick.refine", 10, { first: 10 });
  const selected = await start("stick.best_of_n", 10, { first: 10 });
  await start("clstudy.pairwise.selective", PAIRS);
  await start("clstudy.pairwise.ablation", 3, { first: 3 });
  await start("salc.criteria_absolute", 2 * PAIRS);

  await page.goto(`/projects/${project.id}/drafts/${limited}`);
  await page.getByRole("button", { name: "Resume" }).first().click();
  const dialog = page.getByRole("dialog");
  await dialog.getByLabel("Max requests").fill("");
  await dialog.getByRole("button", { name: "Resume" }).click();
  await expect(dialog).toBeHidden();
  for (const run of runs) await whenDone(page, project.id, run);
  // The judge reads the criteria that the run before it wrote for each response.
  const judged = { method: "salc.evaluate_absolute", units: 2 * PAIRS };
  await whenDone(page, project.id, { ...judged, id: await start(judged.method, judged.units) });
  await dying;
  console.log(
    `  ${runs.length} runs done over ${worker.kills()} killed workers, ${stub.requests.length} requests; one stopped at its limit`,
  );
  if (worker.kills() < 2) problems.push(`only ${worker.kills()} workers were killed`);

  for (const run of runs) problems.push(...(await problemsIn(run)));
  problems.push(...(await readResults(page, { project: project.id, dataset, refined, selected })));
  problems.push(...(await curate(browser, { address, project, admin: page })));
} finally {
  await browser.close();
  await dying;
  await worker.stop();
  await web.stop();
  await stub.close();
  await disconnect();
}
if (problems.length > 0) throw new Error(problems.slice(0, 20).join("\n"));
console.log("  each draft and response is stored once; every trace, table and file could be read");
