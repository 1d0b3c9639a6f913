import { expect, test } from "vitest";
import { actAs } from "@/lib/auth/actor";
import { openBatch } from "@/lib/batch/data/open-batch";
import { findSubjectsFor, selectedSubjects } from "@/lib/batch/data/subjects";
import type { SampleBy } from "@/lib/batch/schema";
import { db } from "@/lib/database/db";
import { fromSnapshot } from "@/lib/database/snapshot";
import { studyRecords } from "@/lib/dataset/data/records";
import type { Prisma } from "@/prisma/generated/client/client";
import { makeBatch, stepsOf } from "@/testing/builders/batches";
import { makeDataset, type TestDataset } from "@/testing/builders/datasets";
import { makeMember, makeSiteAdmin } from "@/testing/builders/people";

const TASKS = 20;
const SIZE = 20;
const SEEDS = 40;

type Preference = Pick<
  Prisma.DraftCreateManyInput,
  "responseId" | "responseBId" | "value" | "order" | "confidence" | "provenance"
>;

/** Every two responses of each task, in the order of the dataset. */
async function pairsOf(dataset: TestDataset) {
  const responses = await db.response.findMany({
    where: { datasetId: dataset.id },
    orderBy: [{ task: { position: "asc" } }, { position: "asc" }],
  });
  return responses.flatMap(({ id, taskId, position }) =>
    responses
      .filter((other) => other.taskId === taskId && other.position > position)
      .map((other) => ({ taskId, one: id, other: other.id })),
  );
}

/** Writes the preferences of a judge about the pairs of a dataset, of the nth pair those that `drafts` gives. */
async function prefer(
  { id: datasetId, projectId }: TestDataset,
  code: string,
  drafts: (pair: { one: string; other: string }, n: number) => Preference[],
) {
  const { id: raterId } = await db.rater.create({ data: { projectId, datasetId, kind: "llm", code } });
  const pairs = await pairsOf({ id: datasetId, projectId });
  await db.draft.createMany({
    data: pairs.flatMap((pair, n) =>
      drafts(pair, n).map((draft, at) => ({
        ...{ datasetId, raterId, taskId: pair.taskId, target: "preference" as const, lines: [] },
        ...{ key: `${code} ${n} ${at}`, position: n, ...draft },
      })),
    ),
  });
}

const isFlipped = (n: number) => n % 3 === 0;
const isContested = (n: number) => n % 3 === 1;

/**
 * Sixty pairs that two judges saw in both orders. On a third both prefer the response shown first, on another third they prefer
 * different ones in both orders, and on the last the same. One judge's draft has both answers, as runs store them; the other's
 * drafts are one for each order, as files have them, with the pair turned round.
 */
async function judgedPairs() {
  const dataset = await makeDataset({ tasks: TASKS, responses: 3, drafts: false });
  await prefer(dataset, "judge-1", ({ one, other }, n) => [
    {
      ...{ responseId: one, responseBId: other, value: isFlipped(n) ? "tie" : "A" },
      provenance: { votes: isFlipped(n) ? ["A", null, "B"] : ["A", "A", null] },
    },
  ]);
  await prefer(dataset, "judge-2", ({ one, other }, n) => {
    const turned = { responseId: other, responseBId: one };
    const first = isContested(n) ? "A" : 5;
    return [
      { ...turned, order: "AB", value: first },
      { ...turned, order: "BA", value: isFlipped(n) ? 2 : first },
    ];
  });
  const pairs = await pairsOf(dataset);
  const where = (is: (n: number) => boolean) =>
    new Set(pairs.flatMap(({ one, other }, n) => (is(n) ? `${one} ${other}` : [])));
  return { dataset, flipped: where(isFlipped), contested: where(isContested) };
}

interface Drawn {
  responseId: string;
  responseBId: string;
  probability: number;
}

