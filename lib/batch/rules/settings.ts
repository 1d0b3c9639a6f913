import type { SampleBy, SubjectSelection } from "@/lib/batch/schema";
import type { Intake } from "@/lib/batch/schema/intake";
import type { TaskFilter } from "@/lib/dataset/schema";
import { conditionInWords } from "@/lib/dataset/schema/metadata-condition";
import type { Overlap, Quality } from "@/lib/quality/schema";

/** The settings of a design that are neither numbers nor steps. */
export interface DesignSettings {
  selection: SubjectSelection;
  seed: number;
  subjectOrder: "fixed" | "random";
  itemOrder: "fixed" | "random";
  joinLater: boolean;
  mustRead: boolean;
  quality: Quality;
  leaseMinutes: number;
  dueAt: string | Date | null;
  intake: Intake | null;
}

/** One setting for display: as text, or as a due date, which each reader sees in their own time zone. */
type Setting = { name: string; words: string } | { name: string; day: string };

/** The spread of a sample, to follow the words "at random". */
export const SAMPLED_BY: Record<SampleBy, string> = {
  everything: "",
  tag: ", in proportion to the tags",
  model: ", in proportion to the models",
  uncertainty: ", more often where judges are uncertain",
  disagreement: ", more often where judges disagree",
};

/** The settings of a design with their meaning, in the order of the wizard. */
export function settingsInWords(design: DesignSettings): Setting[] {
  const { selection, quality } = design;
  const { reserve, overlap, gold, planted, training, exam } = quality;
  const guarded = gold || planted || training || exam;
  const lines: [string, string | null | false][] = [
    ["Filter", filterInWords(selection.filter)],
    ["Pairs", selection.pairs === "given" && "only the pairs that are given"],
    ["Sample", selection.sample && `${selection.sample.size} at random${SAMPLED_BY[selection.sample.by]}`],
    ["Takes new ones by itself", design.intake && intakeInWords(design.intake)],
    ["Guidelines", design.mustRead ? "must be read before the first assignment" : "can be read at any time"],
    ["People join later", design.joinLater && "yes"],
    ["Without drafts", reserve && `${percent(reserve.share)} of the work, ${reserve.k} more people each`],
    ["Further annotators", overlap && overlapInWords(overlap)],
    ["Training", training && `${training.subjects} with gold values, each followed by what was expected`],
    [
      "Exam",
      exam &&
        `${exam.subjects} with gold values, ${exam.pass} % right to pass${exam.within > 0 ? `, scores up to ${exam.within} off` : ""}, ${times(exam.attempts)}, ${exam.reveal ? "expected values shown afterwards" : "expected values never shown"}`,
    ],
    [
      "Gold checks",
      gold && `${percent(gold.share)} of the work, ${gold.feedback ? "with" : "without"} feedback`,
    ],
    [
      "Planted errors",
      planted &&
        `in ${percent(planted.share)} of the drafts, ${planted.debrief ? "shown once the batch is closed" : "never shown"}`,
    ],
    ["Asked again", (training || exam) && quality.askAgain && "also of those who did an earlier version"],
    [
      "Disclosed",
      guarded && (quality.disclosed ? "annotators are told of checks" : "annotators are not told"),
    ],
    ["Signals", quality.signals && "pasting and leaving the tab are counted, as annotators read"],
    [
      "Order of assignments",
      design.subjectOrder === "random" ? "random for each annotator" : "the dataset's",
    ],
    ["Order of items", design.itemOrder === "random" ? "random for each assignment" : "the rubric's"],
    [
      "Own submissions",
      quality.reopening ? "can be opened again until the batch is closed" : "stand after ten seconds",
    ],
    ["Seed", String(design.seed)],
    ["Reassign after", `${design.leaseMinutes} min`],
  ];
  const due: Setting[] =
    design.dueAt === null ? [] : [{ name: "Due", day: new Date(design.dueAt).toISOString() }];
  return [...lines.flatMap(([name, words]): Setting[] => (words ? [{ name, words }] : [])), ...due];
}

/** "10 % of them, up to 50 a day (UTC) and 5,000 in all". */
function intakeInWords({ limit, rate, perDay }: Intake): string {
  const most = `${limit.toLocaleString("en")} in all`;
  return `${percent(rate)} of them, up to ${perDay === null ? most : `${perDay.toLocaleString("en")} a day (UTC) and ${most}`}`;
}

/** "up to 2 where the first ones disagree, scores from 2 points on". */
function overlapInWords({ most, points }: Overlap): string {
  return `${most === 1 ? "one" : `up to ${most}`} where the first ones disagree${points > 1 ? `, scores from ${points} points on` : ""}`;
}

/** A filter in words; null when it matches everything. */
function filterInWords(filter: TaskFilter): string | null {
  const {
    q,
    tag = [],
    tags,
    meta = [],
    responseMeta = [],
    model = [],
    least,
    most,
    has = [],
    status,
  } = filter;
  const parts = [
    q && `“${q}”`,
    tag.length > 0 && `tags ${tag.join(tags === "all" ? " and " : " or ")}`,
    ...[...meta, ...responseMeta].map(conditionInWords),
    model.length > 0 && `models ${model.join(" or ")}`,
    least !== undefined && `at least ${least} characters`,
    most !== undefined && `at most ${most} characters`,
    has.length > 0 && `with ${has.join(" and ")}`,
    status && { untouched: "not judged before", batch: "in a batch before", judged: "judged before" }[status],
  ].filter((part) => part);
  return parts.length === 0 ? null : parts.join(", ");
}

/** True if a due date has passed. */
export function isPast(dueAt: string | Date | null, now = new Date()): boolean {
  return dueAt !== null && new Date(dueAt).getTime() < now.getTime();
}

function percent(share: number): string {
  return `${Math.round(share * 10_000) / 100} %`;
}

function times(count: number): string {
  return count === 1 ? "one attempt" : `${count} attempts`;
}
