import { z } from "zod";
import { MOST_ITEMS } from "@/lib/drafting/rules/bounds";
import {
  call,
  inBothProfiles,
  instructionOf,
  MATERIAL,
  outcomeOf,
  samplingOf,
  samplingParams,
  undecided,
  withDistinctSamples,
} from "@/lib/drafting/rules/method";
import { PAPER } from "@/lib/drafting/rules/methods/tick/paper";
import { template } from "@/lib/drafting/rules/prompt-template";
import { questionLines } from "@/lib/drafting/rules/question-forms";
import { lintQuestions } from "@/lib/drafting/rules/question-lints";
import type { DraftedItem, DraftedRubric, DraftInput, DraftMethod, ParsedCall } from "@/lib/drafting/schema";

/** The properties of a checklist question; also used by the generation policies of the checklist study. */
export const THREE_PROPERTIES = `- It can be answered with yes or no, and yes means that the requirement is met.
- Together the questions are complete and concise: every criterion that clearly matters here, and no other.
- It is precise: no vague words, one definite aspect, in the instruction's own phrasing where it has one.`;

/** TICK's request for a checklist; the checklist study has a policy of the same words, without examples. */
export const checklistRequest = (
  examples: string,
) => `Help to judge how well an assistant responds to an instruction: write the checklist the response will be
judged by. You are given one instruction.

The checklist is a list of questions, each asking whether one criterion was met. A criterion may be stated in the
instruction, or be generally sensible for tasks of its kind. Be concise and leave out what is not needed. Every question
has these properties:
${THREE_PROPERTIES}

Look at the instruction closely before you list the questions.

${examples}{{instruction}}

Now write the checklist for this instruction. Phrase each question so that yes is the good answer. As a rule 2 to 8
questions are enough.

{{form}}`;

export const generateTemplate = template("tick.generate", "1", [
  {
    role: "system",
    content: `You write checklists by which answers to instructions are judged.\n\n${MATERIAL}`,
  },
  { role: "user", content: checklistRequest("{{examples}}\n\n") },
]);

/** Our own examples: one instruction that states its criteria, and one that leaves them open. */
const EXAMPLES = `Two examples of checklists:

Instruction: Write a two-line rhyme about rain for children, without the word "wet".
- Does the text have exactly two lines?
- Do the two lines rhyme?
- Is the text about rain?
- Does the text avoid the word "wet"?
- Is every word one that a young child would know?

Instruction: Why do leaves change their colour in autumn?
- Does the response name the breakdown of chlorophyll as the cause?
- Does the response say where the yellow and red pigments come from?
- Is every statement about plants in the response true?`;

export const checklistSlots = (input: DraftInput, { examples }: { examples: boolean }) => ({
  examples: examples ? EXAMPLES : "",
  instruction: instructionOf(input),
});

const GenerateParams = z.strictObject({
  examples: z
    .boolean()
    .default(true)
    .meta({ title: "Examples", description: "Show two house-written checklists before the task." }),
  checklists: z.int().min(1).max(10).optional().meta({
    title: "Checklists per task",
    description:
      "Several samples, each a checklist of its own; the paper compares two with people’s. The first one is judged by. Empty: one.",
  }),
  ...samplingParams(2048),
});
type GenerateParams = z.infer<typeof GenerateParams>;

const sampleKey = (sample: number) => (sample === 0 ? "checklist" : `checklist sample:${sample}`);

export const generate = inBothProfiles(
  (profile) =>
    ({
      id: "tick.generate",
      version: "2",
      title: "TICK checklist",
      description: "One call writes a checklist of yes/no questions for the instruction, after analysing it.",
      paper: PAPER,
      produces: "checklist",
      subject: "task",
      needs: [],
      templates: [generateTemplate.ref],
      params: withDistinctSamples(GenerateParams, ({ checklists = 1 }) => checklists),
      retries: 2,
      most: (_, { checklists = 1 }) => checklists,
      plan: (input, params, fence) => {
        const { checklists = 1 } = params;
        return Array.from({ length: checklists }, (_, sampleIndex) =>
          call({
            key: sampleKey(sampleIndex),
            template: generateTemplate,
            slots: checklistSlots(input, params),
            fence,
            form: questionLines[profile],
            sampling: samplingOf(params, checklists, sampleIndex),
            sampleIndex,
          }),
        );
      },
      reduce: (calls, input, { checklists = 1 }) => {
        const all = Array.from({ length: checklists }, (_each, sample) =>
          checklistFrom(calls, input, sampleKey(sample)),
        );
        const [first = checklistFrom(calls, input), ...further] = all.filter(({ items }) => items.length > 0);
        return {
          drafted: { rubric: first, ...(further.length > 0 && { furtherRubrics: further }), values: [] },
        };
      },
    }) satisfies Omit<DraftMethod<GenerateParams>, "profile">,
);

/** A drafted checklist with hints on each question and its rationale. Longer ones are cut and flagged. */
export function checklistFrom(
  calls: readonly ParsedCall[],
  { instruction }: Pick<DraftInput, "instruction">,
  key = "checklist",
): DraftedRubric {
  const parsed = outcomeOf<string[]>(calls, key);
  if (!parsed?.ok) return { kind: "checklist", items: [], flags: [undecided(parsed)] };
  const questions = parsed.value.slice(0, MOST_ITEMS);
  const hints = lintQuestions(questions, instruction);
  const items: DraftedItem[] = questions.map((text, i) => ({ text, flags: hints[i] ?? [] }));
  const flags = [...parsed.flags];
  if (parsed.value.length > MOST_ITEMS) flags.push("cut_at_30");
  if (questions.length < 2 || questions.length > 8) flags.push("length_soft_limit");
  return { kind: "checklist", items, flags, ...(parsed.rationale !== "" && { rationale: parsed.rationale }) };
}
