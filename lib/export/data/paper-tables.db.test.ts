import { randomUUID } from "node:crypto";
import { expect, test } from "vitest";
import { db } from "@/lib/database/db";
import { fromSnapshot } from "@/lib/database/snapshot";
import { openExport } from "@/lib/export/data/exports";
import { runHeaders } from "@/lib/export/data/run-headers";
import type { RunList } from "@/lib/export/schema/run-header";
import { importAndExport } from "@/lib/export/testing/import-and-export";
import { bytesOf } from "@/lib/export/testing/read";
import { unzip } from "@/lib/formats/unzip";
import type { Table } from "@/lib/report/schema/table";
import { VERSION } from "@/lib/version";
import { makeRun } from "@/testing/builders/runs";

/** Four pairs with gold, by a judge who is right in both orders of all but one. */
function pairs(method: string): string[] {
  const records: object[] = [{ type: "study", version: 1, name: "Pairs" }];
  for (let n = 0; n < 4; n++) {
    const [task, pair] = [`t${n}`, [`t${n}/1`, `t${n}/2`]];
    records.push({ type: "task", id: task, instruction: "Write.", tags: ["natural"] });
    for (const id of pair) records.push({ type: "response", id, task, text: "…" });
    const about = { task, item: "preference", pair };
    records.push({ type: "judgement", id: `g${n}`, ...about, rater: "gold", raterKind: "gold", value: "A" });
    for (const order of ["AB", "BA"])
      records.push({
        ...{ type: "draft", id: `d${n}${order}`, ...about, order, method },
        ...{ rater: "m", raterKind: "llm", value: n === 0 && order === "BA" ? "B" : "A" },
      });
  }
  return records.map((record) => JSON.stringify(record));
}

test("a bundle has the tables of the paper whose evaluators judged, and its README says so", async () => {
  const { files, textOf } = await importAndExport(pairs("llmbar.cot*"));
  const { rows } = JSON.parse(textOf("papers/llmbar-t2.json")) as Table;
  expect(rows).toMatchObject([{ model: "m", evaluator: "CoT*", naturalAcc: 7 / 8, naturalAgr: 3 / 4, n: 4 }]);
  expect(textOf("README.md")).toContain("`papers/`");
  // Tables the study lacks the records for are left out.
  expect(files.has("papers/llmbar-t12.csv")).toBe(false);
});

test("a bundle names the runs behind its drafts, in a file and in every table of a paper", async () => {
  const { actor, study, projectId } = await importAndExport(pairs("llmbar.cot*"));
  const run = await makeRun({ dataset: { id: study, projectId }, method: "answer", state: "running" });
  const files = unzip(await bytesOf((await openExport(actor, study, "bundle"))?.body));
  const textOf = (name: string) => files.get(name)?.toString() ?? "";
  const about = { run: run.id, method: "answer", program: VERSION, programBuild: `git:${"0".repeat(40)}` };
  expect(JSON.parse(textOf("runs.json"))).toMatchObject({ runs: [about], olderRunsLeftOut: 0 });
  expect(JSON.parse(textOf("papers/llmbar-t2.json"))).toMatchObject({ runs: [about] });
  expect(textOf("papers/llmbar-t2.tex")).toContain(`% run {"run":"${run.id}"`);
  expect(textOf("README.md")).toContain("`runs.json`");
});

async function headersOf(projectId: string, datasetId: string): Promise<RunList | undefined> {
  const lists: RunList[] = [];
  for await (const list of fromSnapshot(async function* (snapshot) {
    yield await runHeaders(snapshot, { projectId, datasetId, batchId: null });
  }))
    lists.push(list);
  return lists[0];
}

test("a run names the different samplings of its answered calls with their numbers, without seeds", async () => {
  const { id, datasetId, projectId } = await makeRun({ state: "running" });
  const { endpointId } = await db.draftRun.findUniqueOrThrow({ where: { id } });
  const { id: unitId } = await db.draftUnit.findFirstOrThrow({ where: { runId: id } });
  const [warm, cold] = [
    { temperature: 0.9, maxOutputTokens: 500 },
    { temperature: 0, maxOutputTokens: 100 },
  ];
  const about = {
    ...{ projectId, endpointId, runId: id, unitId, sampleIndex: 0, messages: [], base: "" },
    ...{ templateId: "t", templateVersion: "1", templateHash: "h", modelRequested: "m" },
    provider: "openai_compatible" as const,
  };
  const answered = (sampling: object, dropped: string[] = []) => ({
    ...{ state: "ok" as const, text: "…", endedAt: new Date() },
    ...{ samplingRequested: sampling, samplingSent: sampling, samplingDropped: dropped },
  });
  const calls = [
    answered({ ...warm, seed: 7 }, ["topP", "reasoning"]),
    answered({ ...warm, seed: 8 }, ["reasoning", "topP"]),
    ...Array.from({ length: 3 }, () => answered(cold)),
    { state: "failed" as const, error: "network", samplingRequested: { temperature: 2 } },
  ];
  await db.llmCall.createMany({
    data: calls.map((call, n) => ({ ...about, callKey: `${n}`, attempt: n, ...call })),
  });
  const list = await headersOf(projectId, datasetId);
  expect(list?.runs).toMatchObject([
    {
      samplings: [
        { requested: cold, sent: cold, dropped: [], calls: 3 },
        { requested: warm, sent: warm, dropped: ["reasoning", "topP"], calls: 2 },
      ],
      samplingsLeftOut: 0,
    },
  ]);
  expect(JSON.stringify(list?.runs[0]?.samplings)).not.toContain("seed");
});

