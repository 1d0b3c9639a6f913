import { krippendorffAlpha } from "@/lib/agreement/krippendorff";
import { masiDistance, setRating } from "@/lib/agreement/masi";
import { ratingsFromRows } from "@/lib/agreement/ratings";
import { valueIn } from "@/lib/judgement/rules/exposure";
import type { ExposureClass } from "@/lib/judgement/schema";
import { EXPOSURE_CLASSES } from "@/lib/judgement/schema/codes";
import type { ReportOptions } from "@/lib/report/schema";
import type { AnswerRow } from "@/lib/report/schema/answers";
import type { LabelAgreementRow } from "@/lib/report/schema/labels";
import type { ReportLabelling, ReportLabelQuestion } from "@/lib/report/schema/study";
import { sharesByArm } from "./answer-shares";
import { endsOf } from "./interval-ends";
import { measure, type RatedUnit } from "./measured-agreement";
import { compare } from "./text-order";

/**
 * Agreement on labels, by question and exposure class: on all labels of a unit together, which are equal only
 * if every one is, and, if several may be given, on each label separately, given or not. Both nominal; whole
 * sets by their MASI distance as well.
 */
export function labelAgreementOf(
  {
    questions,
    labellings,
  }: { questions: readonly ReportLabelQuestion[]; labellings: readonly ReportLabelling[] },
  options: ReportOptions,
): LabelAgreementRow[] {
  return questions.flatMap(({ question, labels, several }) => {
    const answers = labellings.filter((labelling) => labelling.question === question).sort(byUnit);
    const whole: LabelAgreementRow[] = rowsOf(
      answers,
      (chosen) => chosen.join("; "),
      several ? null : labels,
      options,
    ).map((row) => ({
      ...{ question, label: null, ...row },
      ...(several && { setAlpha: setAlphaOf(unitsIn(answers, row.exposure, setRating), options) }),
    }));
    if (!several) return whole;
    const each = labels.flatMap((label) =>
      rowsOf(answers, (chosen) => (chosen.includes(label) ? "yes" : "no"), ["no", "yes"], options).map(
        (row): LabelAgreementRow => ({ question, label, ...row }),
      ),
    );
    return [...whole, ...each];
  });
}

/** The share of each label in the end: in all arms together, then in each, where there are several. */
export function labelSharesOf(
  {
    questions,
    labellings,
  }: { questions: readonly ReportLabelQuestion[]; labellings: readonly ReportLabelling[] },
  options: ReportOptions,
): AnswerRow[] {
  return questions.flatMap(({ question, text, labels }) => {
    // Matches have no list of labels: they are items.
    if (labels.length === 0) return [];
    const given = labellings
      .filter((labelling) => labelling.question === question)
      .map((labelling) => ({ ...labelling, values: labelling.labels }));
    const offered = labels.map((label) => ({ value: label, label }));
    return sharesByArm({ question, text, options: offered }, given, options);
  });
}

function rowsOf(
  answers: readonly ReportLabelling[],
  readAs: (labels: readonly string[]) => string,
  categories: readonly string[] | null,
  options: ReportOptions,
): Omit<LabelAgreementRow, "question" | "label">[] {
  return EXPOSURE_CLASSES.flatMap((exposure) => {
    const units = unitsIn(answers, exposure, readAs);
    if (units.length === 0) return [];
    return measure(units, { levels: ["nominal"], categories, mixed: false }, options).map((row) => ({
      exposure,
      ...row,
    }));
  });
}

/** α of whole sets of labels, which disagree the less the more labels they have in common. */
function setAlphaOf(units: readonly RatedUnit[], { replicates, seed }: ReportOptions) {
  const rows = units.flatMap(({ ratings }, unit) => ratings.map((rating) => ({ unit, ...rating })));
  const clusters = units.map(({ cluster }) => cluster);
  const resampling = new Set(clusters).size > 1 ? { replicates, seed, clusters } : undefined;
  const { value, reason, interval } = krippendorffAlpha(ratingsFromRows(rows), masiDistance(), resampling);
  return { value, reason, ci: endsOf(interval) };
}

function unitsIn(
  answers: readonly ReportLabelling[],
  exposure: ExposureClass,
  readAs: (labels: readonly string[]) => string,
): RatedUnit[] {
  const units = new Map<string, RatedUnit>();
  for (const { unit, task, rater, labels, ...labelling } of answers) {
    const chosen = valueIn({ ...labelling, value: labels, lines: [] }, exposure);
    if (chosen === null) continue;
    const rated = units.get(unit) ?? { cluster: task, ratings: [] };
    units.set(unit, rated);
    rated.ratings.push({ rater, value: readAs(chosen) });
  }
  return [...units.values()];
}

function byUnit(a: ReportLabelling, b: ReportLabelling): number {
  return compare(a.unit, b.unit) || compare(a.rater, b.rater);
}
