import "server-only";
import { db } from "@/lib/database/db";
import type { JudgeSubject } from "@/lib/drafting/schema/judges";
import { type HumanValue, labelOf, meanOf } from "@/lib/judge/rules/labels";
import type { LabelPart } from "@/lib/judge/schema/split";
import { type HumanValueRow, listHumanValues } from "@/lib/judgement/data/seen-drafts";
import { valueIn } from "@/lib/judgement/rules/exposure";
import { swapSides } from "@/lib/judgement/rules/sides";
import type { Value } from "@/lib/judgement/schema";

/** A unit of a judge with what people said of it independently. */
export interface HumanUnit {
  taskId: string;
  responseId: string;
  responseBId: string | null;
  itemId: string | null;
  people: HumanValue[];
  /** Null where people are split. */
  label: Value | null;
  mean: number | null;
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
export const inOrder = (value: Value, mirrored: boolean) => (mirrored ? swapSides(value) : value);

const TARGET = { response: "overall", pair: "preference", item: "item" } as const;

/**
 * Independent human values on the tasks of a part, by unit: given without a draft in view, or before it was shown. Values
 * on checks and planted errors do not count; of a person who judged a unit several times, the last does. The caller must
 * have checked the right to read the dataset, and records what it reads of the held-out part.
 */
export async function listHumanUnits(
  datasetId: string,
  subject: JudgeSubject,
  part: LabelPart,
): Promise<HumanUnit[]> {
  const rows = await listHumanValues(db, datasetId, TARGET[subject], part);
  const units = new Map<string, Omit<HumanUnit, "label" | "mean">>();
  const counted = new Set<string>();
  for (const row of rows) {
    const { raterId, rater, taskId, itemId } = row;
    const value = independentValue(row);
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
    unit.people.push({ rater, value: inOrder(value, mirrored), explanation: explanationOf(row) });
    units.set(key, unit);
  }
  return [...units.values()].map((unit) => {
    const values = unit.people.map(({ value }) => value);
    return { ...unit, label: labelOf(subject, values), mean: meanOf(subject, values) };
  });
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
