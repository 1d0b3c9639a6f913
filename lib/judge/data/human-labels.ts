import "server-only";
import { db } from "@/lib/database/db";
import type { Ends } from "@/lib/drafting/rules/judge/form";
import { type GivenValue, JudgeSpec, type JudgeSubject } from "@/lib/drafting/schema/judge-spec";
import { type HumanValue, labelOf, meanOf } from "@/lib/judge/rules/labels";
import { isOnRange, wholeEnds } from "@/lib/judge/rules/ranges";
import type { LabelPart } from "@/lib/judge/schema/split";
import { listGivenLabels } from "@/lib/judgement/data/given-labels";
import { type HumanValueRow, listHumanValues } from "@/lib/judgement/data/seen-drafts";
import type { NamedStep } from "@/lib/judgement/data/sql-fragments";
import { valueIn } from "@/lib/judgement/rules/exposure";
import { swapSides } from "@/lib/judgement/rules/sides";
import { type Scale, Value } from "@/lib/judgement/schema";

/** The human values that a judge is compared with: those of a kind, or labels and answers to a question. */
export interface ComparedWith {
  subject: JudgeSubject;
  /** The label step or question of a judge that labels. */
  step?: NamedStep | undefined;
}

/** The human values that a judge is compared with, by one of its versions: all of them have the same question. */
export function comparedWithOf({
  subject,
  versions,
}: {
  subject: JudgeSubject;
  versions: readonly { spec: unknown }[];
}): ComparedWith {
  const [version] = versions;
  const labels = subject === "label" && version ? JudgeSpec.parse(version.spec).labels : undefined;
  return { subject, step: labels && { question: labels.question, text: labels.text } };
}

/** A unit of a judge with what people said of it independently. */
export interface HumanUnit {
  taskId: string;
  responseId: string;
  responseBId: string | null;
  itemId: string | null;
  people: HumanValue[];
  /** Null where people are split, or most of those who label chose no label or several. */
  label: GivenValue | null;
  mean: number | null;
  /** The ends of the criterion's newest scale; missing where no criterion is judged. */
  range?: Ends | undefined;
}

/** The same for a pair in either order: the response of the lesser id is A. */
export function unorderedUnitKey(unit: Pick<HumanUnit, "responseId" | "responseBId" | "itemId">): string {
  const { responseId, responseBId, itemId } = unit;
  const pair = responseBId === null ? [responseId] : [responseId, responseBId].sort();
  return [...pair, itemId ?? ""].join(" ");
}

export const isMirrored = ({
  responseId,
  responseBId,
}: {
  responseId: string | null;
  responseBId: string | null;
}) => responseBId !== null && responseId !== null && responseBId < responseId;

/** A value in terms of the pair as `unorderedUnitKey` orders it. */
export const inOrder = (value: GivenValue, mirrored: boolean): GivenValue =>
  mirrored ? swapSides(Value.parse(value)) : value;

const TARGET = { response: "overall", pair: "preference", item: "item", criterion: "item" } as const;

/**
 * Independent human values on the tasks of a part, by unit: given without a draft in view, or before it was shown. Values
 * on checks and planted errors do not count; of a person who judged a unit several times, the last does. The caller must
 * have checked the right to read the dataset, and records what it reads of the held-out part.
 */
export async function listHumanUnits(
  datasetId: string,
  { subject, step }: ComparedWith,
  part: LabelPart,
): Promise<HumanUnit[]> {
  const rows =
    subject === "label" ? await labelRows(datasetId, step, part) : await valueRows(datasetId, subject, part);
  const units = new Map<string, Omit<HumanUnit, "label" | "mean">>();
  const counted = new Set<string>();
  const ranges = subject === "criterion" ? await rangesOf(rows.flatMap(({ itemId }) => itemId ?? [])) : null;
  for (const row of rows) {
    const { raterId, rater, taskId, itemId, value, explanation, isIndependent } = row;
    const range = ranges?.get(itemId ?? "");
    // Judges are asked on the newest scale: what is not scored in whole points, or was on another scale, is no label for them.
    if (!isIndependent || (ranges && !(range && isOnRange(row.scale, range)))) continue;
    const key = unorderedUnitKey(row);
    if (counted.has(`${key} ${raterId}`)) continue;
    counted.add(`${key} ${raterId}`);
    const mirrored = isMirrored(row);
    const unit = units.get(key) ?? {
      ...{ taskId, itemId, people: [], range },
      responseId: mirrored ? (row.responseBId ?? "") : row.responseId,
      responseBId: mirrored ? row.responseId : row.responseBId,
    };
    unit.people.push({ rater, value: value === null ? null : inOrder(value, mirrored), explanation });
    units.set(key, unit);
  }
  return [...units.values()].map((unit) => {
    const values = unit.people.map(({ value }) => value);
    return { ...unit, label: labelOf(subject, values), mean: meanOf(subject, values) };
  });
}

/** A person's value or label of a unit. */
interface GivenRow {
  taskId: string;
  responseId: string;
  responseBId: string | null;
  itemId: string | null;
  raterId: string;
  rater: string;
  /** Null where they gave none; of labels also where they chose several. */
  value: GivenValue | null;
  explanation: string;
  /** Counts as theirs: it was given without a draft in view. */
  isIndependent: boolean;
  /** The scale of an item as it was judged; null where it is not recorded, and for anything but items. */
  scale: Scale | null;
}

async function valueRows(
  datasetId: string,
  subject: Exclude<JudgeSubject, "label">,
  part: LabelPart,
): Promise<GivenRow[]> {
  const rows = await listHumanValues(db, datasetId, TARGET[subject], part);
  return rows.map((row) => {
    const value = independentValue(row);
    return { ...row, value, explanation: explanationOf(row), isIndependent: value !== null };
  });
}

/** Labels have no explanation: people are not asked for one. */
async function labelRows(
  datasetId: string,
  step: NamedStep | undefined,
  part: LabelPart,
): Promise<GivenRow[]> {
  if (step === undefined) return [];
  const rows = await listGivenLabels(db, datasetId, step, part);
  return rows.map((row) => ({ ...row, responseBId: null, itemId: null, scale: null, explanation: "" }));
}

/** The ends of the newest scales of these items, without those that are not scored in whole points. */
async function rangesOf(items: readonly string[]): Promise<Map<string, Ends>> {
  const versions = await db.itemVersion.findMany({
    where: { itemId: { in: [...new Set(items)] } },
    orderBy: { rubricVersion: { version: "asc" } },
    select: { itemId: true, scale: true },
  });
  const newest = new Map(versions.map(({ itemId, scale }) => [itemId, wholeEnds(scale as Scale)]));
  return new Map([...newest].flatMap(([itemId, range]) => (range ? [[itemId, range]] : [])));
}

function independentValue({ exposure, value, initial, hadInitial, saw }: HumanValueRow): Value | null {
  return valueIn(
    { exposure, value, initial: hadInitial ? initial : undefined, lines: saw ? [{ draft: 0 }] : [] },
    "independent",
  );
}

/** A person's own words for an independent value: lines written without the draft in view, otherwise the note. */
function explanationOf({ lines, note, exposure }: HumanValueRow): string {
  const own = (lines ?? []).filter(
    ({ action, text, initial }) =>
      action === "add" && text !== null && (exposure === "none" || initial === true),
  );
  return own.length > 0 ? own.map(({ text }) => text).join("\n") : (note ?? "");
}