test("the newest 500 runs are listed with 200 hashes each, and the others counted", async () => {
  const { id, datasetId, projectId } = await makeRun({ state: "running" });
  const run = await db.draftRun.findUniqueOrThrow({ where: { id } });
  const { params, selection, price: _price, memberPrices: _prices, ...same } = run;
  await db.draftRun.createMany({
    data: Array.from({ length: 501 }, (_, n) => ({
      ...{ ...same, params: params ?? {}, selection: selection ?? {} },
      ...{ id: randomUUID(), name: `older ${n}`, createdAt: new Date(run.createdAt.getTime() - 1000 - n) },
    })),
  });
  const unit = await db.draftUnit.findFirstOrThrow({ where: { runId: id } });
  await db.llmCall.createMany({
    data: Array.from({ length: 203 }, (_, n) => ({
      ...{
        projectId,
        endpointId: run.endpointId,
        runId: id,
        unitId: unit.id,
        callKey: `${n}`,
        sampleIndex: 0,
      },
      ...{ attempt: n, templateId: "t", templateVersion: "1", templateHash: `hash ${n}`, messages: [] },
      ...{ provider: "openai_compatible", base: "", modelRequested: "m", samplingRequested: {} },
      ...{ state: "failed" as const, error: "not reachable" },
    })),
  });
  const list = await headersOf(projectId, datasetId);
  expect(list?.olderRunsLeftOut).toBe(2);
  expect(list?.runs).toHaveLength(500);
  expect(list?.runs.slice(0, 2)).toMatchObject([
    { run: id, templateHashesLeftOut: 3 },
    { name: "older 0", templateHashes: [], templateHashesLeftOut: 0 },
  ]);
  expect(list?.runs[0]?.templateHashes).toHaveLength(200);
});

test("the tables of a paper are in the bundle of a study with its verdicts, checklists, criteria or responses", async () => {
  const papers = async (lines: readonly object[]) => {
    const { files } = await importAndExport(lines.map((line) => JSON.stringify(line)));
    return [...files.keys()].flatMap((file) => /^papers\/(.*)\.csv$/.exec(file)?.[1] ?? []);
  };
  const begin = [
    { type: "study", version: 1, name: "Written" },
    { type: "task", id: "t", instruction: "Write." },
  ];
  const rubric = (id: string, kind: string, scale: object, of: object) => ({
    ...{ type: "rubric", id, task: "t", kind, ...of },
    items: [{ id: `${id}1`, text: `Is it ${id}?`, scale }],
  });
  const yesNo = { type: "yesno" };
  const points = { type: "points", min: 1, max: 5 };
  const [byModel, person] = [{ origin: "llm", model: "m" }, { origin: "human" }];
  expect(
    await papers([
      ...begin,
      rubric("short", "checklist", yesNo, { ...byModel, method: "tick.generate" }),
      rubric("long", "checklist", yesNo, person),
    ]),
  ).toContain("tick-t2");
  expect(
    await papers([
      ...begin,
      rubric("clear", "criteria", points, { ...byModel, method: "salc.criteria_absolute" }),
      rubric("plain", "criteria", points, person),
    ]),
  ).toContain("salc-t2");
  const made = { method: "stick.refine", role: "initial", iteration: 0, bench: 1 };
  expect(
    await papers([...begin, { type: "response", id: "r", task: "t", model: "m", text: "x", metadata: made }]),
  ).toEqual(["stick-t1", "stick-f3"]);
});

test("a bundle of a study without a paper's methods has no tables of papers", async () => {
  const { files, textOf } = await importAndExport(pairs("own.judge"));
  expect([...files.keys()].filter((file) => file.startsWith("papers/"))).toEqual([]);
  expect(textOf("README.md")).not.toContain("papers/");
});
