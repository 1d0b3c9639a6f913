import { FEW_DRAWN } from "@/lib/agreement/estimate";
import { isScored, type JudgeSpec, type JudgeSubject } from "@/lib/drafting/schema/judge-spec";
import type { Figure, JudgeFigures } from "@/lib/judge/schema/workshop";
import { INFERENCE_TIPS as TIPS } from "@/lib/report/rules/inference/glossary";
import { FEW_MARK, fixed } from "@/lib/report/rules/render/format-cell";
import { MISSING_VALUE_REASONS } from "@/lib/report/rules/wording";
import type { CardNumber } from "@/lib/report/schema/judge-cards";
import { ReportReason } from "@/lib/report/schema/values";
import type { VersionCard } from "@/lib/report/schema/version-card";

/** A number of a card as people read it. */
export interface CardLine {
  label: string;
  /** A dash where it is undefined. */
  value: string;
  /** The 95 % interval; empty without one. */
  interval: string;
  /** The size of its data: "24 units". */
  of: string;
  /** Why there is no value; empty where there is one. */
  reason: string;
  /** The meaning of the number. */
  tip: string;
}

export const NO_VALUE = "—";

/** Numbers are rounded only here, and have a true minus. */
const plain = (value: number) => fixed(value, 2);
const percent = (share: number) => `${fixed(100 * share, 1)} %`;

/** A share as text; a dash without one. */
export const shareText = (share: number | null) => (share === null ? NO_VALUE : percent(share));
const signed = (value: number) => `${value > 0 ? "+" : ""}${plain(value)}`;

type Format = (value: number) => string;

/** Two ends of an interval, with their unit once: "[54.2, 81.3] %". */
function between(low: string, high: string): string {
  const unit = /\s\S+$/.exec(high)?.[0] ?? "";
  return `[${low.slice(0, low.length - unit.length)}, ${high.slice(0, high.length - unit.length)}]${unit}`;
}

/** Intervals of few tasks are marked, as in the tables of reports. */
const fewMark = (tasks: number) => (tasks < FEW_DRAWN ? ` ${FEW_MARK}` : "");

function lineOf(
  label: string,
  found: Pick<CardNumber, "value" | "ci" | "reason">,
  { of, tip, format = plain }: { of: string; tip: string; format?: Format },
): CardLine {
  const { value, ci, reason } = found;
  return {
    ...{ label, of, tip },
    value: value === null ? NO_VALUE : format(value),
    interval: ci ? `${between(format(ci[0]), format(ci[1]))}${fewMark(ci[2])}` : "",
    reason: value === null && reason ? MISSING_VALUE_REASONS[reason] : "",
  };
}

const quantity = (n: number, noun: string) => `${n} ${n === 1 ? noun : `${noun}s`}`;

function figureLine(
  label: string,
  figure: Figure,
  { tasks, ...rest }: { of: string; tasks: number; tip: string; format: Format },
) {
  const { value, reason, low, high } = figure;
  const known = ReportReason.safeParse(reason);
  const line = lineOf(label, { value, ci: null, reason: known.success ? known.data : null }, rest);
  return { ...line, interval: endsText({ low, high }, tasks, rest.format) };
}

/** An interval over so many tasks as text; empty without one. */
const endsText = ({ low, high }: Pick<Figure, "low" | "high">, tasks: number, format: Format) =>
  low === null || high === null ? "" : `${between(format(low), format(high))}${fewMark(tasks)}`;

const BIAS =
  "The judge minus people: in points; of answers the share of yes; of pairs the share of one side.";
const ACCURACY = "How often it gives people’s label, of the units it gave a value.";

/** Accuracy, κ and bias; `isChange` for the difference of two versions. */
export function figureLines(figures: JudgeFigures, subject: JudgeSubject, isChange = false): CardLine[] {
  const { tasks } = figures;
  const of = `${quantity(figures.units, "unit")}, ${quantity(tasks, "task")}`;
  const share = isChange
    ? (value: number) => `${value > 0 ? "+" : ""}${fixed(100 * value, 1)} points`
    : percent;
  return [
    figureLine("Accuracy", figures.accuracy, { of, tasks, tip: ACCURACY, format: share }),
    figureLine(isScored(subject) ? "κ, quadratic" : "κ", figures.kappa, {
      ...{ of, tasks, tip: TIPS.kappa },
      format: isChange ? signed : plain,
    }),
    figureLine("Bias", figures.bias, { of, tasks, tip: BIAS, format: signed }),
  ];
}

/** True if a value has shares: of several samples, or of the members of a panel (not of pairs, whose votes are of orders). */
export const hasShares = ({ samples, panel, subject }: JudgeSpec): boolean =>
  samples > 1 || (panel !== undefined && subject !== "pair");

