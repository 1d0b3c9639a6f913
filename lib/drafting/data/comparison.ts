import { isUuid } from "@/lib/formats/uuid";
import "server-only";
import { type Member, memberOf } from "@/lib/auth/actor";
import { db } from "@/lib/database/db";
import { isPublished } from "@/lib/dataset/data/rubrics";
import { DRAFT_COUNTS } from "@/lib/dataset/data/study-scope";
import { isHeldOutDraft } from "@/lib/drafting/data/held-out-drafts";
import {
  type AnsweredChecklist,
  type AuthorComparison,
  compareAuthors,
} from "@/lib/drafting/rules/checklist-authors";
import {
  type AnswerComparison,
  type AnsweredQuestion,
  type ChecklistComparison,
  type ChecklistReview,
  compareAnswers,
  compareChecklists,
  type DraftedChecklist,
  type PersonAnswers,
  type WrittenChecklist,
} from "@/lib/drafting/rules/comparison";
import { LEFT_TO_RULES } from "@/lib/drafting/rules/provenance-labels";
import {
  type ChecklistAnswer,
  listChecklistAnswers,
  listChecklistDecisions,
} from "@/lib/judgement/data/seen-drafts";
import { decisionCount } from "@/lib/judgement/data/sql-fragments";
import { valueIn } from "@/lib/judgement/rules/exposure";
import { majority } from "@/lib/judgement/rules/majority";
import type { Value } from "@/lib/judgement/schema";
import { Prisma } from "@/prisma/generated/client/client";

/** A checklist of a trial or withdrawn run counts if people decided about it. */
const CHECKLIST_COUNTS = Prisma.sql`(${isPublished(Prisma.sql`v."unitId"`)}
  OR ${Prisma.raw(decisionCount('l."rubricId" = r."id"'))} > 0)`;

interface Comparison {
  dataset: { id: string; name: string; sample: boolean };
  checklists: ChecklistComparison[];
  /** Compared with people's answers given before or without seeing a draft, and with all their answers. */
  answers: { independent: AnswerComparison[]; any: AnswerComparison[] };
  /** Scores under generated checklists against scores under people's, by the same judge. */
  authors: AuthorComparison[];
  /** Answers of judges' versions on held-out tasks, which are left out before a final look. */
  heldOut: number;
}

/** A dataset's drafts compared with people. Null when the researcher may not read the dataset. */
export async function findComparison(
  researcher: Member<"researcher">,
  datasetId: string,
): Promise<Comparison | null> {
  if (!isUuid(datasetId)) return null;
  const dataset = await db.dataset.findFirst({
    where: { id: datasetId, state: { not: "importing" }, project: memberOf(researcher) },
    select: { id: true, name: true, sample: true },
  });
  if (!dataset) return null;
  const drafts = await draftedChecklists(datasetId);
  const [reviews, written, chosen, answered, checklistAnswers, heldOut] = await Promise.all([
    reviewsIn(datasetId),
    writtenChecklists(datasetId),
    chosenChecklists(datasetId),
    modelAnswers(datasetId),
    listChecklistAnswers(db, datasetId),
    countHeldOut(datasetId),
  ]);
  const answers = (exposure: "independent" | "any") =>
    compareAnswers(...facing(drafts, answered, checklistAnswers, exposure));
  return {
    dataset,
    checklists: compareChecklists(drafts, reviews, written, chosen),
    answers: { independent: answers("independent"), any: answers("any") },
    authors: compareAuthors(answeredChecklists(drafts, answered)),
    heldOut,
  };
}

/** Each checklist as first drafted; later versions are people's revisions. */
async function draftedChecklists(datasetId: string): Promise<DraftedChecklist[]> {
  return db.$queryRaw<DraftedChecklist[]>`
    SELECT r."id", coalesce(r."taskId", r."id") AS "task", v."method", v."model",
      (SELECT coalesce(json_agg(json_build_object('id', iv."itemId", 'text', iv."text")
          ORDER BY iv."position", iv."id"), '[]')
        FROM "ItemVersion" AS iv WHERE iv."rubricVersionId" = v."id") AS "items"
    FROM "Rubric" AS r JOIN "RubricVersion" AS v ON v."rubricId" = r."id" AND v."version" = 1
    WHERE r."datasetId" = ${datasetId}::uuid AND r."kind" = 'checklist' AND v."origin" IN ('llm', 'rules')
      AND ${CHECKLIST_COUNTS}
    ORDER BY r."position", r."id"`;
}

