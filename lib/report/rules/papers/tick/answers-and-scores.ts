import { passRate } from "@/lib/drafting/rules/comparison";
import type { Value } from "@/lib/judgement/schema";
import { OVERALL } from "@/lib/judgement/schema/units";
import { namedReport } from "@/lib/report/rules/papers/from-report";
import { tableOf } from "@/lib/report/rules/tables/build";
import { coefficient, countColumn, raterName, share, textColumn } from "@/lib/report/rules/tables/columns";
import type { MissingRecords, PaperSource, PaperTable } from "@/lib/report/schema/paper-table";
import type { ReportDraft, ReportJudgement, StudyData } from "@/lib/report/schema/study";

/** From this distance on, on a scale from 0 to 1, a rater's answers and overall score contradict each other. */
const APART = 0.5;

/** The scale of overall scores where a study declares none. */
const ONE_TO_FIVE = { min: 1, max: 5 };

/** The widest scale whose scores each have a column. */
const MOST_LEVELS = 11;

/** One rater's values for one response: the answers to its questions, and the overall score. */
interface RatedResponse {
  rater: string;
  task: string;
  response: string;
  yes: number;
  answered: number;
  passRate: number;
  score: number;
  /** The pass rate less the score's place on its scale, from 0 to 1. */
  gap: number;
}

interface Rated {
  responses: RatedResponse[];
  min: number;
  max: number;
  /** Responses whose score is off the scale. */
  off: number;
}

const NEEDS = "answers to yes/no questions and an overall score of the same response by the same rater";

const isApart = ({ gap }: RatedResponse) => Math.abs(gap) >= APART;

/** Everything that raters said about responses that they both answered questions on and scored. */
function ratedResponses({ study }: PaperSource): Rated {
  const { min, max } = study.overall?.type === "points" ? study.overall : ONE_TO_FIVE;
  const found = [...valuesByRater(study)].flatMap(([key, { answers, score }]) => {
    const rate = passRate(answers);
    if (rate === null || score === null) return [];
    const [rater, task, response] = JSON.parse(key) as [string, string, string];
    const answered = answers.filter((answer) => answer === "yes" || answer === "no").length;
    const yes = answers.filter((answer) => answer === "yes").length;
    const gap = rate - (score - min) / (max - min);
    return [{ rater, task, response, yes, answered, passRate: rate, score, gap }];
  });
  const responses = found.filter(({ score }) => score >= min && score <= max);
  return { responses, min, max, off: found.length - responses.length };
}

/** The answers and the score by rater and response. What a rater gave in several arms is kept apart. */
function valuesByRater(study: StudyData) {
  const questions = new Set(
    study.items.flatMap(({ key, scale, weight = 1 }) => (scale.type === "yesno" && weight > 0 ? key : [])),
  );
  const found = new Map<string, { answers: Value[]; score: number | null }>();
  const note = (rater: string, { task, response, item, value }: ReportDraft | ReportJudgement) => {
    if (response === null || value === null) return;
    const key = JSON.stringify([rater, task, response]);
    const own = found.get(key) ?? { answers: [], score: null };
    found.set(key, own);
    if (item === OVERALL && typeof value === "number") own.score = value;
    if (questions.has(item)) own.answers.push(value);
  };
  for (const judgement of study.judgements) {
    const { rater, raterKind, arm } = judgement;
    if (raterKind === "human") note(arm === null ? rater : `${rater} (${arm})`, judgement);
  }
  for (const draft of study.drafts) {
    const { rater, raterKind: kind, method, condition } = draft;
    if (kind === "llm")
      note(raterName({ rater, kind, method, ...(condition !== null && { condition }) }), draft);
  }
  return found;
}

function ratedOr(source: PaperSource): Rated | MissingRecords {
  const rated = ratedResponses(source);
  return rated.responses.length > 0 ? rated : { missing: [NEEDS] };
}

const notesOn = ({ min, max, off }: Rated) => [
  `Apart: the pass rate and the score’s place between ${min} and ${max} differ by half of the scale or more, as 9 of 10 answers yes and a score of 2 of 5 do.`,
  ...(off > 0 ? [`Left out: ${off} with a score off this scale.`] : []),
];

interface BandRow {
  rater: string;
  band: number;
  responses: readonly RatedResponse[];
}

