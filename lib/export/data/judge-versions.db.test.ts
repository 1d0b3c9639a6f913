import { parse } from "csv-parse/sync";
import { afterAll, beforeAll, expect, test } from "vitest";
import { db } from "@/lib/database/db";
import { workOnDrafts } from "@/lib/drafting/data/run-worker";
import { JUDGE_METHOD } from "@/lib/drafting/schema/judge-spec";
import { env } from "@/lib/env";
import { openExport } from "@/lib/export/data/exports";
import { bytesOf } from "@/lib/export/testing/read";
import { unzip } from "@/lib/formats/unzip";
import { findVersion } from "@/lib/judge/data/judges";
import { runVersion } from "@/lib/judge/data/run-version";
import { RunJudge } from "@/lib/judge/schema/judges";
import { openStub, type Stub } from "@/lib/llm/testing/stub";
import { reportOf } from "@/lib/report/computation/report-on-study";
import { findReport } from "@/lib/report/data/find-report";
import { loadStudy } from "@/lib/report/data/load-study";
import type { ReportDraft, ReportJudgement, StudyData } from "@/lib/report/schema/study";
import { computeReport } from "@/lib/report/testing/compute-report";
import { makeDataset } from "@/testing/builders/datasets";
import { makeJudge, makeJudgeVersion, makeLabels } from "@/testing/builders/judges";
import { makeProject } from "@/testing/builders/projects";
import { makeEndpoint } from "@/testing/builders/runs";

let stub: Stub;

/** Each version has a word in its system message, and is off by another amount on other tasks. */
beforeAll(async () => {
  const [origin = ""] = env().LLM_ALLOWED_ORIGINS;
  stub = await openStub(
    ({ messages }) => {
      const task = Number(/topic (\d+)/.exec(messages.at(-1)?.content ?? "")?.[1]);
      const word = /Version ([a-z]+)/.exec(messages[0]?.content ?? "")?.[1] ?? "";
      return {
        say: `Analysis: so.\nAnswer: ${(((task + word.length) * (word.charCodeAt(0) - 96)) % 5) + 1}`,
      };
    },
    Number(new URL(origin).port),
  );
});
afterAll(() => stub.close());

/** Every record of a report that names the method of judges, without the condition. */
function rowsOfJudges(node: unknown, found = new Map<string | null, string[]>()) {
  if (Array.isArray(node)) for (const one of node) rowsOfJudges(one, found);
  else if (node !== null && typeof node === "object") {
    const { condition = null, ...rest } = node as { condition?: string | null; method?: unknown };
    // A rater that is only named has no number.
    if (rest.method === JUDGE_METHOD && Object.values(rest).some((value) => typeof value !== "string")) {
      const own = found.get(condition) ?? [];
      found.set(condition, [...own, JSON.stringify(rest)]);
    }
    for (const one of Object.values(node)) rowsOfJudges(one, found);
  }
  return found;
}

const sorted = (rows: readonly string[] | undefined) => [...(rows ?? [])].sort();

test("values of different versions of a judge share no number of a report, and no rater of an export", async () => {
  const project = await makeProject();
  const dataset = await makeDataset({ project, tasks: 20, drafts: false });
  const endpoint = await makeEndpoint({ project, baseUrl: stub.base });
  for (const code of ["A01", "A02"])
    await makeLabels(dataset, (task) => (Number(task.slice(1)) % 5) + 1, { code });
  const judge = await makeJudge({ project, endpoint, name: "One", spec: { system: "Version a" } });
  const { actor } = judge.admin;
  const { spec } = (await findVersion(actor, judge.id, { number: 1 })) ?? expect.fail();
  const second = await makeJudgeVersion(judge, judge.version, { ...spec, system: "Version bb" });
  const third = await makeJudgeVersion(judge, second.id, { ...spec, system: "Version ccc" });
  // Another judge that sends the very same as the first version.
  const other = await makeJudge({ project, endpoint, name: "Two", spec: { system: "Version a" } });
  const versions = [judge.version, second.id, third.id, other.version];
  for (const version of versions)
    await runVersion(actor, version, RunJudge.parse({ dataset: dataset.id, scope: "all" }));
  await workOnDrafts();
  const drafts = await db.draft.findMany({
    where: { datasetId: dataset.id },
    select: { condition: true, unit: { select: { run: { select: { judgeVersionId: true } } } } },
  });
  const conditionOf = new Map(
    drafts.map(({ condition, unit }) => [unit?.run.judgeVersionId ?? "", condition ?? ""]),
  );
  const conditions = versions.map((version) => conditionOf.get(version) ?? "");
  expect(new Set(conditions).size).toBe(4);

  const scope = { projectId: project.id, datasetId: dataset.id, batchId: null };
  const { study } = await loadStudy(scope);
  const options = { replicates: 20, seed: 42 };
  const report = await reportOf(study, options);
  const whole = rowsOfJudges(report);
  expect([...whole.keys()].sort()).toEqual([...conditions].sort());
  // People and LLMs together: of judge One the newest version, and judge Two.
  const together = report.reliability.filter(
    ({ raters, exposure }) => raters === "human+llm" && exposure === "any",
  );
  expect(together.length).toBeGreaterThan(0);
  for (const { raterCount } of together) expect(raterCount).toBe(2 + 2);
  const lists = { drafts: [...study.drafts], judgements: [...study.judgements] };
  for (const condition of conditions) {
    const alone: StudyData = {
      ...study,
      drafts: lists.drafts.filter((draft: ReportDraft) => draft.condition === condition),
      judgements: lists.judgements.filter((judgement: ReportJudgement) => judgement.raterKind === "human"),
    };
    const expected = [...rowsOfJudges(await reportOf(alone, options)).values()].flat();
    expect(expected.length).toBeGreaterThan(5);
    expect(sorted(whole.get(condition))).toEqual(sorted(expected));
  }

  await findReport(actor, { dataset: dataset.id });
  for (const { id } of await db.report.findMany({ where: { datasetId: dataset.id } }))
    await computeReport(id);
  const files = unzip(await bytesOf((await openExport(actor, dataset.id, "bundle"))?.body));
  const textOf = (name: string) => files.get(name)?.toString() ?? expect.fail(`the bundle has ${name}`);
  expect([...rowsOfJudges(JSON.parse(textOf("agreement.json"))).keys()].sort()).toEqual(
    [...conditions].sort(),
  );
  const raters: Record<string, string>[] = parse(textOf("raters.csv"), { columns: true });
  expect(
    raters
      .filter(({ kind }) => kind === "llm")
      .map(({ condition }) => condition)
      .sort(),
  ).toEqual([...conditions].sort());
  const records = textOf("study.jsonl")
    .split("\n")
    .filter(Boolean)
    .map((line) => JSON.parse(line) as { type: string; condition?: string; value?: unknown });
  for (const condition of conditions)
    expect(
      records.filter((record) => record.type === "draft" && record.condition === condition),
    ).toHaveLength(20);
});
