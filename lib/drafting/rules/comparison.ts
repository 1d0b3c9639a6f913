import { arithmeticMean } from "@/lib/agreement/arithmetic-mean";
import { pearson } from "@/lib/agreement/correlation";
import { type Ratings, ratingsFromMatrix } from "@/lib/agreement/ratings";
import { groupInOrder } from "@/lib/dataset/rules/group-in-order";
import { type Similarity, similarityOf } from "@/lib/drafting/rules/similarity";
import type { Action, Exposure, Value } from "@/lib/judgement/schema";

/* Drafts compared with people's revisions, with what they wrote without a draft, and with their answers. */

/** A checklist that a model drafted, and everything people did about its task. */
export interface DraftedChecklist {
  id: string;
  task: string;
  method: string | null;
  model: string | null;
  items: { id: string; text: string }[];
}

/** A reviewer's finished work on the checklist of a task. */
export interface ChecklistReview {
  checklist: string;
  task: string;
  exposure: Exposure | null;
  decisions: { item: string | null; action: Action; text: string | null }[];
}

/** A checklist that people wrote for a task. */
export interface WrittenChecklist {
  task: string;
  texts: string[];
}

/** Why a number is missing. */
type Missing =
  | "nothing-drafted"
  | "nothing-reviewed"
  | "nothing-written"
  | "no-words"
  | "nobody-answered"
  | "no-majority"
  | "all-undecided"
  | "all-left-to-rules"
  | "too-few-responses"
  | "no-variation";

export const MISSING_WORDS: Record<Missing, string> = {
  "nothing-drafted": "nothing was drafted",
  "nothing-reviewed": "no person has finished a review of one of these checklists",
  "nothing-written": "no person has written their own checklist for one of these tasks",
  "no-words": "neither checklist has words to compare",
  "nobody-answered": "no person has answered a question that this model answered",
  "no-majority": "people are evenly divided on every question",
  "all-undecided": "the model decided none of the questions that people answered",
  "all-left-to-rules": "the run left all questions that people answered to the rules",
  "too-few-responses": "it takes two responses that both sides answered questions about",
  "no-variation": "the pass rate of one side is the same for every response",
};

/** A number, or why there is none. */
export type NumberOrMissing = { value: number; reason: null } | { value: null; reason: Missing };

export interface SimilarityRow {
  /** Tasks with a pair of checklists to compare. */
  tasks: number;
  bleu4: NumberOrMissing;
  rouge1: NumberOrMissing;
  rouge2: NumberOrMissing;
  rougeL: NumberOrMissing;
  countDifference: NumberOrMissing;
}

/** People's reviews of the checklists of one method and model. */
export interface ChecklistComparison {
  method: string | null;
  model: string | null;
  checklists: number;
  tasks: number;
  items: number;
  /** Mean number of questions of a drafted checklist, and of one after review. */
  length: NumberOrMissing;
  reviewedLength: NumberOrMissing;
  reviews: number;
  counts: Record<Action, number>;
  /** The share of accepted drafted questions. */
  accepted: NumberOrMissing;
  revised: NumberOrMissing;
  removed: NumberOrMissing;
  /** Questions added, per review. */
  added: NumberOrMissing;
  /** Compared with the same checklists after review: reviewers saw the draft. */
  reviewed: SimilarityRow;
  /** Compared with checklists that people wrote without seeing a draft. */
  written: SimilarityRow;
}

/** True if the drafted questions were not shown in a review: the checklist is then the reviewer's own. */
export function isOwnWork({
  exposure,
  decisions,
}: Pick<ChecklistReview, "exposure"> & { decisions: readonly { action: Action }[] }): boolean {
  return (
    exposure === "none" || (exposure === "on-request" && decisions.every(({ action }) => action === "add"))
  );
}

/** The checklists that people wrote in a batch, from its reviews. */
function writtenIn(reviews: readonly ChecklistReview[]): WrittenChecklist[] {
  return reviews.filter(isOwnWork).flatMap(({ task, decisions }) => {
    const texts = decisions.flatMap(({ action, text }) => (action === "add" && text ? [text] : []));
    return texts.length > 0 ? [{ task, texts }] : [];
  });
}

/**
 * The checklist after a review: without removed questions, with revised wordings, added questions at the end.
 */
export function checklistAfter(draft: DraftedChecklist, { decisions }: ChecklistReview): string[] {
  const decided = new Map(
    decisions.flatMap((decision) => (decision.item ? [[decision.item, decision]] : [])),
  );
  const remaining = draft.items.flatMap(({ id, text }) => {
    const decision = decided.get(id);
    if (decision?.action === "remove") return [];
    return [decision?.action === "revise" ? (decision.text ?? text) : text];
  });
  return [...remaining, ...decisions.flatMap(({ action, text }) => (action === "add" && text ? [text] : []))];
}