/** All numbers on the development part, without those that such judges cannot have. */
export function developmentLines({ version, development }: VersionCard): CardLine[] {
  const { subject } = version.spec;
  const { figures, humanKappa, details } = development;
  const [accuracy, kappa, bias] = figureLines(figures, subject) as [CardLine, CardLine, CardLine];
  const human: CardLine = {
    label: "People’s κ",
    value: humanKappa ? plain(humanKappa.value) : NO_VALUE,
    interval: humanKappa ? endsText(humanKappa, figures.tasks, plain) : "",
    of: quantity(humanKappa?.people ?? 0, "person").replace("persons", "people"),
    reason: humanKappa
      ? ""
      : MISSING_VALUE_REASONS[
          figures.kappa.reason === "mixed-scales" ? "mixed-scales" : "no-pairable-values"
        ],
    tip: TIPS.humanKappa,
  };
  if (!details) return [accuracy, kappa, human, bias];
  const line = (label: string, found: CardNumber, noun: string, tip: string, format?: Format) =>
    lineOf(label, found, { of: quantity(found.n, noun), tip, ...(format && { format }) });
  const { calibration } = details;
  return [
    line("Coverage", details.coverage, "labelled unit", TIPS.coverage, percent),
    line("Unread", details.abstention, "unit", TIPS.abstention, percent),
    ...[accuracy, kappa, human, bias],
    ...(subject === "item"
      ? [
          line("TPR", details.tpr, "unit", TIPS.tpr, percent),
          line("TNR", details.tnr, "unit", TIPS.tnr, percent),
        ]
      : []),
    ...(isScored(subject) ? [line("RMSE", details.rmse, "unit", TIPS.rmse)] : []),
    ...(subject === "pair" && version.spec.swap && !version.spec.panel
      ? [
          line("Flips", details.flips, "pair", TIPS.flips, percent),
          line("First side", details.firstSide, "verdict", TIPS.firstSide, percent),
        ]
      : []),
    ...(hasShares(version.spec)
      ? [
          line(
            version.spec.panel ? "Same by all members" : "Same in samples",
            ...([details.stability, "unit", TIPS.stability, percent] as const),
          ),
          lineOf(
            version.spec.panel ? "ECE of members" : "ECE of samples",
            { value: calibration.ece, ci: null, reason: calibration.reason },
            { of: quantity(calibration.n, "value"), tip: TIPS.sampleEce },
          ),
        ]
      : []),
    ...(subject === "label"
      ? []
      : [
          line("Length slope", details.lengthSlope, "unit", TIPS.lengthSlope, signed),
          line("r", details.correlation, "unit", TIPS.correlation),
          line("r less length", details.lengthAdjusted, "unit", TIPS.lengthAdjusted),
          line("Own family", details.ownFamily, "unit", TIPS.ownFamily, signed),
        ]),
    line("US$ a value", details.dollarsPerValue, "value", TIPS.dollars, (value) => fixed(value, 5)),
    line("Seconds a value", details.secondsPerValue, "value", TIPS.seconds),
  ];
}

/** The labels and tasks that the version was tuned on, in sentences. */
export function tunedOnText({ tunedOn, version: { spec } }: VersionCard): string[] {
  const { examples, instructions, weights, development } = tunedOn;
  const from = (source: (typeof examples)[number]["source"]) =>
    examples.filter((example) => example.source === source);
  const shown = from("dataset").map(
    ({ task, part, value }) => `${task} (${part ?? "no part"}, label ${value})`,
  );
  const [written, elsewhere] = [from("written").length, from("elsewhere").length];
  return [
    examples.length === 0
      ? spec.panel
        ? "The prompts of its members have no examples."
        : "Its prompt has no examples."
      : `${spec.panel ? "The prompts of its members have" : "Its prompt has"} ${quantity(examples.length, "example")}${shown.length > 0 ? `, of ${shown.length === 1 ? "the task" : "the tasks"} ${shown.join(", ")}` : ""}.`,
    ...(written > 0 ? [`${quantity(written, "example")} of it written by hand.`] : []),
    ...(elsewhere > 0 ? [`${quantity(elsewhere, "example")} of it from another dataset.`] : []),
    ...instructions.map(
      ({ text, version, tasks }) =>
        `Its instruction “${text}” (since version ${version}) was proposed by a model that was shown the labels of ${quantity(tasks.length, "task")}: ${tasks.join(", ")}.`,
    ),
    ...(weights.length > 0
      ? [
          `Its members are weighted by their κ on the development labels: ${weights.map(({ judge, version, weight }) => `${judge}, version ${version}: ${plain(weight)}`).join("; ")}.`,
        ]
      : []),
    `Its author could see the labels of the development part: ${quantity(development.units, "unit")} of ${quantity(development.tasks.length, "task")}.`,
    development.versions.length === 0
      ? "No version was compared on them up to this one."
      : `Versions compared on them up to this one: ${development.versions.join(", ")}.`,
    ...(development.leftOut > 0
      ? [
          `${quantity(development.leftOut, "task")} left out of all figures, because a version of the judge has ${development.leftOut === 1 ? "it" : "them"} as an example.`,
        ]
      : []),
  ];
}
