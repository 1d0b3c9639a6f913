import { beforeAll, expect, test } from "vitest";
import { findAdjudication, findCase, listAdjudicationWork, listCases } from "@/lib/adjudication/data/cases";
import { recordRuling } from "@/lib/adjudication/data/rulings";
import { shareCases } from "@/lib/adjudication/data/share-cases";
import { startAdjudication } from "@/lib/adjudication/data/start-adjudication";
import { DEFAULT_RULE } from "@/lib/adjudication/rules";
import { actAs } from "@/lib/auth/actor";
import { moveBatch } from "@/lib/batch/data/change-state";
import type { Arms } from "@/lib/batch/schema";
import { db } from "@/lib/database/db";
import { listExportable } from "@/lib/export/data/exports";
import { createGoldFrom } from "@/lib/quality/data/bulk-gold";
import { findGold } from "@/lib/quality/data/gold";
import { next } from "@/lib/quality/testing/fixture";
import { pairs, ratingsOf, SEEDS, submitOps } from "@/lib/quality/testing/judged";
import { reportOf } from "@/lib/report/computation/report-on-study";
import { loadStudy } from "@/lib/report/data/load-study";
import { newOp } from "@/lib/review/testing/fixture";
import { makeBatch, stepsOf } from "@/testing/builders/batches";
import { makeMember } from "@/testing/builders/people";

const TASKS = 4;

const STEPS: Arms[number]["steps"] = [
  ...stepsOf("preference", { exposure: "none", form: "five-point" }),
  {
    ...{
      type: "label",
      id: "kind",
      question: "What is asked for?",
      about: "task",
      several: true,
      none: true,
    },
    ...{ labels: ["Open", "Closed", "Chat"].map((name) => ({ name })), exposure: "none" },
  },
];

/** Pairs on which two people disagree in preference and labels, but for the last, on which they agree. */
async function contested() {
  const { admin, dataset, annotators } = await pairs(TASKS, 2, () => []);
  const arms = [{ name: "A", k: 2, steps: STEPS, exposure: null }] satisfies Arms;
  const batch = await makeBatch({ dataset, annotators, arms, ...SEEDS });
  for (const [n, person] of annotators.entries())
    for (let view = await next(person, batch); view; view = await next(person, batch)) {
      const isLast = view.task.instruction.includes(`${TASKS - 1}`);
      const good = view.pair?.a.startsWith("A good") ? 1 : 5;
      const labels = isLast || n === 0 ? ["Open"] : ["Chat", "Open"];
      await submitOps(
        person,
        view,
        newOp({ type: "prefer", value: isLast || n === 0 ? good : 3 }),
        newOp({ type: "label", question: "kind", labels }),
      );
    }
  await moveBatch(admin.actor, batch.id, "close");
  return { admin, dataset, annotators, batch };
}

let made: Awaited<ReturnType<typeof contested>>;
beforeAll(async () => {
  made = await contested();
});

const begin = (adjudicators: string[] = []) =>
  startAdjudication(made.admin.actor, made.batch.id, { rule: DEFAULT_RULE, adjudicators });
const cases = async () => (await listCases(made.admin.actor, made.batch.id, "all", -1)).rows;

