import type { ResponseRecord } from "@/lib/dataset/schema";
import { methodById } from "@/lib/drafting/rules/methods";
import { type PairVerdicts, preferredOf, verdictsOf } from "@/lib/export/rules/training/preference-verdicts";
import { type Criterion, criteriaFor } from "@/lib/export/rules/training/reviewed-criteria";
import { hashOf } from "@/lib/export/rules/training/sampling";
import { type ResponseScore, type SourceScores, scoresOf } from "@/lib/export/rules/training/scores";
import type { Source, TaskData } from "@/lib/export/rules/training/task-data";
import { type DropReason, endsOf, type TrainingOptions } from "@/lib/export/schema/training";
import { farthestScores, marginOfScale } from "@/lib/judgement/rules/farthest-scores";

/** A pair of responses of which a source prefers one. */
export interface PreferredPair {
  source: Source;
  chosen: ResponseRecord;
  rejected: ResponseRecord;
  /** Null for verdicts on a pair. */
  scores: readonly [chosen: number, rejected: number] | null;
  /** The difference of the scores, or the mean strength of people's preferences; null for other verdicts. */
  margin: number | null;
  feedback: readonly [chosen: string | null, rejected: string | null];
  /** The criteria that the source judged the pair by, as people left them; null where it judged by none. */
  criteria: readonly Criterion[] | null;
  /** People gave the values, or decided the same. */
  isVerified: boolean;
  raters: readonly string[];
  promptHash: string | null;
}

/** Something of a source that did not become a pair. */
interface DroppedPair {
  source: Source;
  reason: DropReason;
}

type Options = Pick<TrainingOptions, "scale" | "margin" | "ties" | "verified" | "seed">;

/**
 * The pairs of a task, at most one from each source's scores (the highest against the lowest) and one from each pair that
 * a source compared; and what was left out, with the reason.
 */
export function pairsOf(data: TaskData, options: Options): (PreferredPair | DroppedPair)[] {
  const scores = scoresOf(data);
  const verdicts = verdictsOf(data);
  const decides = peoplesDecision(scores, verdicts);
  const verified = (pair: PreferredPair): PreferredPair | DroppedPair => {
    if (pair.source.origin !== "llm") return { ...pair, isVerified: true };
    const decided = decides(pair.chosen.id, pair.rejected.id);
    const isVerified = decided === "same";
    if (isVerified || options.verified === "all") return { ...pair, isVerified };
    return { source: pair.source, reason: decided === null ? "not-verified" : "people-disagree" };
  };
  return [
    ...scores.map((own) => fromScores(own, data, options)),
    ...verdicts.map((own) => fromVerdicts(own, data)),
  ].map((found) => ("reason" in found ? found : verified(found)));
}

function fromScores(
  { source, byResponse }: SourceScores,
  { responses, promptHash, criteria }: TaskData,
  options: Options,
): PreferredPair | DroppedPair {
  const drop = (reason: DropReason) => ({ source, reason });
  const { min, max } = endsOf(options.scale);
  const scored = [...byResponse].filter(([response]) => responses.has(response));
  if (scored.some(([, { value }]) => value < min || value > max)) return drop("off-scale");
  const farthest = farthestScores(
    scored.map(([, { value }]) => value),
    options.margin ?? marginOfScale({ min, max }),
  );
  if (typeof farthest === "string") return drop(farthest);
  const { highest, lowest } = farthest;
  const only = (wanted: number) => {
    const same = scored.filter(([, { value }]) => value === wanted);
    if (same.length > 1 && options.ties === "skip") return null;
    return same.toSorted(([a], [b]) => (hashOf(options.seed, a) < hashOf(options.seed, b) ? -1 : 1))[0];
  };
  const [best, worst] = [only(highest), only(lowest)];
  if (!best || !worst) return drop("tie");
  const [chosen, rejected] = [responses.get(best[0]), responses.get(worst[0])];
  if (!chosen || !rejected || chosen.text === rejected.text) return drop("same-text");
  return {
    ...{ source, chosen, rejected, isVerified: true },
    scores: [highest, lowest],
    margin: highest - lowest,
    feedback: [feedbackOf(best[1]), feedbackOf(worst[1])],
    criteria: criteriaOf(source, criteria, [chosen.id, rejected.id]),
    raters: namesOf([...best[1].given, ...worst[1].given].map(({ rater }) => rater)),
    promptHash: best[1].given[0]?.draft ? promptHash(best[1].given[0].draft) : null,
  };
}

function fromVerdicts(
  { source, pair, votes }: PairVerdicts,
  { responses, promptHash, criteria }: TaskData,
): PreferredPair | DroppedPair {
  const preferred = preferredOf({ pair, votes });
  if (typeof preferred === "string") return { source, reason: preferred };
  const [chosen, rejected] = [responses.get(preferred.chosen), responses.get(preferred.rejected)];
  if (!chosen || !rejected || chosen.text === rejected.text) return { source, reason: "same-text" };
  const said = votes.flatMap(({ feedback }) => feedback);
  const draft = votes[0]?.draft;
  return {
    ...{ source, chosen, rejected, isVerified: true, scores: null, margin: preferred.margin },
    // A verdict explains both responses at once.
    feedback: [said.length > 0 ? said.join("\n") : null, null],
    criteria: criteriaOf(source, criteria, [chosen.id, rejected.id]),
    raters: namesOf(votes.map(({ rater }) => rater)),
    promptHash: draft ? promptHash(draft) : null,
  };
}

/**
 * People's decision between two responses: by their preferences, else by their scores. Null when nobody decided, or
 * people are divided.
 */
function peoplesDecision(scores: readonly SourceScores[], verdicts: readonly PairVerdicts[]) {
  const isPeople = ({ source }: { source: Source }) =>
    source.origin === "human" || source.origin === "llm+human";
  const peoplesScores = scores.filter(isPeople);
  const peoplesVerdicts = verdicts.filter(isPeople);
  return (chosen: string, rejected: string): "same" | "opposite" | null => {
    const isPair = ({ pair }: PairVerdicts) => pair.includes(chosen) && pair.includes(rejected);
    const votes = peoplesVerdicts.filter(isPair);
    const [first] = votes;
    if (first) {
      const preferred = preferredOf({ pair: first.pair, votes: votes.flatMap((own) => own.votes) });
      if (typeof preferred === "string") return null;
      return preferred.chosen === chosen ? "same" : "opposite";
    }
    const mean = (response: string) => {
      const given = peoplesScores.flatMap(({ byResponse }) => byResponse.get(response)?.given ?? []);
      return given.length === 0 ? null : given.reduce((sum, { value }) => sum + value, 0) / given.length;
    };
    const [a, b] = [mean(chosen), mean(rejected)];
    if (a === null || b === null || a === b) return null;
    return a > b ? "same" : "opposite";
  };
}

function feedbackOf({ given }: ResponseScore): string | null {
  const lines = given.flatMap(({ feedback }) => feedback);
  return lines.length > 0 ? lines.join("\n") : null;
}

/**
 * The criteria that a source judged by; null for one without. People have them in view; a method says if it needs
 * them.
 */
function criteriaOf(
  { origin, method }: Source,
  criteria: TaskData["criteria"],
  responses: readonly string[],
): Criterion[] | null {
  const isPeople = origin === "human" || origin === "llm+human";
  const needsCriteria = method !== null && methodById(method)?.needs.includes("criteria");
  return isPeople || needsCriteria ? criteriaFor(criteria, responses) : null;
}

const namesOf = (raters: readonly string[]) => [...new Set(raters)].sort();
