import { arithmeticMean } from "@/lib/agreement/arithmetic-mean";
import { partsOfMethodId } from "@/lib/drafting/rules/method";
import { partsOfCondition } from "@/lib/drafting/rules/run-condition";
import { majority } from "@/lib/judgement/rules/majority";
import { sideOf, swapSides } from "@/lib/judgement/rules/sides";
import type { Value } from "@/lib/judgement/schema";
import { OVERALL, PREFERENCE } from "@/lib/judgement/schema/units";
import type { Unit } from "@/lib/report/rules/unit";
import { unitsOf } from "@/lib/report/rules/units";
import type { PaperSource, SampledDraft } from "@/lib/report/schema/paper-table";
import type { StudyData } from "@/lib/report/schema/study";
import { type ChecklistsByAuthor, checklistsIn, VerdictsByFirst } from "./lists";

export type Kind = "pairwise" | "direct";
type Votes = SampledDraft["votes"];

/** A verdict on one pair or response. Preferences face the response whose id comes first in the alphabet. */
export interface Verdict
  extends Pick<SampledDraft, "task" | "rubric" | "value" | "votes" | "flags" | "selective"> {
  ablations: readonly { item: string; value: Value | null; votes: Votes; flags: readonly string[] }[];
}

type BySubject = ReadonlyMap<string, Verdict>;

/** People's verdict on a pair or response. */
export interface Known {
  task: string;
  /** The side of a pair, or the mean of people's scores, as a number: 1 or 2, 1 to 5. */
  score: number;
  /** The verdict to be right by: the side, or the mean rounded half up. */
  value: Value;
}

/** One model with one set of parameters, judging in one of the study's two ways. */
export interface Judge {
  kind: Kind;
  model: string;
  /** Parameters and profile, without the checklist. */
  condition: string;
  none: BySubject;
  /** By the checklist's author, as "clstudy.generate.baseline (gpt-4o)". */
  checklist: ReadonlyMap<string, BySubject>;
  ablation: ReadonlyMap<string, BySubject>;
  /** Runs that chose by themselves whether to use the checklist; by author and threshold. */
  selective: ReadonlyMap<string, { policy: string; threshold: number; verdicts: BySubject }>;
}

const METHOD = /^clstudy\.(pairwise|direct)\.(none|checklist|selective|ablation)$/;

/** A study as the tables of the checklist study read it. */
export interface ChecklistData {
  judges: Judge[];
  known: Record<Kind, ReadonlyMap<string, Known>>;
  lists: ChecklistsByAuthor;
  /** Verdicts that are left out, since the same judge's by an earlier checklist of the same policy counts. */
  verdictsLeftOut: number;
}

const remembered = new WeakMap<StudyData, ChecklistData>();

/** The judges of the study's methods with their verdicts, and what people say. Computed once for all tables. */
export function checklistData({ study, samples = [] }: PaperSource): ChecklistData {
  const known = remembered.get(study);
  if (known) return known;
  const lists = checklistsIn(study.items);
  const found = { ...judgesIn(samples, lists), known: knownIn(study), lists };
  remembered.set(study, found);
  return found;
}

type Verdicts = VerdictsByFirst<Verdict>;

interface GrowingJudge extends Pick<Judge, "kind" | "model" | "condition"> {
  none: Map<string, Verdict>;
  checklist: Map<string, Verdicts>;
  ablation: Map<string, Verdicts>;
  selective: Map<string, { policy: string; threshold: number; verdicts: Verdicts }>;
}

