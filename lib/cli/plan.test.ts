import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { randomFrom } from "@/lib/agreement/random";
import { commandOutput } from "@/lib/cli/testing/command-output";

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "countersign-plan-"));
});
afterAll(() => rm(folder, { recursive: true }));

const run = (...args: string[]) => commandOutput("plan", ...args);

/** Two models' answers with one question each, judged by a model, and by two people who mostly agree with it. */
async function pilot(exposure = "none"): Promise<string> {
  const random = randomFrom(3);
  const records: object[] = [
    { type: "study", version: 1, name: "Pilot" },
    {
      ...{ type: "rubric", id: "list", task: null, kind: "checklist", origin: "human" },
      items: [{ id: "q1", text: "Is it polite?", scale: { type: "yesno" } }],
    },
  ];
  for (let n = 0; n < 60; n++) {
    const task = `t${n}`;
    records.push({ type: "task", id: task, instruction: "Write." });
    for (const model of ["A", "B"]) {
      const about = { task, response: `${task}${model}`, item: "q1" };
      records.push({ type: "response", id: about.response, task, model, text: "…" });
      const truth = random() < 0.6;
      const said = (right: number) => (truth === random() < right ? "yes" : "no");
      const by = (rater: string) => ({ id: `${about.response}${rater}`, rater });
      records.push({ type: "draft", ...by("judge"), ...about, raterKind: "llm", value: said(0.9) });
      for (const rater of ["P1", "P2"])
        records.push({
          ...{ type: "judgement", ...by(rater), ...about, raterKind: "human", exposure, value: said(0.95) },
          activeMs: 30_000,
        });
    }
  }
  const file = join(folder, `${exposure}.jsonl`);
  await writeFile(file, records.map((record) => JSON.stringify(record)).join("\n"));
  return file;
}

test("plans agreement from a pilot, with hours and cost", async () => {
  const size = ["--units", "100,400", "--raters", "2,4", "--studies", "100", "--wage", "18"];
  const { code, stdout } = await run(await pilot(), ...size, "--json");
  expect(code).toBe(0);
  const { rows, pilot: about } = JSON.parse(stdout);
  expect(about).toEqual({ scope: "all", exposure: "independent", units: 120 });
  expect(rows.map(({ units, raters }: { units: number; raters: number }) => [units, raters])).toEqual([
    [100, 2],
    [100, 4],
    [400, 2],
    [400, 4],
  ]);
  // 200 judgements of 30 seconds.
  expect(rows[0]).toMatchObject({ judgements: 200, hours: 200 / 120, cost: 30 });
  expect(rows[3].width).toBeLessThan(rows[0].width / 1.5);
});

test("plans from guesses, and says where more will not change the verdict", async () => {
  const guess = ["--alpha", "0.9", "--prevalence", "0.5,0.5", "--studies", "100"];
  const { code, stdout } = await run(...guess, "--units", "20,1000", "--raters", "3");
  expect(code).toBe(0);
  const [few, many] = stdout.split("\n").filter((line) => /^ *(20|1000) /.test(line));
  expect(few).not.toContain("stop here");
  expect(many).toContain("stop here");
});

test("plans a mean and a difference with the judge's help", async () => {
  const file = await pilot();
  const size = ["--units", "1000", "--labels", "100", "--studies", "60", "--json"];
  const mean = JSON.parse((await run(file, "--statistic", "mean", ...size)).stdout);
  expect(mean.rows[0].powered).toBeLessThan(mean.rows[0].human);
  const difference = JSON.parse((await run(file, "--statistic", "difference", ...size)).stdout);
  expect(difference.models).toEqual(["A", "B"]);
  expect(difference.rows[0].powered).toBeLessThan(difference.rows[0].human);
});

test("values given with a draft in view are not used to plan a mean", async () => {
  const { code, stderr } = await run(await pilot("draft-first"), "--statistic", "mean");
  expect(code).toBe(2);
  expect(stderr).toContain("without a draft in view");
});

test.each([
  [["--statistic", "median"], "--statistic is alpha, kappa, mean or difference"],
  [[], "name a study file, or guess"],
  [["--alpha", "2", "--prevalence", "0.5,0.5"], "--alpha is a number"],
  [["--alpha", "0.5", "--prevalence", "0.5"], "--prevalence is at least two shares"],
  [["--alpha", "0.5", "--prevalence", "0.5,0.5", "--raters", "1"], "at least 2 raters"],
  [["--alpha", "0.5", "--prevalence", "0.5,0.5", "--units", "many"], "--units is whole numbers"],
  [["--alpha", "0.5", "--prevalence", "0.5,0.5", "--wage=-1"], "--wage is a number above 0"],
])("refuses %j in one line", async (args, message) => {
  const { code, stdout, stderr } = await run(...args);
  expect(code).toBe(2);
  expect(stdout).toBe("");
  expect(stderr).toContain(message);
  expect(stderr.trim().split("\n")).toHaveLength(1);
});

test("an unknown item is refused with a list of the known ones", async () => {
  const { code, stderr } = await run(await pilot(), "--item", "q9");
  expect(code).toBe(2);
  expect(stderr).toContain("--item is one of all, q1");
});
