import { arithmeticMean } from "@/lib/agreement/arithmetic-mean";
import { groupInOrder } from "@/lib/dataset/rules/group-in-order";
import type { Value } from "@/lib/judgement/schema";
import { correlation, groupsOf, type NumberOrMissing, passRate } from "./comparison";

/** A model's answers to the questions of one checklist about one response. */
export interface AnsweredChecklist {
  /** The method and model that wrote the checklist; null if people did. */
  writtenBy: { policy: string | null; policyModel: string | null } | null;
  judge: string;
  method: string | null;
  /** Parameters of the judging run; null where none are recorded. */
  condition: string | null;
  response: string;
  /** Null where the model did not decide. */
  answers: readonly (Value | null)[];
}

/** Pass rates under generated checklists against pass rates under people's, by the same judge. */
export interface AuthorComparison {
  policy: string | null;
  policyModel: string | null;
  judge: string;
  method: string | null;
  condition: string | null;
  /** Responses with a pass rate under a checklist of both. */
  responses: number;
  /** Pearson's r over these responses. */
  r: NumberOrMissing;
  /** The mean pass rate of these responses under the generated and under people's checklists; null without any. */
  generated: number | null;
  people: number | null;
}

/** The pass rates of one response under both. */
interface RatedTwice {
  response: string;
  generated: number;
  people: number;
}

/** The comparisons without the single responses. */
export function compareAuthors(answered: readonly AnsweredChecklist[]): AuthorComparison[] {
  return authorsWithPoints(answered).map(({ points: _, ...row }) => row);
}

/**
 * One row per author of generated checklists and judge, where the judge answered checklists that people wrote too: how
 * alike scores come out when only the author of the checklist differs. Several checklists by one author for one response
 * are averaged first. Cook et al. (2024), table 3a.
 */
export function authorsWithPoints(
  answered: readonly AnsweredChecklist[],
): (AuthorComparison & { points: RatedTwice[] })[] {
  const judgeOf = ({ judge, method, condition }: AnsweredChecklist) => [judge, method, condition];
  const byJudge = new Map(
    groupsOf(
      answered.filter(({ writtenBy }) => writtenBy === null),
      judgeOf,
    ).map(([names, own]) => [JSON.stringify(names), ratesOf(own)]),
  );
  return groupsOf(
    answered.filter(({ writtenBy }) => writtenBy !== null),
    (one) => [one.writtenBy?.policy ?? null, one.writtenBy?.policyModel ?? null, ...judgeOf(one)],
  ).flatMap(([[policy = null, policyModel = null, judge, method = null, condition = null], own]) => {
    const people = byJudge.get(JSON.stringify([judge, method, condition]));
    if (!people) return [];
    const points = [...ratesOf(own)].flatMap(([response, generated]): RatedTwice[] => {
      const other = people.get(response);
      return other === undefined ? [] : [{ response, generated, people: other }];
    });
    const average = (of: "generated" | "people") =>
      points.length === 0 ? null : arithmeticMean(points.map((point) => point[of]));
    const about = { policy, policyModel, judge: judge ?? "", method, condition };
    const r = correlation(points.map((point) => [point.generated, point.people]));
    const averages = { generated: average("generated"), people: average("people") };
    return [{ ...about, responses: points.length, r, ...averages, points }];
  });
}

/** The pass rate of each response: the mean over its checklists of yes / (yes + no). */
function ratesOf(answered: readonly AnsweredChecklist[]): Map<string, number> {
  return new Map(
    [...groupInOrder(answered, ({ response }) => response)].flatMap(([response, checklists]) => {
      const rates = checklists.flatMap(
        ({ answers }) => passRate(answers.filter((answer) => answer !== null)) ?? [],
      );
      return rates.length === 0 ? [] : [[response, arithmeticMean(rates)] as const];
    }),
  );
}
