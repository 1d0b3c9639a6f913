import { subjectKindOfArms } from "@/lib/batch/rules/design";
import { sourcesInWords } from "@/lib/batch/rules/protocol-sources";
import { SAMPLED_BY } from "@/lib/batch/rules/settings";
import type { SampleBy } from "@/lib/batch/schema";
import type { AsOf } from "@/lib/batch/schema/as-of";
import type { SourceNames } from "@/lib/dataset/rules/source-names";
import { capitalised, list, people, quantityInWords } from "@/lib/export/rules/phrases";
import type { Exposure } from "@/lib/judgement/schema";
import { conditionsInWords } from "@/lib/protocol/rules/step-conditions";
import type { RubricKind, Step } from "@/lib/protocol/schema";
import type { Quality } from "@/lib/quality/schema";

/** The setup and conduct of a batch, as far as a paper reports it. */
export interface Setup {
  /** Arms with their raters per task, response or pair and the steps of their protocol. */
  arms: { name: string; k: number; reserved: boolean; steps: Step[] }[];
  /** The spread of a sample, the number of drawn tasks, responses or pairs, and their probabilities; null without a sample. */
  sample: { by: SampleBy; drawn: number; lowest: number; highest: number } | null;
  seed: number;
  subjectOrder: string;
  itemOrder: string;
  /** The names of runs and batches that the steps use as sources. */
  names: SourceNames;
  /** The versions of the guidelines in force for submissions, with the number of submissions. */
  guidelines: { version: number; submissions: number }[];
  mustRead: boolean;
  quality: Quality;
  /** The number of tasks, responses or pairs with gold that were mixed in, and of planted errors. */
  checks: number;
  planted: number;
  /** Submissions by further annotators, and the tasks, responses or pairs that they are about. */
  further: { submissions: number; subjects: number };
  /** Number of contested units an adjudicator decided; null without adjudication. */
  adjudication: { contested: number; decided: number } | null;
  /** Number of people who joined through crowd links. */
  participants: number;
  /** Exam attempts granted beyond the usual number, and people admitted without passing. */
  attemptsGranted: number;
  waived: number;
  /** As days in UTC; null if it has not happened. */
  opened: string | null;
  closed: string | null;
  /** Progress of a batch that is still open; null for any other. */
  asOf: AsOf | null;
  /** The median active minutes of a submission, and the number of submissions. */
  minutes: { median: number; submissions: number } | null;
}

const SHOWN: Record<Exposure, string> = {
  none: "without a draft",
  "draft-first": "with the draft shown at once",
  "judge-then-reveal": "with the draft revealed after an own value",
  "on-request": "with the draft on request",
  "score-hidden": "with the drafted explanation shown and its value withheld",
};

/** The annotators' activity in a step. */
const DONE: Record<Step["type"], (kind: string) => string> = {
  rubric: (kind) => `review ${kind}`,
  judge: (kind) => `judge ${kind}`,
  score: () => "give an overall score",
  prefer: () => "compare two responses",
  label: () => "label",
  ask: () => "answer a question",
};

const LISTED: Record<RubricKind, string> = { checklist: "a checklist", criteria: "criteria" };

/** The sentences of the methods paragraph about the setup and conduct of a batch. */
export function batchSetupSentences(setup: Setup): string[] {
  const { arms, seed, subjectOrder, itemOrder } = setup;
  const kind = subjectKindOfArms(arms);
  const described = arms.map(({ name, k, reserved, steps }) => {
    const parts = steps.map((step) => {
      const done = DONE[step.type]("kind" in step && step.kind ? LISTED[step.kind] : "items");
      const onlyIf = conditionsInWords(step, steps);
      return [
        done,
        ...("exposure" in step ? [SHOWN[step.exposure]] : []),
        ...(onlyIf === null ? [] : [`only if ${onlyIf}`]),
      ].join(" ");
    });
    return `“${name}” (${quantityInWords(k, "rater")} per ${reserved ? `reserved ${kind}` : kind}: ${parts.join(", then ")})`;
  });
  return [
    `The design had ${quantityInWords(arms.length, "arm")}: ${list(described)}.`,
    ...sampleWords(setup, kind),
    ...sourceWords(setup),
    `Assignments came in ${subjectOrder} order and items in ${itemOrder} order, from seed ${seed}.`,
    ...timeWords(setup),
    ...asOfWords(setup.asOf, kind),
    ...guidelinesWords(setup),
    ...qualityWords(setup),
    ...overlapWords(setup),
    ...(setup.participants > 0
      ? [`${people(setup.participants)} came through participation links of a crowdsourcing platform.`]
      : []),
    ...adjudicationWords(setup),
  ];
}

function sampleWords({ sample }: Setup, kind: string): string[] {
  if (!sample) return [];
  const { by, drawn, lowest, highest } = sample;
  const [least, most] = [lowest, highest].map((probability) => Number(probability.toPrecision(3)));
  const odds =
    least === most
      ? `each with a probability of ${least}.`
      : `with probabilities from ${least} to ${most}; estimates of models are weighted by the inverse.`;
  return [
    `${capitalised(quantityInWords(drawn, kind))} ${drawn === 1 ? "was" : "were"} drawn at random${SAMPLED_BY[by]}, ${odds}`,
  ];
}