function judgesIn(
  samples: readonly SampledDraft[],
  lists: ChecklistsByAuthor,
): Pick<ChecklistData, "judges" | "verdictsLeftOut"> {
  const judges = new Map<string, GrowingJudge>();
  const all: Verdicts[] = [];
  const verdictsBy = (policy: string): Verdicts => {
    const made = new VerdictsByFirst<Verdict>(lists, policy);
    all.push(made);
    return made;
  };
  for (const draft of samples) {
    const { method, isStructured } = partsOfMethodId(draft.method);
    const [, kind, arm] = METHOD.exec(method) ?? [];
    const subject = subjectOf(draft);
    if (kind === undefined || subject === null) continue;
    const { parameters: given, rubric: policy = "a checklist" } = partsOfCondition(draft.condition ?? "");
    const parameters = given.replace(/, threshold=[^,]*/, "");
    const condition = `${parameters}${isStructured ? `${parameters && ", "}JSON` : ""}`;
    const key = JSON.stringify([kind, draft.rater, condition]);
    const judge: GrowingJudge = judges.get(key) ?? {
      ...{ kind: kind as Kind, model: draft.rater, condition, none: new Map() },
      ...{ checklist: new Map(), ablation: new Map(), selective: new Map() },
    };
    judges.set(key, judge);
    const verdict = facing(draft);
    if (arm === "none") judge.none.set(subject, verdict);
    if (arm === "checklist" || arm === "ablation") {
      const own = judge[arm].get(policy) ?? verdictsBy(policy);
      judge[arm].set(policy, own);
      own.add(subject, verdict);
    }
    if (arm === "selective" && draft.selective) {
      const { threshold } = draft.selective;
      const name = JSON.stringify([policy, threshold]);
      const own = judge.selective.get(name) ?? { policy, threshold, verdicts: verdictsBy(policy) };
      judge.selective.set(name, own);
      own.verdicts.add(subject, verdict);
    }
  }
  return {
    judges: [...judges.values()]
      .sort((a, b) => a.model.localeCompare(b.model, "en") || a.condition.localeCompare(b.condition, "en"))
      .map(finishedJudge),
    verdictsLeftOut: all.reduce((sum, { leftOut }) => sum + leftOut, 0),
  };
}

function finishedJudge({ checklist, ablation, selective, ...judge }: GrowingJudge): Judge {
  const bySubject = (given: ReadonlyMap<string, Verdicts>) =>
    new Map([...given].map(([policy, { verdicts }]) => [policy, verdicts]));
  return {
    ...judge,
    checklist: bySubject(checklist),
    ablation: bySubject(ablation),
    selective: new Map(
      [...selective].map(([name, { verdicts, ...run }]) => [name, { ...run, verdicts: verdicts.verdicts }]),
    ),
  };
}

const subjectOf = ({ response, pair }: SampledDraft) => (pair ? JSON.stringify([...pair].sort()) : response);

/** A draft as a verdict that faces the alphabetically first response. */
function facing({ task, pair, rubric, value, votes, flags, selective, ablations }: SampledDraft): Verdict {
  const isTurned = pair !== null && pair[0] > pair[1];
  const turned = (one: Value | null) => (isTurned && one !== null ? swapSides(one) : one);
  const turnedVotes = (all: Votes) =>
    isTurned ? all.map((vote) => (vote === "A" ? "B" : vote === "B" ? "A" : vote)) : all;
  return {
    ...{ task, rubric, flags, value: turned(value), votes: turnedVotes(votes) },
    selective,
    ablations: ablations.map((one) => ({
      ...one,
      value: turned(one.value),
      votes: turnedVotes(one.votes),
    })),
  };
}

/** The mean of samples as the ablation scores them: sides as 1 and 2. Null where none could be read. */
export function scoreOf(votes: Votes): number | null {
  const numbers = votes.flatMap((vote) => {
    if (typeof vote === "number") return [vote];
    return vote === "A" ? [1] : vote === "B" ? [2] : [];
  });
  return numbers.length === 0 ? null : arithmeticMean(numbers);
}

function knownIn(study: StudyData): ChecklistData["known"] {
  const { byItem } = unitsOf(study);
  const of = (item: string, read: (unit: Unit) => Omit<Known, "task"> | null) =>
    new Map(
      [...(byItem.get(item) ?? [])].flatMap((unit) => {
        const found = read(unit);
        return found ? [[unit.subject, { task: unit.task, ...found }] as const] : [];
      }),
    );
  return { pairwise: of(PREFERENCE, preferredSide), direct: of(OVERALL, meanScore) };
}

/** Values of gold; without any, people's that were given without a draft in view. */
function valuesOf({ others, humans }: Unit): Value[] {
  const gold = others.filter(({ rater }) => rater.kind === "gold");
  const people = humans.independent.length > 0 ? humans.independent : humans.unknown;
  return (gold.length > 0 ? gold : people).map(({ value }) => value);
}

function preferredSide(unit: Unit): Omit<Known, "task"> | null {
  const side = majority(valuesOf(unit).map(sideOf));
  if (side !== "A" && side !== "B") return null;
  return { score: side === "A" ? 1 : 2, value: side };
}

function meanScore(unit: Unit): Omit<Known, "task"> | null {
  const scores = valuesOf(unit).filter((value) => typeof value === "number");
  if (scores.length === 0) return null;
  const score = arithmeticMean(scores);
  return { score, value: Math.floor(score + 0.5) };
}

/** The name of a policy for people: "baseline (gpt-4o)". */
export function policyName(policy: string): string {
  return policy.replace(/^clstudy\.generate\./, "");
}
