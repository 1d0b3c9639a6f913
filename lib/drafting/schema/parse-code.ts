import { z } from "zod";

/** Why an answer could not be parsed. */
export const ParseCode = z.enum([
  "empty",
  "truncated",
  "prompt_cut",
  "refusal",
  "no_marker",
  "bad_value",
  "out_of_range",
  "ambiguous",
  "wrong_arity",
  "invalid_json",
  "schema",
]);
export type ParseCode = z.infer<typeof ParseCode>;