/** The sources of what was shown; once if all arms that show it have the same. */
function sourceWords({ arms, names }: Setup): string[] {
  const byArm = arms.map(({ name, steps }) => ({ name, lines: sourcesInWords({ steps }, names) }));
  const lines = [...new Set(byArm.flatMap((arm) => arm.lines))];
  const counted = new Map<string, string[]>();
  for (const line of lines) {
    const source = line.slice(0, line.indexOf(" from "));
    counted.set(source, [...(counted.get(source) ?? []), line]);
  }
  return [...counted.values()].flatMap((same) =>
    same.map((line) => {
      if (same.length === 1) return line;
      const of = byArm.filter((arm) => arm.lines.includes(line)).map(({ name }) => `“${name}”`);
      return `In ${list(of)}: ${line.charAt(0).toLowerCase()}${line.slice(1)}`;
    }),
  );
}

function timeWords({ opened, closed, minutes }: Setup): string[] {
  const since =
    opened === null ? [] : [`The work began on ${opened}${closed ? ` and ended on ${closed}` : ""}.`];
  if (!minutes) return since;
  const { median, submissions } = minutes;
  return [
    ...since,
    `A submission took ${median.toFixed(1)} active minutes at the median, over ${quantityInWords(submissions, "submission")}.`,
  ];
}

function asOfWords(asOf: AsOf | null, kind: string): string[] {
  if (!asOf) return [];
  const { at, subjects, finished, rate } = asOf;
  const moment = `${at.slice(0, 10)}, ${at.slice(11, 16)} UTC`;
  const growth =
    rate === null
      ? ""
      : ` The batch took new ones as they came${rate < 1 ? `, each with a chance of ${Number((rate * 100).toPrecision(4))} %` : ""}.`;
  return [
    `The work was still going on: all numbers are as of ${moment}, when ${finished} of ${quantityInWords(subjects, kind)} had all their submissions.${growth}`,
  ];
}

function guidelinesWords({ guidelines, mustRead }: Setup): string[] {
  if (guidelines.length === 0) return [];
  const read = mustRead ? " Annotators confirmed to have read them before they were given work." : "";
  const [only, ...others] = guidelines;
  if (only && others.length === 0)
    return [`Every submission was made under version ${only.version} of the guidelines.${read}`];
  const each = guidelines.map(
    ({ version, submissions }) => `${quantityInWords(submissions, "submission")} under version ${version}`,
  );
  return [`The guidelines changed during the work: ${list(each)}.${read}`];
}

function qualityWords({ arms, quality, checks, planted, attemptsGranted, waived }: Setup): string[] {
  const { training, exam, disclosed } = quality;
  const kind = subjectKindOfArms(arms);
  const isDisclosed = disclosed
    ? "Annotators were told so beforehand."
    : "Annotators were not told so beforehand.";
  const sentences = [
    ...(quality.gold && checks > 0
      ? [
          `${quantityInWords(checks, kind)} with known answers ${checks === 1 ? "was" : "were"} mixed in as gold checks` +
            `${quality.gold.feedback ? ", with feedback after each" : ""}, and ${checks === 1 ? "is" : "are"} in no statistic.`,
        ]
      : []),
    ...(quality.planted && planted > 0
      ? [
          `${quantityInWords(planted, "error")} ${planted === 1 ? "was" : "were"} planted in what was shown as drafted; what was said on ` +
            `${planted === 1 ? "it" : "them"} is in no statistic.` +
            (quality.planted.debrief ? " Annotators could read afterwards where they were." : ""),
        ]
      : []),
  ];
  return [
    ...(training
      ? [`Annotators first went through a training of ${quantityInWords(training.subjects, kind)}.`]
      : []),
    ...(exam
      ? [
          `Only who passed an exam of ${quantityInWords(exam.subjects, kind)} with ${exam.pass} % right` +
            `${exam.within > 0 ? ` (a score up to ${quantityInWords(exam.within, "point")} from gold counting as right)` : ""}` +
            `, in at most ${quantityInWords(exam.attempts, "attempt")}, was given the work.`,
          ...(attemptsGranted > 0
            ? [
                `${capitalised(quantityInWords(attemptsGranted, "further attempt"))} ${attemptsGranted === 1 ? "was" : "were"} granted.`,
              ]
            : []),
          ...(waived > 0 ? [`For ${people(waived)} the exam was waived.`] : []),
        ]
      : []),
    ...sentences,
    ...(sentences.length > 0 ? [isDisclosed] : []),
  ];
}

/** Further raters were asked because of the first ones' values, so statistics rest on the first ones. */
function overlapWords({ arms, quality: { overlap }, further: { submissions, subjects } }: Setup): string[] {
  if (!overlap) return [];
  const kind = subjectKindOfArms(arms);
  const apart = overlap.points > 1 ? ` (scores by ${overlap.points} points or more)` : "";
  return [
    `Where the first raters of an arm disagreed${apart}, up to ${quantityInWords(overlap.most, "further rater")} ` +
      `${overlap.most === 1 ? "was" : "were"} asked, one at a time, until one value had a majority: ` +
      `${quantityInWords(submissions, "submission")} on ${quantityInWords(subjects, kind)}. ` +
      "Agreement and all other statistics rest on the first raters alone, because what was judged again was chosen by its values.",
  ];
}

function adjudicationWords({ adjudication }: Setup): string[] {
  if (!adjudication) return [];
  const { contested, decided } = adjudication;
  return [
    `Adjudicators, who saw the votes, decided ${decided} of ${quantityInWords(contested, "contested case")}; their rulings are in no statistic.`,
  ];
}
