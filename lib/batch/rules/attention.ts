import { median } from "@/lib/agreement/quantile";
import { QUIET_DAYS } from "@/lib/batch/rules/finish-estimate";

const DAY_MS = 86_400_000;
/** With fewer submissions, an annotator's pace is not assessed. */
const FEWEST_FOR_PACE = 5;
/** An annotator this many times faster than the others is a finding. */
const TIMES_FASTER = 3;
/** With fewer units with at least two values, on either side of the comparison, agreement is not assessed. */
const FEWEST_UNITS = 20;
/** A fall in agreement that counts as a finding: ten of a hundred agreeing pairs. */
const FALL = 0.1;
/** An annotator who was last at work longer ago than this, in days, has stopped: more than a weekend. */
export const STOPPED_DAYS = 3;
/** Days before its due date from which a batch that will be late is reported. */
const SOON_DAYS = 3;

/** The facts about one annotator of an active batch. */
export interface AnnotatorFacts {
  code: string;
  /** For admins only. */
  name: string | null;
  addedAt: Date;
  submitted: number;
  /** True if they ever opened an assignment. */
  came: boolean;
  /** Median active work per submission, in milliseconds; null without submissions. */
  medianMs: number | null;
  /** True if they began, were last at work more than `STOPPED_DAYS` ago, and could go on. */
  stopped: boolean;
  failed: boolean;
}

/** Counts of agreeing pairs of values, on the units completed last and on the earlier ones. */
export interface AgreementFacts {
  before: { units: number; agreement: number | null };
  lately: { units: number; agreement: number | null };
}

export interface BatchFacts {
  openedAt: Date;
  dueAt: Date | null;
  left: number;
  lastAt: Date | null;
  annotators: readonly AnnotatorFacts[];
  agreement: AgreementFacts;
  /** Unanswered questions, and since when the oldest waits. */
  questions: { waiting: number; since: Date | null };
  flags: number;
}

type Person = Pick<AnnotatorFacts, "code" | "name">;

/** Something about a batch that an admin should look at. */
export type AttentionFinding =
  | { what: "failed-exam"; people: Person[] }
  | { what: "faster"; people: (Person & { medianMs: number; restMs: number })[] }
  | { what: "never-came"; people: Person[] }
  | { what: "stopped"; people: Person[] }
  | { what: "late"; dueAt: Date; left: number }
  | { what: "due-soon"; dueAt: Date; left: number }
  | { what: "quiet"; lastAt: Date | null; left: number }
  | { what: "agreement-fell"; from: number; to: number; units: number }
  | { what: "unanswered"; waiting: number; since: Date | null }
  | { what: "flags"; flags: number };

/** Findings about an active batch that need attention, most urgent first. */
export function attentionFindings(facts: BatchFacts, now: Date): AttentionFinding[] {
  const { annotators, questions, flags } = facts;
  const failed = annotators.filter(({ failed }) => failed);
  const faster = fasterThanTheRest(annotators);
  const stopped = annotators.filter(({ stopped, failed }) => stopped && !failed);
  const absent = annotators.filter(
    ({ came, failed, addedAt }) =>
      !came && !failed && now.getTime() - Math.max(addedAt.getTime(), facts.openedAt.getTime()) > DAY_MS,
  );
  return [
    ...due(facts, now),
    ...(isQuiet(facts, now) ? [{ what: "quiet" as const, lastAt: facts.lastAt, left: facts.left }] : []),
    ...(questions.waiting > 0 ? [{ what: "unanswered" as const, ...questions }] : []),
    ...(failed.length > 0 ? [{ what: "failed-exam" as const, people: failed.map(personOf) }] : []),
    ...(faster.length > 0 ? [{ what: "faster" as const, people: faster }] : []),
    ...agreementFell(facts.agreement),
    ...(absent.length > 0 && facts.left > 0
      ? [{ what: "never-came" as const, people: absent.map(personOf) }]
      : []),
    ...(stopped.length > 0 ? [{ what: "stopped" as const, people: stopped.map(personOf) }] : []),
    ...(flags > 0 ? [{ what: "flags" as const, flags }] : []),
  ];
}

const personOf = ({ code, name }: Person): Person => ({ code, name });

function due({ dueAt, left }: BatchFacts, now: Date): AttentionFinding[] {
  if (!dueAt || left === 0) return [];
  if (dueAt < now) return [{ what: "late", dueAt, left }];
  return dueAt.getTime() - now.getTime() < SOON_DAYS * DAY_MS ? [{ what: "due-soon", dueAt, left }] : [];
}

function isQuiet({ left, lastAt, openedAt }: BatchFacts, now: Date): boolean {
  return left > 0 && now.getTime() - (lastAt ?? openedAt).getTime() > QUIET_DAYS * DAY_MS;
}

/** Annotators whose median is less than a third of the median of the others' medians. */
function fasterThanTheRest(annotators: readonly AnnotatorFacts[]) {
  const paced = annotators.flatMap(({ medianMs, submitted, ...person }) =>
    medianMs !== null && submitted >= FEWEST_FOR_PACE ? [{ ...personOf(person), medianMs }] : [],
  );
  return paced.flatMap((person) => {
    const restMs = median(paced.filter((other) => other !== person).map(({ medianMs }) => medianMs));
    return restMs !== null && person.medianMs * TIMES_FASTER < restMs ? [{ ...person, restMs }] : [];
  });
}

function agreementFell({ before, lately }: AgreementFacts): AttentionFinding[] {
  if (before.units < FEWEST_UNITS || lately.units < FEWEST_UNITS) return [];
  if (before.agreement === null || lately.agreement === null) return [];
  if (before.agreement - lately.agreement < FALL) return [];
  return [{ what: "agreement-fell", from: before.agreement, to: lately.agreement, units: lately.units }];
}
