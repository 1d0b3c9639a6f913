import { meanOfKnown } from "@/lib/agreement/arithmetic-mean";
import { groupInOrder } from "@/lib/dataset/rules/group-in-order";
import { OVERALL } from "@/lib/judgement/schema/units";
import { externalScores } from "@/lib/report/rules/papers/external-scores";
import { shownConditions } from "@/lib/report/rules/papers/shown-condition";
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

/** The scores of responses: external ones, as of a benchmark, and those by judges. */
export class ResponseScores {
  readonly #source: PaperSource;
  readonly #judges: ReadonlyMap<string, JudgeScores>;

  constructor(source: PaperSource) {
    this.#source = source;
    this.#judges = judgesIn(source);
  }

  of(response: string): Record<string, number> {
    const judged = [...this.#judges].flatMap(([name, { byResponse }]) => {
      const score = byResponse.get(response);
      return score === undefined ? [] : [[name, score] as const];
    });
    return { ...Object.fromEntries(judged), ...externalScores(this.#source, response) };
  }

  isJudges(name: string): boolean {
    return this.#judges.has(name);
  }

  /** The notes that say where these scores of responses by these models are from. */
  notes(names: readonly string[], writers: ReadonlySet<string>): string[] {
    const external = names.filter((name) => !this.isJudges(name));
    const judged = names.filter((name) => this.isJudges(name));
    const own = [...new Set(judged.flatMap((name) => this.#judges.get(name)?.judge ?? []))].filter((judge) =>
      writers.has(judge),
    );
    return [
      ...(external.length === 0
        ? []
        : [`External scores, from the metadata of responses: ${external.join(", ")}.`]),
      ...(judged.length === 0
        ? []
        : [
            [
              `Scores by a judge, which are not a benchmark’s own: ${judged.join(", ")}.`,
              ...own.map((judge) => `The model ${judge} judges responses that it wrote itself.`),
            ].join(" "),
          ]),
    ];
  }
}
