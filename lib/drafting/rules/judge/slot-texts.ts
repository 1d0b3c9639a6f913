import type { SideOrder } from "@/lib/dataset/schema";
import { type Ends, exampleAnswer, USUAL_ENDS } from "@/lib/drafting/rules/judge/form";
import { SLOTS } from "@/lib/drafting/rules/judge/slots";
import { instructionOf, responseOf, withName } from "@/lib/drafting/rules/method";
import type { Slot, Untrusted } from "@/lib/drafting/rules/prompt-template";
import { sidesOf } from "@/lib/drafting/rules/response-pairs";
import type { DraftInput, DraftItem } from "@/lib/drafting/schema";
import type { JudgeExample, JudgeSpec } from "@/lib/drafting/schema/judge-spec";

/*
 * The words that Countersign writes into a judge's prompts. A change of these words changes the hash of the versions that send them
 * (prompt-digests.ts).
 */

/** The contents of a judge's placeholders for one subject. */
export function slotsOf(
  spec: JudgeSpec,
  input: DraftInput,
  order: SideOrder,
  item: DraftItem | undefined,
): Record<string, Slot> {
  const question = item && wordingOf(spec, item);
  const known = new Set(SLOTS[spec.subject].map(({ name }) => name));
  const sides = sidesOf(input, order);
  const slots: Record<string, Slot> = {
    instruction: instructionOf(input),
    response: responseOf(input),
    response_a: sides.a,
    response_b: sides.b,
    question: { label: "QUESTION", text: question ?? "" },
    criterion: { label: "CRITERION", text: question ?? "" },
    labels: labelsText(spec),
    reference: { label: "REFERENCE", text: input.reference ?? "" },
    examples: examplesFor(spec, input, question),
    scale: spec.subject === "criterion" ? criterionScale(item) : scaleText(spec.scale),
  };
  return Object.fromEntries(Object.entries(slots).filter(([name]) => known.has(name)));
}

/** The words of an item: of a criterion with its name. */
const wordingOf = ({ subject }: JudgeSpec, item: DraftItem): string =>
  subject === "criterion" ? withName(item) : item.text;

/** The labels, each with its meaning. */
function labelsText({ labels }: JudgeSpec): string {
  return (labels?.options ?? [])
    .map(({ name, hint }) => (hint === "" ? `- ${name}` : `- ${name}: ${hint}`))
    .join("\n");
}

/** The scale of a criterion. Its meanings come with the data, so they are material like the criterion itself. */
function criterionScale(item: DraftItem | undefined): Slot {
  const { min, max, labels = {} } = item?.points ?? { ...USUAL_ENDS };
  const range = scaleText({ min, max });
  const meanings = scaleText({ min, max, labels });
  return meanings === range ? range : [range, { label: "POINTS", text: meanings }];
}

/** The points of the scale that have labels, otherwise its ends. */
function scaleText(scale: (Ends & { labels?: Record<string, string> }) | null): string {
  if (!scale) return "";
  const labels = Object.entries(scale.labels ?? {})
    .map(([point, label]) => ({ point: Number(point), label: label.trim() }))
    .filter(({ label }) => label !== "")
    .sort((a, b) => a.point - b.point);
  return labels.length === 0
    ? `a whole number from ${scale.min} to ${scale.max}`
    : labels.map(({ point, label }) => `${point}: ${label}`).join("\n");
}

/** The examples without those of the subject itself: a judge never reads the answer that it is asked for. */
function examplesFor(spec: JudgeSpec, input: DraftInput, question: string | undefined): Slot {
  const own = new Set(input.responses.map(({ text }) => text.trim()));
  const shown = spec.examples.filter(
    (example) =>
      !(
        example.instruction.trim() === instructionOf(input).text.trim() &&
        example.responses.every((text) => own.has(text.trim())) &&
        (example.question ?? "").trim() === (question ?? "").trim()
      ),
  );
  if (shown.length === 0) return "";
  return ["Examples of right judgements:", ...shown.flatMap((example, n) => exampleParts(spec, example, n))];
}

function exampleParts(spec: JudgeSpec, example: JudgeExample, n: number): (string | Untrusted)[] {
  const { instruction, responses, question, range } = example;
  const [first = "", second = ""] = responses;
  return [
    `Example ${n + 1}.`,
    { label: "EXAMPLE INSTRUCTION", text: instruction },
    ...(spec.subject === "pair"
      ? [
          { label: "EXAMPLE RESPONSE A", text: first },
          { label: "EXAMPLE RESPONSE B", text: second },
        ]
      : [{ label: "EXAMPLE RESPONSE", text: first }]),
    ...(question
      ? [{ label: spec.subject === "criterion" ? "EXAMPLE CRITERION" : "EXAMPLE QUESTION", text: question }]
      : []),
    ...(range ? [`Its scale: ${scaleText(range)}`] : []),
    `The right answer to example ${n + 1}:\n${exampleAnswer(spec, example)}`,
  ];
}
