import type { StopReason } from "@/lib/drafting/schema";
import { isRuleConflict } from "@/lib/drafting/schema/notes";
import type { SelectiveChoice } from "@/lib/drafting/schema/verdicts";
import { CITATIONS } from "@/lib/protocol/rules/citations";

/* The codes of endpoints, runs and drafts in words. */

const RUN_STATES = {
  draft: "Not started",
  running: "Running",
  paused: "Paused",
  paused_budget: "Paused at its limit",
  done: "Done",
  cancelled: "Cancelled",
} as const;

export function runStateWords(state: keyof typeof RUN_STATES): string {
  return RUN_STATES[state];
}

const PAUSES: Record<string, string> = {
  "max-calls": "It has made as many requests as its limit allows. Go on with a higher limit.",
  "run-budget": "It has spent what its limit allows. Go on with a higher limit.",
  "endpoint-budget": "The endpoint’s budget is used up. Raise it under Endpoints, then go on.",
  unauthorised: "The endpoint refused the key. Enter a valid one under Endpoints, then go on.",
  "not-found": "The endpoint does not know this address or model. Correct it under Endpoints, then go on.",
  "refused-address": "Requests may not go to the endpoint’s address. Correct it under Endpoints, then go on.",
};

/** Why the system paused a run, and what to do about it. */
export function pauseWords(why: string): string {
  return PAUSES[why] ?? FAILURES[why] ?? `It was paused by the system (${why}).`;
}

const FAILURES: Record<string, string> = {
  "rate-limited": "The endpoint refused because of too many requests.",
  "server-error": "The endpoint failed.",
  timeout: "The endpoint did not answer in time.",
  network: "The endpoint could not be reached.",
  cancelled: "The call was broken off.",
  "refused-address": "Requests may not go to this address.",
  redirect: "The endpoint sent the request elsewhere, which is not followed.",
  "too-large": "The answer was larger than what is accepted.",
  unauthorised: "The endpoint refused the key.",
  "not-found": "The endpoint does not know this address or model.",
  "bad-request": "The endpoint did not take the request.",
  "bad-answer": "The endpoint’s answer was not what its protocol promises.",
  "not-recorded": "The recording has no such call.",
  "no-key-secret": "This installation cannot open the key that was kept.",
  // Answers that could not be parsed.
  empty: "The answer was empty.",
  truncated: "The answer was cut off before its end. Allow more output tokens.",
  prompt_cut:
    "The endpoint read only a part of the prompt: it is longer than the model’s context there. Allow a longer one (Ollama: OLLAMA_CONTEXT_LENGTH, or num_ctx of the model), then retry.",
  refusal: "The model would not answer.",
  refused: "The model would not answer.",
  no_marker: "The answer lacks the line that states the verdict.",
  bad_value: "The verdict is none of the requested ones.",
  out_of_range: "The number is outside the scale.",
  ambiguous: "The answer states more than one verdict.",
  wrong_arity: "The answer does not have the requested number of parts.",
  invalid_json: "The answer is no JSON.",
  schema: "The answer’s JSON does not have the requested form.",
  parse_failed: "The answer could not be read.",
  // Why there is no value.
  tie: "Equally many samples gave one value and the other.",
  verifier_borderline: "Reasonable ways to count disagree.",
  offline: "Only a language model could answer this.",
  budget: "The run’s limit was reached before.",
  not_run: "It was not asked.",
  not_separated: "The problem is solved with few examples already, or not with many.",
};

/** Why a call failed, an answer could not be parsed, or there is no value. */
export function failureWords(code: string): string {
  return FAILURES[code] ?? `It failed (${code}).`;
}

