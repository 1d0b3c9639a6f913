import { z } from "zod";
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
import { template } from "@/lib/drafting/rules/prompt-template";
import type { DraftMethod } from "@/lib/drafting/schema";
import { CAPABILITIES } from "@/lib/protocol/rules/capabilities";

/** A closed list of categories, each with its meaning. */
type Categories = Readonly<Record<string, string>>;

const OWN_LINE = /^(.{1,120}?)\s*(?:=\s*(.*))?$/;

/** Categories of one's own, "Name = meaning" on each line; null if two have one name, or there are fewer than two. */
function categoriesFrom(text: string): Categories | null {
  const lines = text.split("\n").flatMap((line) => {
    const [, name = "", meaning = ""] = OWN_LINE.exec(line.trim()) ?? [];
    return name === "" ? [] : [[name, meaning] as const];
  });
  const names = new Set(lines.map(([name]) => name.toLowerCase()));
  return names.size === lines.length && lines.length >= 2 ? Object.fromEntries(lines) : null;
}

const CategoriseParams = DirectParams.extend({
  categories: z
    .string()
    .max(6000)
    .refine((text) => text.trim() === "" || categoriesFrom(text) !== null, {
      error: "A list has two categories or more, one on each line, with different names.",
    })
    .optional()
    .meta({
      title: "Categories",
      description:
        "A list of your own: one on each line, with its meaning after an equals sign. Empty: TICK’s sixteen capabilities.",
      multiline: true,
    }),
});
type CategoriseParams = z.infer<typeof CategoriseParams>;

const listOf = ({ categories: own = "" }: Pick<CategoriseParams, "categories">) =>
  categoriesFrom(own) ?? CAPABILITIES;

/** The names of the categories that a run with these parameters could give. */
export function categoriesOf(params: Pick<CategoriseParams, "categories">): string[] {
  return Object.keys(listOf(params));
}

const categoriseTemplate = template("tick.categorise", "1", [
  { role: "system", content: `You label the questions of checklists.\n\n${MATERIAL}` },
  {
    role: "user",
    content: `{{request}}
{{categories}}

{{question}}

Name every category that applies, spelt as in the list, and no other.

{{form}}`,
  },
]);

/** The request, and the list. */
function categorySlots(params: CategoriseParams) {
  const list = listOf(params);
  return {
    request:
      list === CAPABILITIES
        ? "Which of these capabilities of a writer does the question below ask about? One or several:"
        : "Which of these categories does the question below belong to? One or several:",
    categories: Object.entries(list)
      .map(([name, meaning]) => (meaning === "" ? `- ${name}` : `- ${name}: ${meaning}`))
      .join("\n"),
  };
}

export const categorise = inBothProfiles(
  (profile) =>
    ({
      id: "tick.categorise",
      version: "1",
      title: "Capability labels",
      description:
        "Labels each question of a checklist with the capabilities it asks for, from TICK’s list of sixteen or one of your own.",
      paper: PAPER,
      produces: "labels",
      subject: "task",
      needs: ["checklist"],
      templates: [categoriseTemplate.ref],
      params: CategoriseParams,
      retries: 2,
      most: (input) => input.items.length,
      plan: (input, params, fence) =>
        input.items.map((item) =>
          call({
            key: `item:${item.id}`,
            template: categoriseTemplate,
            slots: { ...categorySlots(params), question: { label: "QUESTION", text: item.text } },
            fence,
            form: categories(Object.keys(listOf(params)) as [string, ...string[]])[profile],
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
    }) satisfies Omit<DraftMethod<CategoriseParams>, "profile">,
);
