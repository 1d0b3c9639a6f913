import { z } from "zod";

/** The name of an external score: of a benchmark, or a reward model. */
const ScoreName = z.string().trim().min(1).max(100);

/** The external scores of one response, by the response's id in files. */
export const ScoreRow = z.strictObject({
  response: z.string().min(1).max(1000),
  scores: z.record(ScoreName, z.number()),
});
export type ScoreRow = z.infer<typeof ScoreRow>;

export const MOST_SCORE_ROWS = 100_000;

export const ScoresBody = z.strictObject({ rows: z.array(ScoreRow).min(1).max(MOST_SCORE_ROWS) });

export const ScoresSet = z.object({
  /** Responses that now have the scores. */
  responses: z.int(),
  names: z.array(z.string()),
});
export type ScoresSet = z.infer<typeof ScoresSet>;