test("contested preferences and labels are cases, decided, exported, and made gold", async () => {
  const { admin, batch, dataset } = made;
  expect(await begin()).toEqual({ cases: 2 * (TASKS - 1), joined: 2 * (TASKS - 1), left: 0 });
  const rows = await cases();
  const [preference, labels] = [
    rows.find(({ question }) => question === null),
    rows.find(({ question }) => question),
  ];
  expect(preference).toMatchObject({ task: "t0", item: null, agreement: 0 });
  expect(preference?.responses.toSorted()).toEqual(["bad0", "good0"]);
  expect(labels).toMatchObject({ task: "t0", responses: [], question: "kind" });
  const shown = await findCase(admin.actor, batch.id, preference?.id ?? "");
  expect(shown).toMatchObject({ scale: { type: "five-point" }, response: null, item: "preference" });
  // Values and texts are in the order of the pair as it is stored.
  const good = shown?.pair?.a.startsWith("A good") ? 1 : 5;
  expect(shown?.votes.map(({ value }) => value).toSorted()).toEqual([good, 3].toSorted());
  expect(await findCase(admin.actor, batch.id, labels?.id ?? "")).toMatchObject({
    scale: { type: "labels", several: true },
    pair: null,
    question: "What is asked for?",
  });

  const decide = (id: string | undefined, value: number | string[] | null, after = 0) =>
    recordRuling(actAs(admin.actor, "annotator"), batch.id, id ?? "", { value, note: "", after });
  expect(await decide(preference?.id, ["Open"])).toEqual({ refused: "off-scale" });
  expect(await decide(preference?.id, 6)).toEqual({ refused: "off-scale" });
  expect(await decide(preference?.id, good)).toEqual({ rulings: 1 });
  expect(await decide(labels?.id, ["Odd"])).toEqual({ refused: "off-scale" });
  expect(await decide(labels?.id, ["Closed", "Open"])).toEqual({ rulings: 1 });
  const begun = (await findAdjudication(admin.actor, batch.id))?.begun;
  expect(begun).toMatchObject({ isShared: false, counts: { all: 2 * (TASKS - 1), decided: 2, changed: 0 } });

  const scope = { projectId: dataset.projectId, datasetId: dataset.id, batchId: batch.id };
  const exported = await ratingsOf(scope);
  const ruled = exported.filter(({ rater_kind }) => rater_kind === "adjudicator");
  expect(ruled.map(({ unit, final_value }) => [unit, final_value])).toEqual([
    ["bad0,good0/preference", good],
    ["t0/labels/kind", '["Open","Closed"]'],
  ]);
  const listed = await listExportable(actAs(admin.actor, "researcher"), dataset.projectId);
  expect(listed?.find(({ id }) => id === batch.id)?.ratings).toBe(exported.length);
  const report = await reportOf((await loadStudy(scope)).study, { replicates: 10, seed: 1 });
  expect(report.study).toMatchObject({ adjudicated: 1, raters: { human: 2, adjudicator: 1 } });

  expect(await createGoldFrom(admin.actor, dataset.id, { batch: batch.id, from: "adjudication" })).toEqual({
    marked: 2,
  });
  const task = await db.task.findFirstOrThrow({ where: { datasetId: dataset.id, key: "t0" } });
  const gold = await findGold(admin.actor, dataset.id, task.id);
  expect(gold.labels).toMatchObject([{ question: "kind", labels: ["Open", "Closed"] }]);
  expect(gold.preferences).toMatchObject([{ value: good }]);

  expect(await decide(labels?.id, null, 1)).toEqual({ rulings: 2 });
  expect((await ratingsOf(scope)).filter(({ unit }) => unit === "t0/labels/kind")).toHaveLength(2);
});

test("an admin distributes undecided cases evenly, and each adjudicator gets their own next case", async () => {
  const { admin, annotators, batch } = made;
  const [first, second] = annotators;
  const other = await makeMember("annotator", { project: { id: batch.projectId } });
  if (!first || !second) throw new Error("there are two");
  const share = (among: string[], anew = false) => shareCases(admin.actor, batch.id, { among, anew });
  expect(await share([first.membershipId])).toEqual({ refused: "not-adjudicators" });
  await begin([first.membershipId, second.membershipId]);
  expect(await share([first.membershipId, other.membershipId])).toEqual({ refused: "not-adjudicators" });

  const undecided = (await cases()).filter(({ value }) => value === null);
  const begun = async () => (await findAdjudication(admin.actor, batch.id))?.begun;
  expect(await begun()).toMatchObject({ isShared: false, unassigned: undecided.length });
  expect(await share([first.membershipId, second.membershipId])).toEqual({ shared: undecided.length });
  expect(await begun()).toMatchObject({ isShared: true, unassigned: 0 });
  // A second click finds nothing to share.
  expect(await share([first.membershipId, second.membershipId])).toEqual({ shared: 0 });
  const rows = (await cases()).filter(({ value }) => value === null);
  const [theirs, others] = [first, second].map(({ pseudonym }) =>
    rows.filter(({ assignee }) => assignee === pseudonym),
  );
  expect(Math.abs((theirs?.length ?? 0) - (others?.length ?? 0))).toBeLessThanOrEqual(1);
  expect(await listAdjudicationWork(first.actor)).toMatchObject([{ undecided: theirs?.length }]);
  expect((await listCases(second.actor, batch.id, "mine", -1)).rows.map(({ id }) => id)).toEqual(
    others?.map(({ id }) => id),
  );
  // The next case is one of their own, whichever they look at; others' cases can still be decided.
  const foreign = await findCase(first.actor, batch.id, others?.at(-1)?.id ?? "");
  expect(foreign).toMatchObject({ assignee: second.pseudonym, nextUndecided: theirs?.[0]?.id });

  // An adjudicator who is no longer named loses their cases; the rest can be taken back.
  await begin([second.membershipId]);
  expect((await cases()).filter(({ assignee }) => assignee === first.pseudonym)).toEqual([]);
  expect(await share([], true)).toEqual({ shared: others?.length });
  expect((await begun())?.isShared).toBe(false);
  const elsewhere = await makeMember("admin");
  expect(await shareCases(elsewhere.actor, batch.id, { among: [], anew: true })).toBeNull();
});
