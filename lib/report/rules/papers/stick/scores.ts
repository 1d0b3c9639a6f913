import { meanOfKnown } from "@/lib/agreement/arithmetic-mean";
import { groupInOrder } from "@/lib/dataset/rules/group-in-order";
import type { Value } from "@/lib/judgement/schema";
import { OVERALL } from "@/lib/judgement/schema/units";
import { externalScores } from "@/lib/report/rules/papers/external-scores";
import { shownConditions } from "@/lib/report/rules/papers/shown-condition";
import { ofSamples } from "@/lib/report/rules/unit-values";
import type { PaperSource } from "@/lib/report/schema/paper-table";

/** The overall scores that a model gave by one method under one condition, each response's once. */
interface JudgeScores {
  /** The model that judged. */
  judge: string;
  byResponse: ReadonlyMap<string, number>;
}

/** One overall score of a response, and who gave it by which method. */
interface GivenScore {
  response: string;
  value: number;
  condition: string | null;
  judge: string;
  by: string;
}

/** The overall scores of responses by judges, under names such as "judge.plain_absolute by gpt-4o". */
function judgesIn({ study }: PaperSource): Map<string, JudgeScores> {
  const scores: GivenScore[] = [];
  for (const { item, response, rater, raterKind, method, condition, value } of study.drafts)
    if (item === OVERALL && response !== null && raterKind === "llm" && typeof value === "number")
      scores.push({ response, value, condition, judge: rater, by: `${method ?? "score"} by ${rater}` });
  const shownConditionOf = shownConditions(scores, ({ by }) => by);
  const named = groupInOrder(scores, (score) => {
    const condition = shownConditionOf(score);
    return condition === null ? score.by : `${score.by} (${condition})`;
  });
  return new Map(
    [...named].map(([name, own]) => {
      const byResponse = [...groupInOrder(own, ({ response }) => response)].flatMap(([response, given]) => {
        const mean = meanOfKnown(given.map(({ value }) => value));
        return mean === null ? [] : [[response, mean] as const];
      });
      return [name, { judge: own[0]?.judge ?? "", byResponse: new Map(byResponse) }];
    }),
  );
}

/** The questions of people's checklists: those of rubrics that name neither a model nor a method, which may be imported. */
function peoplesQuestions({ study: { items } }: PaperSource): Set<string> {
  // A question that a person added to a model's checklist is part of that one.
  const drafted = new Set(
    items.flatMap(({ rubric, model, method }) => (model === null && method === null ? [] : [rubric])),
  );
  return new Set(
    items.flatMap(({ key, rubric, scale, weight = 1 }) =>
      scale.type === "yesno" && weight > 0 && !drafted.has(rubric) ? [key] : [],
    ),
  );
}

/** The answers that a model gave by one method under one condition to people's checklists, each response's once. */
interface PassRates {
  judge: string;
  byResponse: ReadonlyMap<string, { yes: number; answered: number }>;
}

/** One answer to a question about a response, and who gave it by which method. */
interface GivenAnswer {
  response: string;
  item: string;
  value: Value;
  judge: string;
  condition: string | null;
}

/**
 * Answered questions of responses by models, under names such as "DRFR (pass rate) by gpt-4o under people’s checklist". Of
 * several samples of an answer the majority counts, as in a report.
 */
function passRatesIn(source: PaperSource): Map<string, PassRates> {
  const questions = peoplesQuestions(source);
  const answers: GivenAnswer[] = [];
  for (const { item, response, rater, raterKind, method, condition, value } of source.study.drafts)
    if (response !== null && raterKind === "llm" && value !== null && questions.has(item))
      answers.push({
        ...{ response, item, value, judge: rater },
        condition: [method, condition].filter((part) => part !== null).join(", "),
      });
  const shownConditionOf = shownConditions(answers, ({ judge }) => judge);
  const named = groupInOrder(answers, (answer) => {
    const condition = shownConditionOf(answer);
    const name = `DRFR (pass rate) by ${answer.judge} under people’s checklist`;
    return condition === null ? name : `${name} (${condition})`;
  });
  return new Map(
    [...named].map(([name, own]) => {
      const byResponse = [...groupInOrder(own, ({ response }) => response)].flatMap(([response, given]) => {
        const sheet = [...groupInOrder(given, ({ item }) => item).values()].map((samples) =>
          ofSamples(samples.map(({ value }) => value)),
        );
        const yes = sheet.filter((value) => value === "yes").length;
        const answered = yes + sheet.filter((value) => value === "no").length;
        return answered === 0 ? [] : [[response, { yes, answered }] as const];
      });
      return [name, { judge: own[0]?.judge ?? "", byResponse: new Map(byResponse) }];
    }),
  );
}

/** The scores of responses: external ones, as of a benchmark, those by judges, and pass rates under people's checklists. */
export class ResponseScores {
  readonly #source: PaperSource;
  readonly #judges: ReadonlyMap<string, JudgeScores>;
  readonly #passRates: ReadonlyMap<string, PassRates>;

  constructor(source: PaperSource) {
    this.#source = source;
    this.#judges = judgesIn(source);
    this.#passRates = passRatesIn(source);
  }

  of(response: string): Record<string, number> {
    const judged = [...this.#judges].flatMap(([name, { byResponse }]) => {
      const score = byResponse.get(response);
      return score === undefined ? [] : [[name, score] as const];
    });
    const rates = this.#answered(response).map(
      ([name, { yes, answered }]) => [name, yes / answered] as const,
    );
    return { ...Object.fromEntries([...judged, ...rates]), ...externalScores(this.#source, response) };
  }

  /** The number of questions behind each pass rate of a response, which are pooled over questions. */
  weightsOf(response: string): Record<string, number> {
    return Object.fromEntries(this.#answered(response).map(([name, { answered }]) => [name, answered]));
  }

  #answered(response: string) {
    return [...this.#passRates].flatMap(([name, { byResponse }]) => {
      const found = byResponse.get(response);
      return found === undefined ? [] : [[name, found] as const];
    });
  }

  /** True of a score that a model gave. */
  isJudges(name: string): boolean {
    return this.#judges.has(name) || this.isPassRate(name);
  }

  isPassRate(name: string): boolean {
    return this.#passRates.has(name);
  }

  /** The notes that say where these scores of responses by these models are from. */
  notes(names: readonly string[], writers: ReadonlySet<string>): string[] {
    const external = names.filter((name) => !this.isJudges(name));
    const rates = names.filter((name) => this.isPassRate(name));
    const judged = names.filter((name) => this.#judges.has(name));
    const own = [
      ...new Set([
        ...judged.flatMap((name) => this.#judges.get(name)?.judge ?? []),
        ...rates.flatMap((name) => this.#passRates.get(name)?.judge ?? []),
      ]),
    ]
      .filter((judge) => writers.has(judge))
      .map((judge) => `The model ${judge} judges responses that it wrote itself.`);
    const ofJudges =
      judged.length === 0
        ? []
        : [`Scores by a judge, which are not a benchmark’s own: ${judged.join(", ")}.`];
    const ofRates =
      rates.length === 0
        ? []
        : [
            `Pass rates by a model’s answers to people’s checklists, pooled over the questions of all tasks (DRFR): ${rates.join(", ")}.`,
          ];
    return [
      ...(external.length === 0
        ? []
        : [`External scores, from the metadata of responses: ${external.join(", ")}.`]),
      ...(ofJudges.length + ofRates.length === 0 ? [] : [[...ofJudges, ...ofRates, ...own].join(" ")]),
    ];
  }
}