/** One row per method and model, by name. Where a list was chosen as the best that people wrote, it alone stands for them. */
export function compareChecklists(
  drafts: readonly DraftedChecklist[],
  reviews: readonly ChecklistReview[],
  written: readonly WrittenChecklist[],
  chosen: readonly WrittenChecklist[] = [],
): ChecklistComparison[] {
  const reviewsOf = groupInOrder(
    reviews.filter((review) => !isOwnWork(review)),
    ({ checklist }) => checklist,
  );
  const settled = new Set(chosen.map(({ task }) => task));
  const others = [...written, ...writtenIn(reviews)].filter(
    ({ task, texts }) => texts.length > 0 && !settled.has(task),
  );
  const writtenFor = groupInOrder([...chosen, ...others], ({ task }) => task);
  return groupsOf(drafts, ({ method, model }) => [method, model]).map(([[method, model], own]) => {
    const reviewed = own.flatMap((draft) =>
      (reviewsOf.get(draft.id) ?? []).map((review) => ({
        draft,
        review,
        after: checklistAfter(draft, review),
      })),
    );
    const counts: Record<Action, number> = { accept: 0, revise: 0, remove: 0, add: 0 };
    for (const { review } of reviewed) for (const { action } of review.decisions) counts[action]++;
    const decided = counts.accept + counts.revise + counts.remove;
    return {
      method: method ?? null,
      model: model ?? null,
      checklists: own.length,
      tasks: new Set(own.map(({ task }) => task)).size,
      items: own.reduce((sum, { items }) => sum + items.length, 0),
      length: meanOf(
        own.map(({ items }) => items.length),
        "nothing-drafted",
      ),
      reviewedLength: meanOf(
        reviewed.map(({ after }) => after.length),
        "nothing-reviewed",
      ),
      reviews: reviewed.length,
      counts,
      accepted: ratio(counts.accept, decided, "nothing-reviewed"),
      revised: ratio(counts.revise, decided, "nothing-reviewed"),
      removed: ratio(counts.remove, decided, "nothing-reviewed"),
      added: ratio(counts.add, reviewed.length, "nothing-reviewed"),
      reviewed: similarities(
        reviewed.map(({ draft, after }) => ({ task: draft.task, own: draft.items, other: after })),
        "nothing-reviewed",
      ),
      written: similarities(
        own.flatMap(({ task, items }) =>
          (writtenFor.get(task) ?? []).map(({ texts }) => ({ task, own: items, other: texts })),
        ),
        "nothing-written",
      ),
    };
  });
}

/** Several checklists of one task are averaged first, so that each task counts once. */
function similarities(
  pairs: readonly { task: string; own: readonly { text: string }[]; other: readonly string[] }[],
  none: Missing,
): SimilarityRow {
  const compared = pairs.map(({ task, own, other }) => ({
    task,
    alike: similarityOf(
      own.map(({ text }) => text),
      other,
    ),
  }));
  const byTask = [...groupInOrder(compared, ({ task }) => task).values()];
  const measure = (name: keyof Similarity): NumberOrMissing => {
    const means = byTask.flatMap((task) => {
      const values = task.flatMap(({ alike }) => alike[name] ?? []);
      return values.length > 0 ? [arithmeticMean(values)] : [];
    });
    return meanOf(means, byTask.length === 0 ? none : "no-words");
  };
  return {
    tasks: byTask.length,
    bleu4: measure("bleu4"),
    rouge1: measure("rouge1"),
    rouge2: measure("rouge2"),
    rougeL: measure("rougeL"),
    countDifference: measure("countDifference"),
  };
}

// ---------------------------------------------------------------- answers

/** One question about one response that a model answered, and people's answers to it. */
export interface AnsweredQuestion {
  /** The author of the checklist. */
  policy: string | null;
  policyModel: string | null;
  /** The rater: a model with one method, under one condition. */
  judge: string;
  method: string | null;
  /** Parameters of the judging run; null where none are recorded. */
  condition: string | null;
  response: string;
  /** Null when the model did not decide, or was not asked. */
  answer: Value | null;
  /** A hybrid run did not ask the model, because rules prove the answer. */
  isLeftToRules: boolean;
  people: Value[];
}

/** A person's answers to the whole checklist of one response. */
export interface PersonAnswers {
  policy: string | null;
  policyModel: string | null;
  response: string;
  answers: Value[];
}

