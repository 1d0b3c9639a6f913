import { z } from "zod";
import { requestOf } from "@/lib/dataset/rules/task-request";
import { additions } from "@/lib/drafting/rules/addition-problems";
import { outcomeOf, undecided } from "@/lib/drafting/rules/method";
import { responseFrom } from "@/lib/drafting/rules/methods/answer";
import { PAPER } from "@/lib/drafting/rules/methods/llmbar/paper";
import { parseInteger } from "@/lib/drafting/rules/parse/integer";
import { template } from "@/lib/drafting/rules/prompt-template";
import type { CallPlan, DraftInput, DraftMethod } from "@/lib/drafting/schema";
import type { ChatMessage } from "@/lib/llm/schema";

/* Problems that take many examples: Zeng et al. (2024), appendix F.3. */

/** The numbers of examples: with the first a problem is solved, with each of the others it is not. */
const SHOTS = [16, 0, 1, 2, 4] as const;
const MOST_SUM = 999_999;

const ShotParams = z.strictObject({
  base: z
    .int()
    .min(3)
    .max(10)
    .default(9)
    .meta({ title: "Base", description: "Of the examples; that of the tasks." }),
  temperature: z.number().min(0).max(2).default(0).meta({ title: "Temperature" }),
  maxOutputTokens: z.int().min(1).max(200_000).default(512).meta({
    title: "Max tokens",
    description: "An answer that is cut off counts as failed.",
  }),
  seed: z.int().default(42).meta({ title: "Seed of the examples" }),
});
type ShotParams = z.infer<typeof ShotParams>;

const shotsTemplate = template("curation.shots", "1", [
  {
    role: "user",
    content: `Solve the problem step by step. Your last line is "Answer:" with the sum alone.

{{problem}}`,
  },
]);
const REMINDER = 'Your last line is "Answer:" with the sum alone.';

/** A call with this many solved problems before the task's own. */
function shotsCall(
  input: DraftInput,
  shots: number,
  params: ShotParams,
  fence: (text: string) => string,
): CallPlan {
  const { base, seed, temperature, maxOutputTokens } = params;
  const asked = (problem: string): ChatMessage[] => shotsTemplate.render({ problem }, fence);
  const own = requestOf(input);
  const examples = additions(base, shots + 1, seed)
    .filter(({ question }) => question !== own)
    .slice(0, shots);
  return {
    key: `shots:${shots}`,
    template: shotsTemplate.promptRef({ problem: { label: "PROBLEM", text: "" } }, [REMINDER, base, shots]),
    messages: [
      ...examples.flatMap(({ question, worked }) => [
        ...asked(question),
        { role: "assistant" as const, content: worked },
      ]),
      ...asked(own),
    ],
    sampling: { temperature, maxOutputTokens },
    sampleIndex: 0,
    reminder: REMINDER,
    read: parseInteger(0, MOST_SUM),
  };
}

/**
 * The two outputs of a problem that is solved with 16 examples and not with 0, 1, 2 or 4: the solution, and the attempt
 * without any. Other problems are left undecided.
 */
export const solvedWithShots: DraftMethod<ShotParams> = {
  id: "curation.shots",
  version: "1",
  profile: "faithful",
  title: "Solved with 16 examples only (BASE-9, BASE-10)",
  description:
    "Keeps a problem of addition if the model solves it after 16 examples and fails after 0, 1, 2 and 4; writes both outputs. The task’s reference is the sum.",
  paper: PAPER,
  produces: "responses",
  subject: "task",
  needs: ["reference"],
  templates: [shotsTemplate.ref],
  params: ShotParams,
  retries: 1,
  most: () => SHOTS.length,
  mostResponses: () => 2,
  plan: (input, params, fence) => SHOTS.map((shots) => shotsCall(input, shots, params, fence)),
  reduce: (calls, input) => {
    const sum = Number(input.reference?.trim());
    const outcomes = SHOTS.map((shots) => outcomeOf<number>(calls, `shots:${shots}`));
    const unread = outcomes.find((one) => !one?.ok);
    if (unread !== undefined || outcomes.length < SHOTS.length)
      return { drafted: { values: [], undecided: undecided(unread) } };
    const isRight = outcomes.map((one) => one?.ok === true && one.value === sum);
    const [withMost, ...withFew] = isRight;
    if (!withMost || withFew.some(Boolean)) return { drafted: { values: [], undecided: "not_separated" } };
    const outputs = [16, 0].flatMap((shots, sample) => {
      const made = calls.find(({ plan }) => plan.key === `shots:${shots}`);
      const found = made && responseFrom(calls, `shots:${shots}`, { role: "answer", sample, isFinal: true });
      return found ? [{ ...found, text: made.text.trim() }] : [];
    });
    return { drafted: { values: [], responses: outputs } };
  },
};
