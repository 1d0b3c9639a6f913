import { hasSlot, SLOTS, slotsIn } from "@/lib/drafting/rules/judge/slots";
import { coreOfLabel } from "@/lib/drafting/rules/parse/label";
import type { JudgeExample, JudgeSpec } from "@/lib/drafting/schema/judge-spec";

/** A problem of a judge. With an error no version can be made of it; a warning is advice. */
export interface JudgeLint {
  severity: "error" | "warning";
  code:
    | "unknown-slot"
    | "missing-slot"
    | "untrusted-in-system"
    | "examples-unused"
    | "example-value"
    | "example-shape"
    | "no-instruction"
    | "example-unexplained"
    | "examples-one-sided"
    | "equal-samples"
    | "even-samples"
    | "label-off-scale"
    | "labels-faulty"
    | "labels-unexplained";
  message: string;
}

const error = (code: JudgeLint["code"], message: string): JudgeLint => ({ severity: "error", code, message });
const warning = (code: JudgeLint["code"], message: string): JudgeLint => ({
  severity: "warning",
  code,
  message,
});

/** The problems of a judge, errors first. */
export function lintJudge(spec: JudgeSpec): JudgeLint[] {
  return [...slotErrors(spec), ...labelErrors(spec), ...exampleErrors(spec), ...warnings(spec)];
}

/** Labels that an answer could not name, or that could not be told apart in one. */
function labelErrors({ labels }: JudgeSpec): JudgeLint[] {
  if (labels && (labels.options.length < 2 || labels.question.trim() === ""))
    return [
      error("labels-faulty", "It needs two labels or more, and the name of what they are compared with."),
    ];
  const cut = labels?.options.find(({ name }) => /[\n\r{}]/.test(name.trim()));
  if (cut)
    return [error("labels-faulty", `“${cut.name}” has a brace or a line break, which no label may have.`)];
  const cores = (labels?.options ?? []).map(({ name }) => coreOfLabel(name));
  if (cores.some((core) => core === ""))
    return [error("labels-faulty", "Each label needs a name with a letter or a digit.")];
  const twice = (labels?.options ?? []).find((_, n) => cores.indexOf(cores[n] ?? "") < n);
  if (!twice) return [];
  return [error("labels-faulty", `“${twice.name}” cannot be told from another label in an answer.`)];
}

export const hasErrors = (lints: readonly JudgeLint[]) => lints.some(({ severity }) => severity === "error");

function slotErrors(spec: JudgeSpec): JudgeLint[] {
  const known = SLOTS[spec.subject];
  const used = new Set([...slotsIn(spec.system), ...slotsIn(spec.user)]);
  const unknown = [...used].filter((name) => !known.some((slot) => slot.name === name));
  return [
    ...unknown.map((name) =>
      error(
        "unknown-slot",
        `{{${name}}} is no placeholder of this judge. It has ${known.map((slot) => `{{${slot.name}}}`).join(", ")}.`,
      ),
    ),
    ...known
      .filter(({ isNeeded, name }) => isNeeded && !used.has(name))
      .map(({ name, hint }) =>
        error(
          "missing-slot",
          name === "form"
            ? "{{form}} is missing. It tells the model to answer in the form that the parser reads."
            : `{{${name}}} is missing: ${hint.toLowerCase()}.`,
        ),
      ),
    ...known
      .filter(({ isUntrusted, name }) => isUntrusted && slotsIn(spec.system).includes(name))
      .map(({ name }) =>
        error(
          "untrusted-in-system",
          `{{${name}}} is filled with a text to be judged and may not be in the system message.`,
        ),
      ),
  ];
}

function exampleErrors(spec: JudgeSpec): JudgeLint[] {
  const { examples, subject } = spec;
  const shape = subject === "pair" ? 2 : 1;
  return [
    ...(examples.length > 0 && !hasSlot(spec, "examples")
      ? [error("examples-unused", "There are examples, but no {{examples}} in the template to show them.")]
      : []),
    ...examples.flatMap((example, n) => [
      ...(fitsScale(spec, example)
        ? []
        : [error("example-value", `Example ${n + 1} has a value that this judge cannot give.`)]),
      ...(example.responses.length !== shape ||
      (subject === "item" || subject === "criterion") !== Boolean(example.question) ||
      (subject === "criterion") !== (example.range !== undefined)
        ? [error("example-shape", `Example ${n + 1} is about something else than this judge.`)]
        : []),
    ]),
  ];
}

/** True if the judge can give the value of an example. */
function fitsScale(
  { subject, scale, output, labels }: JudgeSpec,
  { value, range }: Pick<JudgeExample, "value" | "range">,
) {
  if (subject === "item") return value === "yes" || value === "no";
  if (subject === "label") return labels?.options.some(({ name }) => name === value) ?? false;
  if (subject === "pair")
    return value === "A" || value === "B" || (value === "tie" && output === "analysis-choice");
  const ends = subject === "criterion" ? range : scale;
  if (!ends) return subject === "criterion";
  return Number.isInteger(value) && Number(value) >= ends.min && Number(value) <= ends.max;
}

const isExplained = ({ output }: JudgeSpec) =>
  output !== "score" && output !== "answer" && output !== "label";

function warnings(spec: JudgeSpec): JudgeLint[] {
  const { examples, samples, temperature, seed, scale, labels } = spec;
  const values = new Set(examples.map(({ value }) => value));
  const unexplained = examples.filter(({ explanation }) => explanation.trim() === "").length;
  const stray = Object.keys(scale?.labels ?? {}).filter(
    (point) => scale && (Number(point) < scale.min || Number(point) > scale.max),
  );
  return [
    ...(hasSlot(spec, "instruction")
      ? []
      : [warning("no-instruction", "The judge does not see the instruction: {{instruction}} is not used.")]),
    ...(isExplained(spec) && unexplained > 0
      ? [
          warning(
            "example-unexplained",
            `${unexplained === 1 ? "An example has" : `${unexplained} examples have`} no explanation, but the judge is told to explain.`,
          ),
        ]
      : []),
    ...(examples.length > 1 && values.size === 1
      ? [warning("examples-one-sided", "All examples have the same value. A judge learns to repeat it.")]
      : []),
    ...(samples > 1 && temperature === 0 && seed === null
      ? [warning("equal-samples", "At temperature 0 several samples are much the same, and cost as much.")]
      : []),
    ...(samples > 1 && samples % 2 === 0 && spec.aggregation === "majority"
      ? [warning("even-samples", "An even number of samples can be split. Odd numbers have fewer ties.")]
      : []),
    ...(labels && !hasSlot(spec, "labels") && labels.options.some(({ hint }) => hint !== "")
      ? [
          warning(
            "labels-unexplained",
            "The labels have meanings, but {{labels}} is not used: the model reads their names alone.",
          ),
        ]
      : []),
    ...(stray.length > 0
      ? [warning("label-off-scale", `There are labels for points off the scale: ${stray.join(", ")}.`)]
      : []),
  ];
}
