import { drfr, meanPassRate } from "@/lib/agreement/checklist";
import type { ExposureClass } from "@/lib/judgement/schema";
import type { ReportOptions } from "@/lib/report/schema";
import type { ChecklistRow } from "@/lib/report/schema/human-vs-llm";
import type { StudyData } from "@/lib/report/schema/study";
import { endsOf } from "./interval-ends";
import { NOT_APPLICABLE } from "./measurement-scale";
import { byName, byRater } from "./scopes";
import type { Rated, Rater, Unit, Units } from "./unit";
import { meanWeightedPassRate } from "./weighted-pass-rate";

type AnswerClass = Exclude<ExposureClass, "any">;

/**
 * The share of requirements of yes/no items that each rater found met, over all responses and by the model that wrote
 * them, for all questions and by category. The pass rate weighs responses equally, DRFR questions. Qin et al. (2024);
 * Cook et al. (2024).
 */
export function checklistOf(study: StudyData, { byItem }: Units, options: ReportOptions): ChecklistRow[] {
  const models = new Map(study.responses.map(({ id, model }) => [id, model]));
  const questions = study.items.filter(({ scale }) => scale.type !== "points");
  const raters = new Map<Rater, { all: Answered; byCategory: Map<string, Answered> }>();
  const isWeighted = questions.some(({ weight }) => weight !== undefined);
  for (const { key, category, weight } of questions) {
    for (const unit of byItem.get(key) ?? []) {
      for (const rated of [...unit.others, ...unit.humans.any]) {
        const own = raters.get(rated.rater) ?? { all: new Answered(isWeighted), byCategory: new Map() };
        raters.set(rated.rater, own);
        own.all.add(unit, rated, weight);
        if (category === null) continue;
        const within = own.byCategory.get(category) ?? new Answered(isWeighted);
        own.byCategory.set(category, within);
        within.add(unit, rated, weight);
      }
    }
  }
  return [...raters]
    .sort(([a], [b]) => byRater(a, b))
    .flatMap(([rater, { all, byCategory }]) => [
      ...all.rows(rater, models, options, null),
      ...[...byCategory]
        .sort(([a], [b]) => byName(a, b))
        .flatMap(([category, answered]) => answered.rows(rater, models, options, category)),
    ]);
}

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
