import { expect, test } from "vitest";
import { moveBatch } from "@/lib/batch/data/change-state";
import type { Arms } from "@/lib/batch/schema";
import { db } from "@/lib/database/db";
import type { JudgementRecord } from "@/lib/dataset/schema";
import { openExport } from "@/lib/export/data/exports";
import { importAndExport } from "@/lib/export/testing/import-and-export";
import { bodyText, bytesOf } from "@/lib/export/testing/read";
import { recompute } from "@/lib/export/testing/recompute";
import { unzip } from "@/lib/formats/unzip";
import { NO_MEASURES } from "@/lib/quality/schema";
import { next } from "@/lib/quality/testing/fixture";
import { CANARY, pairs, SEEDS, submitOps } from "@/lib/quality/testing/judged";
import { findReport } from "@/lib/report/data/find-report";
import type { Report } from "@/lib/report/schema";
import { computeReport } from "@/lib/report/testing/compute-report";
import { newOp } from "@/lib/review/testing/fixture";
import { findCard, labelFile, materialFile } from "@/lib/study/data/cards";
import { makeBatch, stepsOf } from "@/testing/builders/batches";
import { makeStudy } from "@/testing/builders/studies";

const TASKS = 12;

/** Gold for pairs of all tasks but the last, gold that the batch has no step for, and a model that errs in every third. */
function records(n: number): object[] {
  const pair = n % 2 === 0 ? [`bad${n}`, `good${n}`] : [`good${n}`, `bad${n}`];
  const about = { task: `t${n}`, item: "preference", pair };
  const good = n % 2 === 0 ? "B" : "A";
  const gold = { rater: "expert", raterKind: "gold", metadata: { explanation: CANARY } };
  return [
    ...(n === TASKS - 1 ? [] : [{ type: "judgement", id: `g${n}`, ...about, ...gold, value: good }]),
    {
      type: "judgement",
      id: `o${n}`,
      task: `t${n}`,
      response: `good${n}`,
      item: "overall",
      ...gold,
      value: 5,
    },
    {
      ...{ type: "draft", id: `d${n}`, ...about, rater: "judge", raterKind: "llm", method: "m" },
      value: n % 3 === 0 ? (good === "A" ? "B" : "A") : good,
    },
  ];
}

const comparing = [
  {
    name: "A",
    k: 2,
    exposure: null,
    steps: stepsOf("preference", { exposure: "none", form: "forced-choice" }),
  },
] satisfies Arms;

/** A batch in which one person is always right and one never; two of its pairs are gold checks. */
async function judgedBatch() {
  const { admin, dataset, annotators } = await pairs(TASKS, 2, records);
  const quality = { ...NO_MEASURES, gold: { share: 1 / 6, feedback: false } };
  const batch = await makeBatch({ dataset, annotators, arms: comparing, quality, ...SEEDS });
  for (const person of annotators)
    for (let view = await next(person, batch); view; view = await next(person, batch)) {
      const { disclosures: _, ...shown } = view;
      expect(JSON.stringify(shown)).not.toMatch(new RegExp(`${CANARY}|gold`, "i"));
      const good = view.pair?.a.startsWith("A good") ? "A" : "B";
      const value = person === annotators[0] ? good : good === "A" ? "B" : "A";
      await submitOps(person, view, newOp({ type: "prefer", value }));
    }
  await findReport(admin.actor, { batch: batch.id });
  for (const { id } of await db.report.findMany({ where: { batchId: batch.id } })) await computeReport(id);
  return { admin, batch };
}

test("models and annotators of a batch are compared with gold in its report, files and scripts", async ({
  annotate,
}) => {
  const { admin, batch } = await judgedBatch();
  const exported = async (format: "study" | "csv" | "preferences") =>
    bodyText((await openExport(admin.actor, batch.id, format))?.body);
  const report = (await findReport(admin.actor, { batch: batch.id }))?.report;
  const all = report?.againstGold.filter(({ subset }) => subset === "all") ?? [];
  // People's values on the two checks are set aside; the model's drafts of them are compared like all others.
  const shares = all.map(({ raterKind, n, accuracy }) => [raterKind, n, accuracy]);
  expect(shares).toHaveLength(3);
  expect(shares).toEqual(
    expect.arrayContaining([
      ["human", 9, 1],
      ["human", 9, 0],
      ["llm", 11, 7 / 11],
    ]),
  );
  expect(report?.study).toMatchObject({ judgements: 20 + 11, setAside: 4, raters: { human: 2, gold: 1 } });

  const judgements = (await exported("study"))
    .trimEnd()
    .split("\n")
    .map((line) => JSON.parse(line))
    .filter((record): record is JudgementRecord => record.type === "judgement");
  const golds = judgements.filter(({ raterKind }) => raterKind === "gold");
  expect(golds.map(({ id }) => id)).toEqual(Array.from({ length: TASKS - 1 }, (_, n) => `g${n}`));
  expect((await exported("csv")).match(/"gold"/g)).toHaveLength(TASKS - 1);
  // People disagree on every pair, so the set is empty: gold is not what the batch produced.
  expect(await exported("preferences")).toBe("");

  const bundle = unzip(await bytesOf((await openExport(admin.actor, batch.id, "bundle"))?.body));
  const again = await importAndExport((bundle.get("study.jsonl")?.toString() ?? "").trimEnd().split("\n"));
  expect((JSON.parse(again.textOf("agreement.json")) as Report).againstGold).toEqual(report?.againstGold);
  const found = await recompute(bundle);
  if (found) {
    expect(found).toMatchObject({ code: 0, words: expect.stringMatching(/, 0 differ/) });
    expect(found.numbers["against-gold llm judge m all accuracy"]).toBeCloseTo(7 / 11, 12);
  } else await annotate("python3 is not on the PATH: the script of the bundle was NOT run.", "warning");
});

test("a frozen batch counts its own values, and its public card does not contain the gold", async () => {
  const { admin, batch } = await judgedBatch();
  await moveBatch(admin.actor, batch.id, "close");
  const study = await makeStudy([batch], { state: "public", texts: true });
  const { manifest } = await db.studyVersion.findUniqueOrThrow({ where: { id: study.versionId } });
  const given = await db.judgement.count({ where: { batchId: batch.id } });
  expect(manifest).toMatchObject({ batches: [{ counts: { judgements: given } }] });
  const card = await findCard(study.token);
  if (!card) throw new Error("the card is public");
  for (const file of [labelFile(card, "jsonl"), materialFile(card)])
    expect(await bodyText(file)).not.toMatch(new RegExp(`${CANARY}|gold`));
});
