import {
  call,
  inBothProfiles,
  MATERIAL,
  outcomeOf,
  samplingOf,
  undecided,
} from "@/lib/drafting/rules/method";
import { DirectParams } from "@/lib/drafting/rules/methods/tick/judge";
import { PAPER } from "@/lib/drafting/rules/methods/tick/paper";
import { categories } from "@/lib/drafting/rules/output-formats";
import { template } from "@/lib/drafting/rules/template";
import type { DraftMethod } from "@/lib/drafting/schema";
import { CAPABILITIES } from "@/lib/protocol/rules/capabilities";

const names = Object.keys(CAPABILITIES) as [string, ...string[]];

const categoriseTemplate = template("tick.categorise", "1", [
  { role: "system", content: `You label the questions of checklists.\n\n${MATERIAL}` },
  {
    role: "user",
    content: `Which of these capabilities of a writer does the question below ask about? One or several:
${Object.entries(CAPABILITIES)
  .map(([name, meaning]) => `- ${name}: ${meaning}`)
  .join("\n")}

{{question}}

Name every category that applies, spelt as in the list, and no other.

{{form}}`,
  },
]);

export const categorise = inBothProfiles(
  (profile) =>
    ({
      id: "tick.categorise",
      version: "1",
      title: "Capability labels",
      description:
        "Labels each question of a checklist with the capabilities it asks for, from a list of sixteen.",
      paper: PAPER,
      produces: "labels",
      subject: "task",
      needs: ["checklist"],
      templates: [categoriseTemplate.ref],
      params: DirectParams,
      retries: 2,
      most: (input) => input.items.length,
      plan: (input, params, fence) =>
        input.items.map((item) =>
          call({
            key: `item:${item.id}`,
            template: categoriseTemplate,
            slots: { question: { label: "QUESTION", text: item.text } },
            fence,
            form: categories(names)[profile],
            sampling: samplingOf(params, 1),
            item: item.id,
          }),
        ),
      reduce: (calls, input) => ({
        drafted: {
          values: [],
          labels: input.items.map((item) => {
            const parsed = outcomeOf<string[]>(calls, `item:${item.id}`);
            return parsed?.ok
              ? { item: item.id, labels: parsed.value, flags: parsed.flags }
              : { item: item.id, labels: [], flags: [undecided(parsed)] };
          }),
        },
      }),
    }) satisfies Omit<DraftMethod<DirectParams>, "profile">,
);