const FLAGS: Record<string, string> = {
  // Hints about a drafted question.
  no_question_mark: "This is no question: it does not end in a question mark.",
  not_boolean: "This may not be answerable with yes or no.",
  double_barrelled: "This seems to ask two things at once: yes to one and no to the other has no answer.",
  vague: "This has a vague word: two people may read it differently.",
  duplicate: "This asks nearly the same as a question before it.",
  refers_to_reference: "This speaks of a reference answer that raters may not see.",
  verifiable: "A program can check this.",
  // Hints about a drafted rubric.
  cut_at_30: "More than 30 items were drafted; the first 30 were kept.",
  long_items_left_out: "Items of more than 500 characters were left out.",
  length_soft_limit: "A checklist usually has 2 to 8 questions.",
  many_factors: "There are unusually many criteria.",
  history_revised: "Given after evaluations as people revised them.",
  length_mismatch: "The list is not as long as the policy asked for.",
  cut_to_limit: "The checklist was longer than the run’s limit; the first questions were kept.",
  // About generated responses.
  unchanged: "The revision gave the same response again.",
  revision_parse_failed: "The revised response could not be read, so this one is the last.",
  revision_truncated: "The revised response was cut off, so this one is the last. Allow more output tokens.",
  revision_prompt_cut:
    "The endpoint read only a part of the prompt for the revised response, so this one is the last. Allow a longer context.",
  revision_refused: "The model would not revise it, so this one is the last.",
  critique_parse_failed: "The critique could not be read, so this one is the last.",
  critique_truncated: "The critique was cut off, so this one is the last. Allow more output tokens.",
  critique_prompt_cut:
    "The endpoint read only a part of the prompt for the critique, so this one is the last. Allow a longer context.",
  critique_refused: "The model would not criticise it, so this one is the last.",
  checklist_failed: "The answers with the checklist could not be read, so the verdict without it stays.",
  unknown_category: "A label that is not on the list was left out.",
  // The ways in which answers were parsed.
  no_marker_recovered: "The verdict was alone in the last line, without the requested marker.",
  repaired: "The answer’s JSON had to be repaired.",
  schema_not_followed: "The model did not use the requested form; its answer was read as text.",
  cut_off: "The text was cut off at its length limit and used as it is.",
  truncated_after_score: "The answer was cut off after its verdict.",
  repaired_prompt: "The prompt repeats the form of the answer, because the first one could not be read.",
  panel_split: "The judges of the panel disagree.",
  position_inconsistent: "The model preferred another response when the order was turned.",
  uneven_coverage: "Not the same questions were answered for both responses.",
  evaluation_form: "The form of the evaluation was not kept to.",
  // Questions left to rules, and uncertainty of rules.
  left_to_rules: "Rules prove the answer. Their draft is shown beside this one, and the model was not asked.",
  polarity_conflict:
    "The instruction asks for the opposite of this question, which is answered as it is written.",
  bound_conflict:
    "The instruction rules out the number in this question, which is answered as it is written.",
  bare_number: "The number was read as “exactly”.",
  unquoted_value: "The words looked for stand without quotation marks in the question.",
  scope_unclear: "It is not certain which part of the response is meant.",
  // About the judged text.
  injection_suspected:
    "The judged text has something in it that looks as if it were meant for the judge. Read it before you trust this draft.",
};

/** A draft's flag in words. Unknown ones are shown as they are. */
export function flagWords(flag: string): string {
  return FLAGS[flag] ?? FAILURES[flag] ?? flag.replaceAll("_", " ");
}

const STOPS: Record<StopReason, string> = {
  all_yes: "Every question was answered yes",
  iterations: "It was revised as often as the run allows",
  nothing_to_improve: "No question was answered no; some could not be decided",
  not_evaluated: "No question could be decided",
  revision_unreadable: "The next revision could not be read",
  selected: "The responses with the highest pass rate were selected",
  none_selected: "No response has a pass rate, so none was selected",
};

/** Why a refinement or selection ended. */
export function stopWords(reason: StopReason): string {
  return STOPS[reason];
}

/** Why a judge used the checklist for a verdict, or did not. */
export function selectiveWords({ score, threshold, used, without }: SelectiveChoice): string {
  if (score === null) return "Not used: no sample without it could be read.";
  const first = `the samples without it gave ${without.value ?? "no verdict"} with a disagreement of ${score}`;
  if (used) return `Used: ${first}, and the threshold is ${threshold}.`;
  return score >= threshold
    ? `Asked for, but not readable: ${first}, and the threshold is ${threshold}.`
    : `Not used: ${first}, below the threshold of ${threshold}.`;
}

/** Flags that need attention, as opposed to those about how an answer was parsed. */
export function isWarning(flag: string): boolean {
  return (
    flag === "injection_suspected" ||
    flag === "position_inconsistent" ||
    flag === "panel_split" ||
    isRuleConflict(flag) ||
    flag in FAILURES
  );
}

const PAPERS: ReadonlySet<string> = new Set(Object.values(CITATIONS));

/**
 * Tells a researcher that a method's prompts were worded anew after its paper, cited in full or by authors and year. Null
 * for a method that follows no paper.
 */
export function wordingOf(paper: string, cited: "full" | "short"): string | null {
  if (!PAPERS.has(paper)) return null;
  const words = `Wording of our own after ${cited === "full" ? paper : paper.split(", ")[0]}`;
  return /[.?]$/.test(words) ? words : `${words}.`;
}

export const NEED_WORDS = {
  reference: "a reference answer",
  response: "a response",
  pair: "two responses",
  checklist: "a checklist",
  criteria: "criteria",
  demonstration: "an example: a task with a good response",
} as const;

export const PRODUCES_WORDS = {
  checklist: "a checklist",
  criteria: "criteria",
  answers: "an answer to each question",
  scores: "a score on each criterion",
  overall: "an overall score",
  preference: "a preference",
  labels: "labels of each question",
  measure: "a measure of the method itself",
  vectors: "a vector of the text",
  responses: "responses",
} as const;

/** The use of a run's responses. */
export const ADDED_RESPONSES = {
  none: "Stay with the run",
  final: "The final ones: last versions, selected candidates, plain answers",
  all: "All of them, every version and candidate",
} as const;

/** Use of answers that the project has already to the same calls. */
export const CACHE_POLICIES = {
  use: { label: "Use them", hint: "The same call costs nothing a second time." },
  refresh: {
    label: "Ask anew and replace them",
    hint: "Every call is asked anew; later runs use the new answers. Drafts that rest on the old ones keep them.",
  },
  "replay-only": {
    label: "Use nothing else",
    hint: "No request is sent, and a request without an earlier answer fails. For repeating a run without a model.",
  },
} as const;

export const SUBJECT_WORDS = {
  task: "each task",
  response: "each response",
  pair: "each pair of responses",
  dataset: "the dataset as a whole",
} as const;
