import { drfr, meanPassRate } from "@/lib/agreement/checklist";
import type { ChecklistRow, ExposureClass, ReportOptions, StudyData } from "@/lib/report/schema";
import { endsOf } from "./reliability";
import { byName } from "./scopes";
import type { Rated, Rater, Unit, Units } from "./units";
import { NOT_APPLICABLE } from "./values";

type AnswerClass = Exclude<ExposureClass, "any">;

/**
 * How often each rater found the requirements of yes/no items met, over all
 * responses and by the model that wrote them. The pass rate weighs responses
 * equally, DRFR questions. Qin et al. (2024); Cook et al. (2024).
 */
export function checklistOf(study: StudyData, { byItem }: Units, options: ReportOptions): ChecklistRow[] {
  const models = new Map(study.responses.map(({ id, model }) => [id, model]));
  const units = study.items
    .filter(({ scale }) => scale.type !== "points")
    .flatMap(({ key }) => byItem.get(key) ?? []);
  const raters = new Map<Rater, Answered>();
  const answeredBy = (rater: Rater): Answered => {
    const answered = raters.get(rater) ?? new Answered();
    raters.set(rater, answered);
    return answered;
  };
  for (const unit of units) {
    for (const rated of [...unit.others, ...unit.humans.any]) answeredBy(rated.rater).add(unit, rated);
  }
  return [...raters]
    .sort(
      ([a], [b]) =>
        byName(a.kind, b.kind) || byName(a.name, b.name) || byName(a.method ?? "", b.method ?? ""),
    )
    .flatMap(([rater, answered]) => answered.rows(rater, models, options));
}

/** What one rater answered about one response: met, not met, or null for not applicable. */
interface Sheet {
  task: string;
  answers: (boolean | null)[];
  exposures: Record<AnswerClass, number>;
}

/** All answers of one rater, by response. */
class Answered {
  private readonly sheets = new Map<string, Sheet>();

  add({ response, task }: Unit, { value, exposure }: Rated): void {
    if (response === null) return;
    const sheet = this.sheets.get(response) ?? {
      task,
      answers: [],
      exposures: { independent: 0, exposed: 0, unknown: 0 },
    };
    this.sheets.set(response, sheet);
    sheet.answers.push(value === NOT_APPLICABLE ? null : value === "yes");
    if (exposure !== null && value !== NOT_APPLICABLE) sheet.exposures[exposure]++;
  }

  rows(rater: Rater, models: ReadonlyMap<string, string | null>, options: ReportOptions): ChecklistRow[] {
    const responses = [...this.sheets.keys()].sort();
    const named = new Set(responses.flatMap((response) => models.get(response) ?? []));
    const written = (model: string) => responses.filter((response) => models.get(response) === model);
    return [
      this.row(rater, "all", responses, options),
      ...[...named].sort(byName).map((model) => this.row(rater, model, written(model), options)),
    ];
  }

  private row(
    { name, kind, method }: Rater,
    responseModel: string,
    responses: readonly string[],
    options: ReportOptions,
  ): ChecklistRow {
    const sheets = responses.flatMap((response) => this.sheets.get(response) ?? []);
    const answers = sheets.map((sheet) => sheet.answers);
    const clusters = sheets.map((sheet) => sheet.task);
    const ask = new Set(clusters).size > 1 ? { ...options, clusters } : undefined;
    const pass = meanPassRate(answers, ask);
    const ratio = drfr(answers, ask);
    const total = (exposure: AnswerClass) =>
      sheets.reduce((sum, sheet) => sum + sheet.exposures[exposure], 0);
    return {
      rater: name,
      raterKind: kind,
      method,
      responseModel,
      answered: ratio.pairable,
      passRate: pass.value,
      drfr: ratio.value,
      reason: ratio.reason,
      ci: { passRate: endsOf(pass.interval), drfr: endsOf(ratio.interval) },
      responses: ratio.units,
      na: answers.flat().length - ratio.pairable,
      exposures: { independent: total("independent"), exposed: total("exposed"), unknown: total("unknown") },
    };
  }
}
