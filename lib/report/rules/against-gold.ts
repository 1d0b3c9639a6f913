import type { Value } from "@/lib/judgement/schema";
import type { ReportOptions } from "@/lib/report/schema";
import type { AgainstGoldRow, AgainstMajorityRow } from "@/lib/report/schema/against-gold";
import type { StudyData } from "@/lib/report/schema/study";
import { byJudge, type Judge } from "./machine-readings";
import { addPeople, machineAnswers, type VerdictsByRater } from "./rater-verdicts";
import { goldAnswers, type KnownUnit, majorityAnswers, valueTogether } from "./reference-answers";
import { byName, itemLabels } from "./scopes";
import { compare } from "./text-order";
import type { Units } from "./unit";
import { averageOverTags, type ComparedUnit, measureSubset, scalesOf } from "./verdict-measures";

/**
 * Compares each model, under each condition, and each person with gold. If several gold raters disagree, the
 * majority's value is the answer.
 */
export function againstGoldOf(study: StudyData, units: Units, options: ReportOptions): AgainstGoldRow[] {
  const known = goldAnswers(units);
  if (known.size === 0) return [];
  const answers = machineAnswers(study, units, known);
  addPeople(answers, units, known, "any");
  return rowsOf(study, answers, (unit) => unit.answer, options);
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
  const answers = machineAnswers(study, units, known);
  addPeople(answers, units, known, exposure);
  const rows = rowsOf(
    study,
    answers,
    (unit, { rater, raterKind }) =>
      raterKind === "human"
        ? valueTogether(unit.people.filter((own) => own.rater.name !== rater))
        : unit.answer,
    options,
  );
  return rows.map((row) => ({ ...row, exposure }));
}

/** The rows of each judge: all units, each item where there are several, each tag, and the means over tags. */
function rowsOf(
  study: StudyData,
  judges: VerdictsByRater,
  answerTo: (unit: KnownUnit, judge: Judge) => Value | null,
  options: ReportOptions,
): AgainstGoldRow[] {
  const tagsOf = new Map(study.tasks.map(({ id, tags }) => [id, tags]));
  const scales = scalesOf(study);
  const labels = itemLabels(study.items);
  return [...judges.values()]
    .sort(({ judge: a }, { judge: b }) => byJudge(a, b))
    .flatMap(({ judge, answers }) => {
      const own = [...answers.entries()]
        .sort(([a], [b]) => compare(a, b))
        .flatMap(([, answer]): ComparedUnit[] => {
          const gold = answerTo(answer.unit, judge);
          return gold === null ? [] : [{ ...answer, gold, tags: tagsOf.get(answer.unit.task) ?? [] }];
        });
      if (own.length === 0) return [];
      const items = [...new Set(own.map(({ unit }) => unit.item))];
      const tags = [...new Set(own.flatMap((compared) => compared.tags))].sort(byName);
      const part = (subset: string, some: readonly ComparedUnit[]) => ({
        ...judge,
        ...measureSubset(subset, some, scales, options),
      });
      const sets = [...(tags.length > 1 ? [{ name: "", tags }] : []), ...(options.macro ?? [])];
      return [
        part("all", own),
        ...(items.length > 1
          ? items
              .map((item) => ({ item, name: labels.get(item) ?? item }))
              .sort((a, b) => byName(a.name, b.name))
              .map(({ item, name }) =>
                part(
                  `item:${name}`,
                  own.filter(({ unit }) => unit.item === item),
                ),
              )
          : []),
        ...tags.map((tag) =>
          part(
            `tag:${tag}`,
            own.filter((compared) => compared.tags.includes(tag)),
          ),
        ),
        ...sets.map((set) => ({ ...judge, ...averageOverTags(set, own, scales, options) })),
      ];
    });
}