/**
 * People's decisions about checklists, by review: in each batch those on the first version, which is the
 * draft, and those written without one.
 */
async function reviewsIn(datasetId: string): Promise<ChecklistReview[]> {
  const rows = await listChecklistDecisions(db, datasetId);
  const reviews = new Map<string, ChecklistReview>();
  for (const { review, checklist, task, exposure, ...decision } of rows) {
    const known = reviews.get(review) ?? { checklist, task, exposure, decisions: [] };
    known.decisions.push(decision);
    reviews.set(review, known);
  }
  return [...reviews.values()];
}

async function writtenChecklists(datasetId: string): Promise<WrittenChecklist[]> {
  return db.$queryRaw<WrittenChecklist[]>`
    SELECT r."taskId" AS "task", array_agg(iv."text" ORDER BY iv."position", iv."id") AS "texts"
    FROM "Rubric" AS r
    JOIN "RubricVersion" AS v ON v."rubricId" = r."id" AND v."version" = 1 AND v."origin" = 'human'
    JOIN "ItemVersion" AS iv ON iv."rubricVersionId" = v."id"
    WHERE r."datasetId" = ${datasetId}::uuid AND r."taskId" IS NOT NULL AND r."kind" = 'checklist'
    GROUP BY r."id", r."taskId"`;
}

/** The newest version of each checklist that was chosen as the best of those that people wrote. */
async function chosenChecklists(datasetId: string): Promise<WrittenChecklist[]> {
  return db.$queryRaw<WrittenChecklist[]>`
    SELECT v."taskId" AS "task", array_agg(iv."text" ORDER BY iv."position", iv."id") AS "texts"
    FROM (
      SELECT DISTINCT ON (r."taskId") r."taskId", v."id"
      FROM "Rubric" AS r JOIN "RubricVersion" AS v ON v."rubricId" = r."id" AND v."method" = 'chosen'
      WHERE r."datasetId" = ${datasetId}::uuid AND r."taskId" IS NOT NULL AND r."kind" = 'checklist'
        AND v."origin" = 'consensus'
      ORDER BY r."taskId", v."createdAt" DESC, v."id") AS v
    JOIN "ItemVersion" AS iv ON iv."rubricVersionId" = v."id"
    GROUP BY v."taskId"`;
}

interface ModelAnswer {
  checklist: string;
  /** The author of its first version. */
  origin: string | null;
  item: string;
  response: string;
  judge: string;
  method: string | null;
  condition: string | null;
  /** One for each sample or repetition. */
  values: (Value | null)[];
  isLeftToRules: boolean;
}

/** Drafted answers to checklists (`x`, with the checklist `r`) that count. */
const ANSWERS = (datasetId: string) => Prisma.sql`
    FROM "Draft" AS x
    JOIN "Rater" AS p ON p."id" = x."raterId" AND p."kind" = 'llm'
    JOIN "Item" AS i ON i."id" = x."itemId"
    JOIN "Rubric" AS r ON r."id" = i."rubricId" AND r."kind" = 'checklist'
    WHERE x."datasetId" = ${datasetId}::uuid AND x."target" = 'item' AND x."responseId" IS NOT NULL
      AND ${Prisma.raw(DRAFT_COUNTS)}`;

const HELD_OUT = Prisma.raw(isHeldOutDraft("x"));

async function countHeldOut(datasetId: string): Promise<number> {
  const [counted] = await db.$queryRaw<{ answers: number }[]>`
    SELECT count(*)::int AS "answers" ${ANSWERS(datasetId)} AND ${HELD_OUT}`;
  return counted?.answers ?? 0;
}