function draw(datasetId: string, by: SampleBy, seed: number, size = SIZE) {
  const selection = { filter: {}, sample: { size, by } };
  return db.$queryRaw<
    Drawn[]
  >`${selectedSubjects({ kind: "pair", datasetId, batchId: null, selection, seed, needs: [] })}`;
}

test("pairs are drawn by flips between the orders and by disagreement of judges, with the probabilities of the draw", async () => {
  const { dataset, flipped, contested } = await judgedPairs();
  // Both judges are divided on a third: half of their answers say the other side. On another third no two judges agree.
  for (const [by, often, score] of [
    ["uncertainty", flipped, 0.5],
    ["disagreement", contested, 1],
  ] as const) {
    const own = 1 + 3 * score;
    const chance = (SIZE * own) / (20 * own + 40);
    let [drawnOften, weightOften, weight] = [0, 0, 0];
    for (let seed = 0; seed < SEEDS; seed++) {
      const sample = await draw(dataset.id, by, seed);
      expect(sample).toHaveLength(SIZE);
      for (const { responseId, responseBId, probability } of sample) {
        const isOften = often.has(`${responseId} ${responseBId}`);
        expect(probability).toBeCloseTo(isOften ? chance : chance / own, 9);
        drawnOften += Number(isOften);
        weight += 1 / probability;
        weightOften += isOften ? 1 / probability : 0;
      }
    }
    expect(Math.abs(drawnOften / SEEDS / 20 - chance)).toBeLessThan(0.04);
    expect(Math.abs(weightOften / weight - 1 / 3)).toBeLessThan(0.04);
  }
  for (const by of ["tag", "model", "uncertainty"] as const)
    for (const { probability } of await draw(dataset.id, by, 1, 99)) expect(probability).toBeCloseTo(1, 12);
}, 120_000);

test("a stated confidence tells the uncertainty of a judge that answered once", async () => {
  const dataset = await makeDataset({ tasks: TASKS, responses: 2, drafts: false });
  await prefer(dataset, "judge", ({ one, other }, n) => [
    {
      ...{ responseId: one, responseBId: other, value: "B", confidence: n < 10 ? 0.5 : 1 },
      // Metadata of an imported draft may say anything.
      provenance: {
        votes: n % 2 === 0 ? "many" : [{ by: "someone" }, 7.5e3, "C"].slice(0, n % 4 === 1 ? 1 : 0),
      },
    },
  ]);
  const chances = new Set(
    (await draw(dataset.id, "uncertainty", 3, 7)).map(({ probability }) => probability),
  );
  for (const chance of chances) expect([0.5, 0.2].some((own) => Math.abs(own - chance) < 1e-9)).toBe(true);
});

const byDisagreement = (size: number) => ({
  filter: {},
  sample: { size, by: "disagreement" as const },
});

test("an open batch stores the probabilities of its pairs, and its study file has them with the tasks", async () => {
  const { dataset } = await judgedPairs();
  await db.task.updateMany({
    where: { datasetId: dataset.id },
    data: { tags: ["one"], metadata: { sampledPairs: "of an earlier study", source: "x" } },
  });
  const statedBy = async (batch: { id: string }) => {
    const scope = { projectId: dataset.projectId, datasetId: dataset.id, batchId: batch.id };
    const stated: unknown[] = [];
    for await (const record of fromSnapshot((snapshot) => studyRecords(snapshot, scope)))
      if (record.type === "task") {
        expect(record.metadata?.source).toBe("x");
        stated.push(...((record.metadata?.sampledPairs ?? []) as unknown[]));
      }
    return stated;
  };
  const storedIn = async (batch: { id: string }) => {
    const subjects = await db.subject.findMany({
      where: { batchId: batch.id },
      include: { response: true, responseB: true },
      orderBy: { position: "asc" },
    });
    return subjects.map(({ response, responseB, probability }) => ({
      pair: [response?.key, responseB?.key],
      inclusionProbability: probability,
    }));
  };
  const batch = await makeBatch({
    ...{ dataset, preset: "preference", seed: 5, selection: byDisagreement(SIZE) },
  });
  const stored = await storedIn(batch);
  expect(stored).toHaveLength(SIZE);
  expect(new Set(stored.map(({ inclusionProbability }) => inclusionProbability?.toFixed(6))).size).toBe(2);
  expect(await statedBy(batch)).toEqual(stored);

  const byTag = await makeBatch({
    ...{ dataset, preset: "preference", seed: 5 },
    selection: { filter: {}, sample: { size: SIZE, by: "tag" } },
  });
  expect(await statedBy(byTag)).toEqual(
    (await storedIn(byTag)).map((pair) => ({ ...pair, samplingStratum: "one" })),
  );
  expect(await statedBy(await makeBatch({ dataset, preset: "preference" }))).toEqual([]);
});

