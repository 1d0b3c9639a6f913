import { arithmeticMean } from "@/lib/agreement/arithmetic-mean";
import { OVERALL, PREFERENCE } from "@/lib/judgement/schema/units";
import type { Unit, Units } from "@/lib/report/rules/unit";
import type { ReportDraft, StudyData } from "@/lib/report/schema/study";

type Judge = Pick<ReportDraft, "rater" | "raterKind" | "method" | "condition">;

const hasGold = ({ others }: Unit) => others.some(({ rater }) => rater.kind === "gold");

/**
 * The preferences that follow from scores of single responses: of two scored responses of a compared pair the higher
 * score is preferred, equal scores are a tie. Only for judges who gave scores and no preferences, such as reward models.
 * `isWanted` chooses the pairs; default: those with gold.
 */
export function preferencesFromScores(
  study: Pick<StudyData, "drafts">,
  { byItem }: Units,
  isWanted: (unit: Unit) => boolean = hasGold,
): ReportDraft[] {
  const scores = new Map<string, { judge: Judge; byResponse: Map<string, number[]> }>();
  const compares = new Set<string>();
  for (const draft of study.drafts) {
    const { item, rater, raterKind, method, condition, response, value } = draft;
    const judge = JSON.stringify([rater, raterKind, method, condition]);
    if (item === PREFERENCE) compares.add(judge);
    if (item !== OVERALL || response === null || typeof value !== "number") continue;
    const own = scores.get(judge) ?? {
      judge: { rater, raterKind, method, condition },
      byResponse: new Map<string, number[]>(),
    };
    scores.set(judge, own);
    own.byResponse.set(response, [...(own.byResponse.get(response) ?? []), value]);
  }
  const pairs = [...(byItem.get(PREFERENCE) ?? [])].flatMap((unit) =>
    isWanted(unit) ? [{ task: unit.task, pair: JSON.parse(unit.subject) as [string, string] }] : [],
  );
  return [...scores].flatMap(([key, { judge, byResponse }]) => {
    if (compares.has(key)) return [];
    return pairs.flatMap(({ task, pair }): ReportDraft[] => {
      const [a, b] = pair.map((response) => byResponse.get(response));
      if (!a || !b) return [];
      const difference = arithmeticMean(a) - arithmeticMean(b);
      const value = difference === 0 ? "tie" : difference > 0 ? "A" : "B";
      const about = { task, item: PREFERENCE, response: null, pair, order: null };
      return [{ ...judge, ...about, id: `${key}/${pair.join("/")}`, value, scoreLine: null, words: 0 }];
    });
  });
}
