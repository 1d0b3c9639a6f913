import { drfr, meanPassRate } from "@/lib/agreement/checklist";
import type { ExposureClass } from "@/lib/judgement/schema";
import type { ReportOptions } from "@/lib/report/schema";
import type { ChecklistRow } from "@/lib/report/schema/human-vs-llm";
import type { ReportItem, StudyData } from "@/lib/report/schema/study";
import { endsOf } from "./interval-ends";
import { NOT_APPLICABLE } from "./measurement-scale";
import { byName, byRater } from "./scopes";
import type { Rated, Rater, Unit, Units } from "./unit";
import { meanWeightedPassRate } from "./weighted-pass-rate";

type AnswerClass = Exclude<ExposureClass, "any">;

/**
 * The share of requirements of yes/no items that each rater found met, over all responses and by the model that wrote
 * them, for all questions and by category. The pass rate weighs responses equally, DRFR questions. `partsOf` gives the
 * categories of a question, under each of which it counts; null stands for all questions together. Qin et al. (2024);
 * Cook et al. (2024).
 */
export function checklistOf(
  study: StudyData,
  { byItem }: Units,
  options: ReportOptions,
  partsOf: (item: ReportItem) => readonly (string | null)[] = (item) => [null, ...ownCategory(item)],
): ChecklistRow[] {
  const models = new Map(study.responses.map(({ id, model }) => [id, model]));
  const questions = study.items.filter(({ scale }) => scale.type !== "points");
  const raters = new Map<Rater, Map<string | null, Answered>>();
  const isWeighted = questions.some(({ weight }) => weight !== undefined);
  for (const item of questions) {
    const { key, weight } = item;
    const parts = partsOf(item);
    if (parts.length === 0) continue;
    for (const unit of byItem.get(key) ?? []) {
      for (const rated of [...unit.others, ...unit.humans.any]) {
        const own = raters.get(rated.rater) ?? new Map<string | null, Answered>();
        raters.set(rated.rater, own);
        for (const part of parts) {
          const within = own.get(part) ?? new Answered(isWeighted);
          own.set(part, within);
          within.add(unit, rated, weight);
        }
      }
    }
  }
  return [...raters]
    .sort(([a], [b]) => byRater(a, b))
    .flatMap(([rater, byPart]) =>
      [...byPart]
        .sort(([a], [b]) =>
          a === null || b === null ? Number(b === null) - Number(a === null) : byName(a, b),
        )
        .flatMap(([part, answered]) => answered.rows(rater, models, options, part)),
    );
}

/** The category that an item has in its rubric. */
export const ownCategory = ({ category }: Pick<ReportItem, "category">): string[] =>
  category === null ? [] : [category];

/** One rater's answers about one response: met, not met, or null for not applicable. */
interface Sheet {
  task: string;
  answers: (boolean | null)[];
  /** The points of the questions, in the same order. */
  weights: number[];
  exposures: Record<AnswerClass, number>;
}

/** All answers of one rater, by response. */
class Answered {
  private readonly sheets = new Map<string, Sheet>();

  /** `isWeighted`: some questions of the study have a weight. */
  constructor(private readonly isWeighted: boolean) {}

  add({ response, task }: Unit, { value, exposure }: Rated, weight = 1): void {
    if (response === null) return;
    const sheet = this.sheets.get(response) ?? {
      task,
      answers: [],
      weights: [],
      exposures: { independent: 0, exposed: 0, unknown: 0 },
    };
    this.sheets.set(response, sheet);
    sheet.weights.push(weight);
    sheet.answers.push(value === NOT_APPLICABLE ? null : value === "yes");
    if (exposure !== null && value !== NOT_APPLICABLE) sheet.exposures[exposure]++;
  }

  rows(
    rater: Rater,
    models: ReadonlyMap<string, string | null>,
    options: ReportOptions,
    category: string | null,
  ): ChecklistRow[] {
    const responses = [...this.sheets.keys()].sort();
    const named = new Set(responses.flatMap((response) => models.get(response) ?? []));
    const written = (model: string) => responses.filter((response) => models.get(response) === model);
    return [
      this.row(rater, "all", category, responses, options),
      ...[...named].sort(byName).map((model) => this.row(rater, model, category, written(model), options)),
    ];
  }

  private row(
    { name, kind, method, condition }: Rater,
    responseModel: string,
    category: string | null,
    responses: readonly string[],
    options: ReportOptions,
  ): ChecklistRow {
    const sheets = responses.flatMap((response) => this.sheets.get(response) ?? []);
    const answers = sheets.map((sheet) => sheet.answers);
    const clusters = sheets.map((sheet) => sheet.task);
    const resampling = new Set(clusters).size > 1 ? { ...options, clusters } : undefined;
    const pass = meanPassRate(answers, resampling);
    const ratio = drfr(answers, resampling);
    const weighted = this.isWeighted ? meanWeightedPassRate(sheets, options) : null;
    const total = (exposure: AnswerClass) =>
      sheets.reduce((sum, sheet) => sum + sheet.exposures[exposure], 0);
    return {
      rater: name,
      raterKind: kind,
      method,
      ...(condition !== null && { condition }),
      responseModel,
      category,
      answered: ratio.pairable,
      passRate: pass.value,
      drfr: ratio.value,
      reason: ratio.reason,
      ...(weighted && { weightedPassRate: weighted.value }),
      ci: {
        ...{ passRate: endsOf(pass.interval), drfr: endsOf(ratio.interval) },
        ...(weighted && { weightedPassRate: weighted.ci }),
      },
      responses: ratio.units,
      na: answers.flat().length - ratio.pairable,
      exposures: { independent: total("independent"), exposed: total("exposed"), unknown: total("unknown") },
    };
  }
}