test("only pairs that are given count as undrawn where a batch is about these", async () => {
  const dataset = await makeDataset({ tasks: 6, responses: 3, drafts: false });
  await prefer(dataset, "judge-1", ({ one, other }, n) =>
    n % 3 > 0 ? [] : [{ responseId: one, responseBId: other, value: "A" }],
  );
  const batch = await makeBatch({
    ...{ dataset, preset: "preference" },
    selection: { filter: {}, pairs: "given", sample: { size: 4, by: "everything" } },
  });
  expect(await db.undrawnSubject.count({ where: { batchId: batch.id } })).toBe(2);
});

test("a batch that asks for what judges leave open is refused, with the reason, where they do not say it", async () => {
  const dataset = await makeDataset({ tasks: 4, responses: 2, drafts: false });
  const admin = actAs((await makeSiteAdmin()).actor, "admin");
  const researcher = actAs(
    (await makeMember("researcher", { project: { id: dataset.projectId } })).actor,
    "researcher",
  );
  const arms = [{ name: "A", k: 1, exposure: null, steps: stepsOf("preference") }];
  const answerFor = async (by: SampleBy) => {
    const selection = { filter: {}, sample: { size: 2, by } };
    const draft = await makeBatch({ dataset, preset: "preference", arms, selection, open: false });
    const opened = await openBatch(admin, draft.id);
    const isOpen = opened !== null && "subjects" in opened;
    expect(await db.subject.count({ where: { batchId: draft.id } })).toBe(isOpen ? 2 : 0);
    const question = { dataset: dataset.id, draft: draft.id, selection, seed: 1, arms };
    const preview = await findSubjectsFor(researcher, question);
    return [opened && "detail" in opened ? opened.detail : opened, preview?.judged];
  };
  const [nobody] = await answerFor("uncertainty");
  expect(nobody).toMatchObject({
    problems: [{ field: "spread", message: expect.stringContaining("no judge has a value for 4") }],
  });

  await prefer(dataset, "judge-1", ({ one, other }, n) =>
    n === 0 ? [] : [{ responseId: one, responseBId: other, value: "A" }],
  );
  expect(await answerFor("uncertainty")).toMatchObject([
    { problems: [{ message: expect.stringContaining("for 3 there is one answer without a confidence") }] },
    { by: "uncertainty", possible: 4, judged: 3, scored: 0 },
  ]);
  expect(await answerFor("disagreement")).toMatchObject([
    { problems: [{ message: expect.stringContaining("for 3 only one judge has a value") }] },
    { by: "disagreement", possible: 4, judged: 3, scored: 0 },
  ]);

  await prefer(dataset, "judge-2", ({ one, other }, n) =>
    n < 3 ? [] : [{ responseId: one, responseBId: other, value: "B" }],
  );
  expect(await answerFor("disagreement")).toMatchObject([
    { subjects: 2 },
    { by: "disagreement", possible: 4, judged: 3, scored: 1 },
  ]);
  expect((await answerFor("model"))[1]).toBeNull();
});