/** The rubric that a condition ends with is named by the checklist itself. */
async function modelAnswers(datasetId: string): Promise<ModelAnswer[]> {
  return db.$queryRaw<ModelAnswer[]>`
    SELECT d."checklist", d."itemId" AS "item", d."responseId" AS "response", d."judge", d."method",
      regexp_replace(d."condition", ', rubric=.*$', '') AS "condition", v."origin",
      json_agg(d."value" ORDER BY d."position", d."id") AS "values",
      bool_and(coalesce(d."provenance" -> 'flags' ? ${LEFT_TO_RULES}, FALSE)) AS "isLeftToRules"
    FROM (SELECT x.*, r."id" AS "checklist", p."code" AS "judge" ${ANSWERS(datasetId)} AND NOT ${HELD_OUT}) AS d
    LEFT JOIN "RubricVersion" AS v ON v."rubricId" = d."checklist" AND v."version" = 1
    GROUP BY 1, 2, 3, 4, 5, 6, 7`;
}

/** The answers to each checklist as it was drafted, and to those that people wrote. */
function answeredChecklists(
  drafts: readonly DraftedChecklist[],
  answered: readonly ModelAnswer[],
): AnsweredChecklist[] {
  const drafted = new Map(
    drafts.map(({ id, method, model, items }) => [
      id,
      { by: { policy: method, policyModel: model }, items: new Set(items.map((item) => item.id)) },
    ]),
  );
  const checklists = new Map<string, AnsweredChecklist & { answers: (Value | null)[] }>();
  for (const { checklist, origin, item, response, judge, method, condition, values } of answered) {
    const draft = drafted.get(checklist);
    if (draft ? !draft.items.has(item) : origin !== "human") continue;
    const key = JSON.stringify([checklist, response, judge, method, condition]);
    const writtenBy = draft?.by ?? null;
    const own = checklists.get(key) ?? { writtenBy, judge, method, condition, response, answers: [] };
    checklists.set(key, own);
    own.answers.push(majority(values.filter((value) => value !== null)));
  }
  return [...checklists.values()];
}

/** The answers of models and people to each question; of several answers of one person the first. */
function facing(
  drafts: readonly DraftedChecklist[],
  answered: readonly ModelAnswer[],
  checklistAnswers: readonly ChecklistAnswer[],
  exposure: "independent" | "any",
): [AnsweredQuestion[], PersonAnswers[]] {
  const policies = new Map(
    drafts.map(({ id, method, model }) => [id, { policy: method, policyModel: model }]),
  );
  const unknown = { policy: null, policyModel: null };
  const people = new Map<string, Value[]>();
  const answersByKey = new Map<string, PersonAnswers>();
  const counted = new Set<string>();
  for (const {
    checklist,
    item,
    response,
    rater,
    value,
    initial,
    hadInitial,
    saw,
    ...how
  } of checklistAnswers) {
    const own = valueIn(
      {
        exposure: how.exposure,
        value,
        initial: hadInitial ? initial : undefined,
        lines: saw ? [{ draft: 0 }] : [],
      },
      exposure,
    );
    const unit = `${item} ${response}`;
    if (own === null || counted.has(`${unit} ${rater}`)) continue;
    counted.add(`${unit} ${rater}`);
    people.set(unit, [...(people.get(unit) ?? []), own]);
    const key = `${checklist} ${response} ${rater}`;
    const ownAnswers = answersByKey.get(key) ?? {
      ...(policies.get(checklist) ?? unknown),
      response,
      answers: [],
    };
    ownAnswers.answers.push(own);
    answersByKey.set(key, ownAnswers);
  }
  const questions = answered.map(
    ({ checklist, item, response, judge, method, condition, values, isLeftToRules }): AnsweredQuestion => ({
      ...(policies.get(checklist) ?? unknown),
      judge,
      method,
      condition,
      response,
      answer: majority(values.filter((value) => value !== null)),
      isLeftToRules,
      people: people.get(`${item} ${response}`) ?? [],
    }),
  );
  return [questions, [...answersByKey.values()]];
}
