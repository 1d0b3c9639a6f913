import { judgeHash } from "@/lib/drafting/rules/judge/hash";
import { MATERIAL } from "@/lib/drafting/rules/method";
import { evaluateTemplate } from "@/lib/drafting/rules/methods/tick/evaluate";
import { directTemplate, preferenceTemplate } from "@/lib/drafting/rules/methods/tick/judge";
import { PAPER } from "@/lib/drafting/rules/methods/tick/paper";
import type { Template } from "@/lib/drafting/rules/prompt-template";
import { JudgeSpec, type JudgeSubject } from "@/lib/drafting/schema/judge-spec";

/** A judge to begin with: a published method of one template, or a plain one. */
interface StartingPoint {
  id: string;
  title: string;
  description: string;
  /** Null for a plain judge, which nobody published. */
  paper: string | null;
  spec: JudgeSpec;
}

/** A published template with a place for examples before the task, and the slots of judges. */
function published(
  { blocks }: Template,
  renamed: Record<string, string> = {},
): Pick<JudgeSpec, "system" | "user"> {
  const contentOf = (role: "system" | "user") => blocks.find((block) => block.role === role)?.content ?? "";
  const user = Object.entries(renamed).reduce(
    (text, [from, to]) => text.replace(from, to),
    contentOf("user"),
  );
  return {
    system: contentOf("system"),
    user: user.replace("{{instruction}}", "{{examples}}\n\n{{instruction}}"),
  };
}

const PLAIN = `You judge texts that language models write.\n\n${MATERIAL}`;

const plain = (subject: JudgeSubject, user: string, rest: Partial<JudgeSpec>) =>
  JudgeSpec.parse({ subject, system: PLAIN, user, ...rest });

const FIVE = { min: 1, max: 5, labels: {} };

export const STARTING_POINTS: readonly StartingPoint[] = [
  {
    id: "tick.direct",
    title: "Direct score",
    description: "One score from 1 to 5 for a whole response, after an analysis.",
    paper: PAPER,
    spec: JudgeSpec.parse({
      subject: "response",
      ...published(directTemplate, { "{{checklist}}\n\n": "" }),
      output: "analysis-score",
      scale: FIVE,
    }),
  },
  {
    id: "tick.preference",
    title: "Direct preference",
    description: "Which of two responses is better, or that they are near-identical, in both orders.",
    paper: PAPER,
    spec: JudgeSpec.parse({
      subject: "pair",
      ...published(preferenceTemplate, { "{{a}}": "{{response_a}}", "{{b}}": "{{response_b}}" }),
      output: "analysis-choice",
    }),
  },
  {
    id: "tick.evaluate",
    title: "Checklist answers",
    description: "Yes or no to each question of a checklist, one call for each question.",
    paper: PAPER,
    spec: JudgeSpec.parse({
      subject: "item",
      ...published(evaluateTemplate),
      output: "analysis-answer",
    }),
  },
  {
    id: "plain.response",
    title: "Plain score",
    description: "A short prompt for an overall score, to write your own from.",
    paper: null,
    spec: plain(
      "response",
      `Judge the response to the instruction.

{{examples}}

{{instruction}}

{{response}}

Give it one score:
{{scale}}

{{form}}`,
      { output: "analysis-score", scale: FIVE },
    ),
  },
  {
    id: "plain.label",
    title: "Plain label",
    description: "A short prompt for one of several labels, three to begin with.",
    paper: null,
    spec: plain(
      "label",
      `Which label fits the response to the instruction?

{{examples}}

{{instruction}}

{{response}}

{{labels}}

{{form}}`,
      {
        output: "analysis-label",
        labels: {
          question: "outcome",
          options: [
            { name: "answered", hint: "It does what the instruction asks." },
            { name: "refused", hint: "It declines, whatever the reason." },
            { name: "failed", hint: "It tries, and does something else or breaks off." },
          ],
        },
      },
    ),
  },
  {
    id: "plain.pair",
    title: "Plain preference",
    description: "A short prompt for the better of two responses, without ties.",
    paper: null,
    spec: plain(
      "pair",
      `Which of two responses to the instruction is better?

{{examples}}

{{instruction}}

{{response_a}}

{{response_b}}

{{form}}`,
      { output: "verdict" },
    ),
  },
  {
    id: "plain.item",
    title: "Plain checklist answers",
    description: "A short prompt that asks one question of a checklist.",
    paper: null,
    spec: plain(
      "item",
      `Answer a question about the response to the instruction.

{{examples}}

{{instruction}}

{{response}}

The question: {{question}}

{{form}}`,
      { output: "analysis-answer" },
    ),
  },
  {
    id: "plain.criterion",
    title: "Plain scores by criterion",
    description: "A short prompt that scores one criterion on its own scale, one call for each criterion.",
    paper: null,
    spec: plain(
      "criterion",
      `Score the response to the instruction by one criterion, and by nothing else.

{{examples}}

{{instruction}}

{{response}}

{{criterion}}

Its scale:
{{scale}}

{{form}}`,
      { output: "analysis-score" },
    ),
  },
];

export function startingPoint(id: string): StartingPoint | undefined {
  return STARTING_POINTS.find((start) => start.id === id);
}

/** True if a judge sends something else than the method it was made from. Sampling is a parameter of the method. */
export function isModified(spec: JudgeSpec, origin: string | null): boolean {
  const start = origin === null ? undefined : startingPoint(origin);
  if (!start) return true;
  const { temperature, maxOutputTokens, seed, samples } = spec;
  return (
    judgeHash({ ...start.spec, temperature, maxOutputTokens, seed, samples }, "") !== judgeHash(spec, "")
  );
}
