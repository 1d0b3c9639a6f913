import type { Value } from "@/lib/judgement/schema";
import type { ReportOptions } from "@/lib/report/schema";
import type { AgainstGoldRow, AgainstMajorityRow } from "@/lib/report/schema/against-gold";
import type { StudyData } from "@/lib/report/schema/study";
import { ComparedUnits, scalesOf } from "./compared-units";
import { byJudge, type Judge } from "./machine-readings";
import { machineAnswers, peoplesAnswers, type RaterVerdicts, type VerdictsOfJudge } from "./rater-verdicts";
import { goldAnswers, type KnownUnit, majorityAnswers, valueTogether } from "./reference-answers";
import { byName, itemLabels } from "./scopes";
import type { Units } from "./unit";
import { averageOverTags, measureSubset } from "./verdict-measures";

/**
 * Compares each model, under each condition, and each person with gold. If several gold raters disagree, the
 * majority's value is the answer.
 */
export function againstGoldOf(study: StudyData, units: Units, options: ReportOptions): AgainstGoldRow[] {
  const known = goldAnswers(units);
  if (known.size === 0) return [];
  const judges = [...machineAnswers(study, units, known), ...peoplesAnswers(units, known, "any")];
  return rowsOf(study, judges, (unit) => unit.answer, options);
}

/**
 * Compares models and people with the majority of people on each unit. A person is compared with the majority
 * of the other people.
 */
export function againstMajorityOf(
  study: StudyData,
  units: Units,
  options: ReportOptions,
): AgainstMajorityRow[] {
  const majorities = majorityAnswers(units);
  if (!majorities) return [];
  const { exposure, known } = majorities;
  const judges = [...machineAnswers(study, units, known), ...peoplesAnswers(units, known, exposure)];
  const rows = rowsOf(
    study,
    judges,
    (unit, { rater, raterKind }) => (raterKind === "human" ? valueTogether(unit.people, rater) : unit.answer),
    options,
  );
  return rows.map((row) => ({ ...row, exposure }));
}

/** The rows of each judge: all units, each item where there are several, each tag, and the means over tags. */
function rowsOf(
  study: StudyData,
  judges: readonly VerdictsOfJudge[],
  answerTo: (unit: KnownUnit, judge: Judge) => Value | null,
  options: ReportOptions,
): AgainstGoldRow[] {
  const tagsOf = new Map(study.tasks.map(({ id, tags }) => [id, tags]));
  const scales = scalesOf(study);
  const labels = itemLabels(study.items);
  return [...judges]
    .sort(({ judge: a }, { judge: b }) => byJudge(a, b))
    .flatMap(({ judge, answers }) => {
      const compared = new ComparedUnits(tagsOf, scales);
      for (const answer of inOrder(answers)) {
        const gold = answerTo(answer.unit, judge);
        if (gold !== null) compared.add(answer, gold);
      }
      if (compared.length === 0) return [];
      const [byItem, byTag] = [compared.byItem(), compared.byTag()];
      const part = (subset: string, rows: ArrayLike<number>) => ({
        ...judge,
        ...measureSubset(subset, compared, rows, options),
      });
      const tags = [...byTag.keys()].sort(byName);
      const sets = [...(tags.length > 1 ? [{ name: "", tags }] : []), ...(options.macro ?? [])];
      return [
        part("all", compared.all()),
        ...(byItem.size > 1
          ? [...byItem]
              .map(([item, rows]) => ({ rows, name: labels.get(item) ?? item }))
              .sort((a, b) => byName(a.name, b.name))
              .map(({ name, rows }) => part(`item:${name}`, rows))
          : []),
        ...tags.map((tag) => part(`tag:${tag}`, byTag.get(tag) ?? [])),
        ...sets.map((set) => ({ ...judge, ...averageOverTags(set, compared, options) })),
      ];
    });
}

/** Answers in the order of their units, each of which has one at most. */
function inOrder(answers: readonly RaterVerdicts[]): RaterVerdicts[] {
  const byRank: (RaterVerdicts | undefined)[] = [];
  for (const answer of answers) byRank[answer.unit.rank] = answer;
  return byRank.filter((answer) => answer !== undefined);
}
