import "server-only";
import { db } from "@/lib/database/db";
import { type GivenValue, JudgeSpec, type JudgeSubject } from "@/lib/drafting/schema/judges";
import { type HumanValue, labelOf, meanOf } from "@/lib/judge/rules/labels";
import type { LabelPart } from "@/lib/judge/schema/split";
import { listGivenLabels } from "@/lib/judgement/data/given-labels";
import { type HumanValueRow, listHumanValues } from "@/lib/judgement/data/seen-drafts";
import { valueIn } from "@/lib/judgement/rules/exposure";
import { swapSides } from "@/lib/judgement/rules/sides";
import { type Scale, Value } from "@/lib/judgement/schema";

/** The human values that a judge is compared with: those of a kind, or labels and answers to a question. */
export interface JudgedThing {
  subject: JudgeSubject;
  /** The question of a judge that labels. */
  question?: string | undefined;
}

/** The human values that a judge is compared with, by one of its versions: all of them have the same question. */
export function judgedThing({
  subject,
  versions,
}: {
  subject: JudgeSubject;
  versions: readonly { spec: unknown }[];
}): JudgedThing {
  const [version] = versions;
  const question =
    subject === "label" && version ? JudgeSpec.parse(version.spec).labels?.question : undefined;
  return { subject, question };
}

/** A unit of a judge with what people said of it independently. */
export interface HumanUnit {
  taskId: string;
  responseId: string;
  responseBId: string | null;
  itemId: string | null;
  people: HumanValue[];
  /** Null where people are split. */
  label: GivenValue | null;
  mean: number | null;
  /** The ends of the criterion's scale; missing where no criterion is judged. */
  range?: { min: number; max: number } | undefined;
}

/** The same for a pair in either order: the response of the lesser id is A. */
export function unitKey(unit: Pick<HumanUnit, "responseId" | "responseBId" | "itemId">): string {
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

/** A value in terms of the pair as `unitKey` orders it. */
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
  { subject, question }: JudgedThing,
  part: LabelPart,
): Promise<HumanUnit[]> {
  const rows =
    subject === "label"
      ? await labelRows(datasetId, question, part)
      : await valueRows(datasetId, subject, part);
  const units = new Map<string, Omit<HumanUnit, "label" | "mean">>();
  const counted = new Set<string>();
  for (const row of rows) {
    const { raterId, rater, taskId, itemId, value, explanation } = row;
    if (value === null) continue;
    const key = unitKey(row);
    if (counted.has(`${key} ${raterId}`)) continue;
    counted.add(`${key} ${raterId}`);
    const mirrored = isMirrored(row);
    const unit = units.get(key) ?? {
      ...{ taskId, itemId, people: [] },
      responseId: mirrored ? (row.responseBId ?? "") : row.responseId,
      responseBId: mirrored ? row.responseId : row.responseBId,
    };
    unit.people.push({ rater, value: inOrder(value, mirrored), explanation });
    units.set(key, unit);
  }
  const judged = [...units.values()];
  const ranges =
    subject === "criterion" ? await rangesOf(judged.flatMap(({ itemId }) => itemId ?? [])) : null;
  return judged.flatMap((unit) => {
    const values = unit.people.map(({ value }) => value);
    const range = ranges?.get(unit.itemId ?? "");
    // An item that is not scored is no criterion.
    if (ranges && !range) return [];
    return [{ ...unit, label: labelOf(subject, values), mean: meanOf(subject, values), range }];
  });
}

/** A person's independent value; null where they gave none. */
interface GivenRow {
  taskId: string;
  responseId: string;
  responseBId: string | null;
  itemId: string | null;
  raterId: string;
  rater: string;
  value: GivenValue | null;
  explanation: string;
}

async function valueRows(
  datasetId: string,
  subject: Exclude<JudgeSubject, "label">,
  part: LabelPart,
): Promise<GivenRow[]> {
  const rows = await listHumanValues(db, datasetId, TARGET[subject], part);
  return rows.map((row) => ({ ...row, value: independentValue(row), explanation: explanationOf(row) }));
}

/** Labels have no explanation: people are not asked for one. */
async function labelRows(
  datasetId: string,
  question: string | undefined,
  part: LabelPart,
): Promise<GivenRow[]> {
  if (question === undefined) return [];
  const rows = await listGivenLabels(db, datasetId, question, part);
  return rows.map((row) => ({ ...row, responseBId: null, itemId: null, explanation: "" }));
}

/** The ends of the scales of these items, without those that are not scored. */
async function rangesOf(items: readonly string[]): Promise<Map<string, { min: number; max: number }>> {
  const versions = await db.itemVersion.findMany({
    where: { itemId: { in: [...new Set(items)] } },
    orderBy: { rubricVersion: { version: "asc" } },
    select: { itemId: true, scale: true },
  });
  return new Map(
    versions.flatMap(({ itemId, scale }) => {
      const known = scale as Scale;
      return known.type === "points" ? [[itemId, { min: known.min, max: known.max }]] : [];
    }),
  );
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