/** Pass rates against overall scores, by rater: do the answers and the score of one head fit together? */
export const answersAndScoresTable: PaperTable = {
  id: "H4",
  title: "Pass rates against overall scores, by rater",
  needs: NEEDS,
  of: (source) => {
    const rated = ratedOr(source);
    if ("missing" in rated) return rated;
    const levels = Array.from({ length: Math.floor(rated.max - rated.min) + 1 }, (_, at) => rated.min + at);
    if (levels.length > MOST_LEVELS)
      return { missing: [`overall scores on a scale of at most ${MOST_LEVELS} levels`] };
    const bands = new Map<string, BandRow & { responses: RatedResponse[] }>();
    for (const one of rated.responses) {
      const band = Math.min(4, Math.floor((5 * one.yes) / one.answered));
      const key = JSON.stringify([one.rater, band]);
      const row = bands.get(key) ?? { rater: one.rater, band, responses: [] };
      bands.set(key, row);
      row.responses.push(one);
    }
    const rows = [...bands.values()].sort((a, b) => a.rater.localeCompare(b.rater, "en") || b.band - a.band);
    return tableOf(namedReport(source).report, rows, {
      name: "tick-h4",
      title: "TICK, appendix H.4: pass rates against overall scores",
      description:
        "How often each rater gave each overall score, by the share of questions they answered yes",
      columns: [
        textColumn<BandRow>("rater", "Rater", "A person, or a model with its method", ({ rater }) => rater),
        textColumn<BandRow>(
          "passRate",
          "Pass rate",
          "Of the rater’s own answers; the upper end belongs to the next row, but 100 %",
          ({ band }) => `${20 * band} to ${20 * band + 20} %`,
        ),
        ...levels.map((level) =>
          countColumn<BandRow>(
            `score${level}`,
            `${level}`,
            "responses",
            `Responses with this score, or nearest to it`,
            ({ responses }) => responses.filter(({ score }) => nearest(score, rated.min) === level).length,
          ),
        ),
        countColumn<BandRow>(
          "apart",
          "Apart",
          "responses",
          "Responses whose answers and score contradict each other",
          ({ responses }) => responses.filter(isApart).length,
        ),
      ],
      notes: notesOn(rated),
      kinds: ["human", "llm"],
      intervals: false,
    });
  },
};

/** The level that a score with decimals counts with. */
const nearest = (score: number, min: number) => min + Math.round(score - min);

/** The responses whose answers and score contradict each other, those farthest apart first. */
export const contradictionsTable: PaperTable = {
  id: "H4-apart",
  title: "Responses whose answers and overall score contradict each other, by rater",
  needs: NEEDS,
  of: (source) => {
    const rated = ratedOr(source);
    if ("missing" in rated) return rated;
    const rows = rated.responses
      .filter(isApart)
      .sort((a, b) => Math.abs(b.gap) - Math.abs(a.gap) || a.rater.localeCompare(b.rater, "en"));
    return tableOf(namedReport(source).report, rows, {
      name: "tick-h4-apart",
      title: "TICK, appendix H.4: answers and scores that contradict each other",
      description: "A high pass rate with a low overall score by the same rater, or the reverse",
      columns: [
        textColumn<RatedResponse>(
          "rater",
          "Rater",
          "A person, or a model with its method",
          (row) => row.rater,
        ),
        textColumn<RatedResponse>("task", "Task", "Its id", ({ task }) => task),
        textColumn<RatedResponse>("response", "Response", "Its id", ({ response }) => response),
        countColumn<RatedResponse>("yes", "Yes", "questions", "Questions answered yes", ({ yes }) => yes),
        countColumn<RatedResponse>(
          "answered",
          "Answered",
          "questions",
          "Questions answered yes or no",
          ({ answered }) => answered,
        ),
        share<RatedResponse>("passRate", "Pass rate", "questions", "Yes of answered", (row) => [
          row.passRate,
          null,
        ]),
        coefficient<RatedResponse>(
          "score",
          "Overall",
          "The rater’s overall score",
          ({ score }) => [score, null],
          {
            unit: "points",
            decimals: 2,
          },
        ),
        coefficient<RatedResponse>(
          "gap",
          "Apart by",
          "Pass rate minus the score’s position on its scale: above 0 the answers are better than the score",
          ({ gap }) => [gap, null],
          { decimals: 2 },
        ),
      ],
      notes: notesOn(rated),
      kinds: ["human", "llm"],
      n: { of: "responses by raters", count: rated.responses.length },
      intervals: false,
    });
  },
};
