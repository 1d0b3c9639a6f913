import { methodById } from "@/lib/drafting/rules/methods";
import type { CallPlan, DraftInput, DraftMethod, ModelAnswer } from "@/lib/drafting/schema";
import { simulate } from "@/lib/drafting/testing/simulate";

export const input: DraftInput = {
  instruction: "Write a two-line rhyme about rain.",
  input: "For children.",
  reference: "Rain, rain, falling down,\nwashing all the streets of town.",
  description: "Write rhymes.",
  responses: [
    { id: "r1", text: "Drip, drop, hear the rain,\ntapping on the window pane." },
    { id: "r2", text: "It rains." },
  ],
  items: [
    { id: "q1", name: "Lines", text: "Does the text have exactly two lines?" },
    { id: "q2", name: "Rhyme", text: "Do the lines rhyme?" },
  ],
  demonstration: { input: "about snow", output: "Snow, snow, white and deep" },
};
export const one: DraftInput = { ...input, responses: input.responses.slice(0, 1) };
export const scales: DraftInput = {
  ...one,
  items: input.items.map((item) => ({ ...item, points: { min: 1, max: 3 } })),
};

export function method(id: string): DraftMethod {
  const found = methodById(id);
  if (!found) throw new Error(`no method ${id}`);
  return found;
}

/** The values a method drafted, by target. */
export function valuesOf(
  id: string,
  on: DraftInput,
  params: unknown,
  model: (plan: CallPlan) => string | ModelAnswer,
) {
  return simulate(method(id), on, params, model).drafted.values;
}
