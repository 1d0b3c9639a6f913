import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { commandOutput } from "@/lib/cli/testing/command-output";
import { parseRecord } from "@/lib/dataset/rules/records";
import type { StudyRecord } from "@/lib/dataset/schema";
import {
  type Line,
  pair,
  preferred,
  sourceOf,
  table,
  times,
  votes,
} from "@/lib/report/testing/checklist-study";

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "countersign-items-"));
});
afterAll(() => rm(folder, { recursive: true }));

async function run(lines: readonly Line[], ...args: string[]) {
  const file = join(folder, "study.jsonl");
  const header = { type: "study", version: 1, name: "Checklists" };
  await writeFile(file, [header, ...lines].map((line) => JSON.stringify(line)).join("\n"));
  return commandOutput("items", file, ...args);
}

const without = (n: number, ...given: string[][]) => ({
  ablations: given.map((own, at) => ({
    ...{ item: `t${n}/baseline.${at + 1}`, value: "A", votes: own, flags: [] },
  })),
});

const item = (n: number, at: number) => `t${n}/baseline.${at}`;
const label = (n: number, at: number): Line => ({
  ...{ type: "labels", id: `l${n}.${at}`, task: `t${n}`, item: item(n, at), question: "positive-items" },
  ...{ labels: ["Explicit"], rater: "gold", raterKind: "gold" },
});
const answer = (n: number, at: number): Line => ({
  ...{
    type: "draft",
    id: `a${n}.${at}`,
    task: `t${n}`,
    response: `t${n}/a`,
    item: item(n, at),
    value: "yes",
  },
  ...{ rater: "judge", raterKind: "llm", method: "tick.evaluate" },
});
const decision = (n: number, at: number): Line => ({
  ...{ type: "decision", id: `c${n}.${at}`, rubric: `t${n}/baseline`, item: item(n, at) },
  ...{ rater: "A01", action: "accept" },
});

// t0: the checklist helps by 0.5, item 1 by as much; t1: it hurts, by item 1 alone and strongly; t2: it changes nothing.
const study: Line[] = [0, 1, 2].flatMap((n) => [
  ...pair(n),
  preferred(n, "none", [votes(5, 5), votes(10, 0), votes(10, 0)][n] ?? []),
  preferred(
    n,
    "ablation",
    [votes(10, 0), votes(0, 10), votes(10, 0)][n] ?? [],
    without(
      n,
      ...([[votes(5, 5), votes(10, 0)], [votes(10, 0), votes(0, 10)], times(2, votes(10, 0))][n] ?? []),
    ),
  ),
  ...[1, 2].flatMap((at) => [label(n, at), answer(n, at), decision(n, at)]),
]);

/** The records that were printed, each of which is a record of a study file. */
const printed = (stdout: string): StudyRecord[] =>
  stdout
    .trimEnd()
    .split("\n")
    .map((line, at) => {
      const record = parseRecord(line, at + 1);
      if (Array.isArray(record)) throw new Error(JSON.stringify(record));
      return record;
    });

test("prints the study of the negative items alone, which is a study file with the same ablation", async () => {
  const { code, stdout, stderr } = await run(study, "--sign", "negative");
  expect([code, stderr]).toEqual([0, "1 of 6 ablated items is negative.\n"]);
  const records = printed(stdout);
  expect(records.map(({ type, ...record }) => ("id" in record ? `${type} ${record.id}` : type))).toEqual([
    ...["study", "task t1", "response t1/a", "response t1/b", "rubric t1/baseline", "judgement gold/t1"],
    ...["draft t1/none", "draft t1/ablation", "labels l1.1", "draft a1.1", "decision c1.1"],
  ]);
  expect(records[0]).toMatchObject({ name: "Checklists, negative items" });
  // It can be read again, and says the same about the item.
  const [, ...rest] = records as Line[];
  const again = await run(rest, "--sign", "negative");
  expect([again.code, again.stderr]).toEqual([0, "1 of 1 ablated items is negative.\n"]);
  const effects = (lines: readonly Line[]) =>
    table("items", sourceOf(lines)).rows.map(({ item: text, effect, change }) => [text, effect, change]);
  expect(effects(rest)).toEqual([["Is it so in t1, 1?", "hurt", 1]]);
  expect(effects(study)).toContainEqual(["Is it so in t1, 1?", "hurt", 1]);
});

test("takes only strong items, or those with equal samples, and says when there is none", async () => {
  expect((await run(study, "--sign", "positive")).stderr).toBe("1 of 6 ablated items is positive.\n");
  const strong = await run(study, "--sign", "positive", "--strong");
  expect(strong).toEqual({ code: 1, stdout: "", stderr: "0 of 6 ablated items are positive and strong.\n" });
  expect((await run(study, "--sign", "positive", "--equal")).code).toBe(1);
  expect((await run(study, "--sign", "negative", "--strong", "--equal")).code).toBe(0);
});

test("names the missing records, and refuses what is no sign", async () => {
  const { code, stderr } = await run(pair(0), "--sign", "positive");
  expect(code).toBe(1);
  expect(stderr).toContain("drafts by clstudy.pairwise.ablation");
  expect((await run(study)).stderr).toContain("--sign is positive or negative\n");
  expect((await run(study, "--sign", "neutral")).stderr).toContain('positive or negative, not "neutral"');
  expect((await commandOutput("items")).code).toBe(2);
  expect((await commandOutput("items", "--help")).stdout).toContain("countersign items STUDY.jsonl");
});