export interface AnswerComparison {
  policy: string | null;
  policyModel: string | null;
  judge: string;
  method: string | null;
  condition: string | null;
  /** Questions about a response for which people's answers have a majority. */
  questions: number;
  /** Left out because people are evenly divided between yes and no. */
  ties: number;
  /** Number of `questions` that the model left undecided. */
  undecided: number;
  /** Questions with a majority of people that a hybrid run left to the rules; not in `questions`. */
  leftToRules: number;
  /** The share answered like the majority of people; undecided counts as wrong. */
  strict: NumberOrMissing;
  /** The share among the questions that the model decided. */
  lenient: NumberOrMissing;
  /** Responses with a pass rate on both sides. */
  responses: number;
  /** Pearson's r of the model's pass rate of a response and the mean of people's. */
  passRate: NumberOrMissing;
}

/** One row per author of the questions and model that answered them, by name. */
export function compareAnswers(
  questions: readonly AnsweredQuestion[],
  byPerson: readonly PersonAnswers[],
): AnswerComparison[] {
  const rates = new Map<string, number[]>();
  for (const { policy, policyModel, response, answers } of byPerson) {
    const rate = passRate(answers);
    if (rate === null) continue;
    const key = JSON.stringify([policy, policyModel, response]);
    rates.set(key, [...(rates.get(key) ?? []), rate]);
  }
  return groupsOf(questions, (question) => [
    question.policy,
    question.policyModel,
    question.judge,
    question.method,
    question.condition,
  ]).map(([[policy, policyModel, judge, method, condition], own]) => {
    const all = own.flatMap(({ answer, isLeftToRules, people }) => {
      const votes = people.filter((value) => value === "yes" || value === "no");
      return votes.length > 0
        ? [{ answer, isLeftToRules, yes: votes.filter((value) => value === "yes").length, of: votes.length }]
        : [];
    });
    const voted = all.filter(({ isLeftToRules }) => !isLeftToRules);
    const hasMajority = ({ yes, of }: (typeof all)[number]) => 2 * yes !== of;
    const decided = voted.filter(hasMajority);
    const right = decided.filter(({ answer, yes, of }) => answer === (2 * yes > of ? "yes" : "no")).length;
    const undecided = decided.filter(({ answer }) => answer !== "yes" && answer !== "no").length;
    const none: Missing =
      all.length === 0 ? "nobody-answered" : voted.length === 0 ? "all-left-to-rules" : "no-majority";
    const points = [...groupInOrder(own, ({ response }) => response)].flatMap(([response, about]) => {
      const theirs = rates.get(JSON.stringify([policy, policyModel, response]));
      const rate = passRate(about.flatMap(({ answer }) => answer ?? []));
      return theirs && rate !== null ? [[rate, arithmeticMean(theirs)] as const] : [];
    });
    return {
      policy: policy ?? null,
      policyModel: policyModel ?? null,
      judge: judge ?? "",
      method: method ?? null,
      condition: condition ?? null,
      questions: decided.length,
      ties: voted.length - decided.length,
      undecided,
      leftToRules: all.filter((one) => one.isLeftToRules && hasMajority(one)).length,
      strict: ratio(right, decided.length, none),
      lenient: ratio(right, decided.length - undecided, decided.length === 0 ? none : "all-undecided"),
      responses: points.length,
      passRate: correlation(points),
    };
  });
}

/** yes / (yes + no); null without either. */
export function passRate(answers: readonly Value[]): number | null {
  const yes = answers.filter((value) => value === "yes").length;
  const no = answers.filter((value) => value === "no").length;
  return yes + no === 0 ? null : yes / (yes + no);
}

export function correlation(points: readonly (readonly [number, number])[]): NumberOrMissing {
  const ratings: Ratings = ratingsFromMatrix([
    points.map(([own]) => own),
    points.map(([, theirs]) => theirs),
  ]);
  const { value } = pearson(ratings, [0, 1]);
  if (value !== null) return { value, reason: null };
  return { value: null, reason: points.length < 2 ? "too-few-responses" : "no-variation" };
}

// ---------------------------------------------------------------- arithmetic

function ratio(part: number, whole: number, none: Missing): NumberOrMissing {
  return whole === 0 ? { value: null, reason: none } : { value: part / whole, reason: null };
}

function meanOf(values: readonly number[], none: Missing): NumberOrMissing {
  return values.length === 0
    ? { value: null, reason: none }
    : { value: arithmeticMean(values), reason: null };
}

/** Groups by each combination of names, in the order of the names; nameless ones last. */
export function groupsOf<T>(
  all: readonly T[],
  namesOf: (one: T) => (string | null)[],
): [names: (string | null)[], own: T[]][] {
  const groups = groupInOrder(all, (one) => JSON.stringify(namesOf(one)));
  return [...groups]
    .map(([key, own]): [(string | null)[], T[]] => [JSON.parse(key) as (string | null)[], own])
    .sort(([a], [b]) => {
      for (const [at, name] of a.entries()) {
        const other = b[at] ?? null;
        if (name === other) continue;
        if (name === null) return 1;
        if (other === null) return -1;
        return name < other ? -1 : 1;
      }
      return 0;
    });
}
