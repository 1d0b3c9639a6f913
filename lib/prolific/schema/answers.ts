import { z } from "zod";

// Answers of Prolific's API, with the fields that are used: https://docs.prolific.com/api-reference.

const ExternalId = z.string().min(1).max(100);
const Minor = z.number().transform(Math.round);
/** Prolific writes statuses with spaces or underscores. */
const Status = z.string().transform((status) => status.replaceAll("_", " "));
const Moment = z.coerce.date().nullish().catch(null);

export const Account = z.object({ currency_code: z.string().nullish() });

export const Study = z.object({
  id: ExternalId,
  status: Status,
  internal_name: z.string().nullish(),
  currency_code: z.string().nullish(),
  presentment_currency_code: z.string().nullish(),
  places_taken: Minor.nullish(),
  total_cost: Minor.nullish(),
});
export type Study = z.infer<typeof Study>;

export const Submission = z.object({
  id: ExternalId,
  participant_id: z.string().nullish(),
  status: Status,
  started_at: Moment,
  completed_at: Moment,
  return_requested: Moment,
  bonus_payments: z.array(z.number()).nullish(),
});
export type FetchedSubmission = z.infer<typeof Submission>;

export const Listed = <T extends z.ZodType>(one: T) => z.object({ results: z.array(one) });

/** A prepared bonus: money in the smallest unit. */
export const Prepared = z.object({ id: ExternalId, total_amount: Minor.nullish() });

export const SubmissionState = Submission.pick({ return_requested: true, status: true });

/** An answer without content that matters. */
export const Done = z.unknown();
