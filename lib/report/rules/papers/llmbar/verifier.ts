import { arithmeticMean } from "@/lib/agreement/arithmetic-mean";
import { sideOf } from "@/lib/judgement/rules/sides";
import type { Value } from "@/lib/judgement/schema";
import { PREFERENCE } from "@/lib/judgement/schema/units";
import type { PaperSource } from "@/lib/report/schema/paper-table";
import { parseConstraints } from "@/lib/verifier/constraints";
import { runCheck } from "@/lib/verifier/run-check";
import type { Check, Verdict } from "@/lib/verifier/types";
import type { LlmbarData } from "./data";
import type { EvaluatorRow } from "./rows";
import { CASES } from "./subsets";

/** A pair with gold and what a program proves about it. */
interface VerifiedPair {
  task: string;
  /** The nine structures of CONSTRAINT; null where the instruction demands nothing that a program can check. */
  structure: string | null;
  /** The points for the verdict: 1 where it is that of gold, one half for a tie, 0 otherwise. */
  points: number;
}

const POINTS: Record<Verdict, number> = { yes: 2, borderline: 1, inapplicable: 0, no: 0 };

/** The pairs of a tag, decided by a program from the texts; empty without texts. */
export function verifiedPairs(
  { study, texts }: PaperSource,
  { units }: LlmbarData,
  tag: string,
): VerifiedPair[] {
  if (!texts) return [];
  const tasks = new Map(study.tasks.map((task) => [task.id, task]));
  return [...(units.byItem.get(PREFERENCE) ?? [])].flatMap(
    ({ task: id, subject, others }): VerifiedPair[] => {
      const task = tasks.get(id);
      const gold = others.find(({ rater }) => rater.kind === "gold")?.value;
      if (!task?.tags.includes(tag) || gold === undefined) return [];
      const [a, b] = (JSON.parse(subject) as [string, string]).map((response) => texts.get(response));
      if (a === undefined || b === undefined) return [];
      const { instruction } = task;
      const checks = parseConstraints(instruction).map(({ check }) => check);
      const score = (text: string) =>
        checks.reduce((sum, check) => sum + POINTS[runCheck(check, text, { instruction }).verdict], 0);
      const difference = checks.length === 0 ? null : score(a) - score(b);
      return [{ task: id, structure: structureOf(checks), points: pointsFor(difference, gold) }];
    },
  );
}

function pointsFor(difference: number | null, gold: Value): number {
  if (difference === null) return 0;
  if (difference === 0) return 0.5;
  return sideOf(gold) === (difference > 0 ? "A" : "B") ? 1 : 0;
}

/** The structure of the first check of an instruction. */
function structureOf([check]: readonly Check[]): string | null {
  if (!check) return null;
  switch (check.kind) {
    case "count":
      return check.op === "eq" && (check.unit === "word" || check.unit === "sentence")
        ? `exactly n ${check.unit}s`
        : "other";
    case "ends_with":
      return check.what === "word" ? "last word" : "other";
    case "nth_words":
      return "nth words";
    case "contains":
      return check.what === "char" ? "contains a character" : "contains a word";
    case "not_contains":
      return check.what === "char" ? "does not contain a character" : "does not contain a word";
    case "or":
      return check.of.every((one) => one.kind === "contains" || one.kind === "not_contains")
        ? "contains one character or not another"
        : "other";
    default:
      return "other";
  }
}

/** The verifier as a row among the evaluators: it reads no order, and so has no agreement. */
export function verifierRow(source: PaperSource, data: LlmbarData): EvaluatorRow | null {
  const shares = CASES.flatMap((subset) => {
    const tag = data.tagged(subset);
    const pairs = tag === null ? [] : verifiedPairs(source, data, tag);
    const recognised = pairs.filter(({ structure }) => structure !== null).length;
    return recognised === 0
      ? []
      : [
          {
            id: subset.id,
            n: pairs.length,
            acc: arithmeticMean(pairs.map(({ points }) => points)),
          },
        ];
  });
  if (shares.length === 0) return null;
  return {
    ...{ model: "Rules, no language model", evaluator: "Verifier", condition: null, source: "this study" },
    n: shares.reduce((sum, { n }) => sum + n, 0),
    shares: Object.fromEntries(shares.map(({ id, acc }) => [`${id}Acc`, acc])),
  };
}
