import "server-only";
import { type Member, memberOf } from "@/lib/auth/actor";
import { db } from "@/lib/database/db";
import { type GivenValue, JudgeSpec, type JudgeSubject } from "@/lib/drafting/schema/judge-spec";
import { disagreementRows, type Found } from "@/lib/judge/data/disagreements";
import {
  comparedWithOf,
  type HumanUnit,
  inOrder,
  isMirrored,
  listHumanUnits,
  unorderedUnitKey,
} from "@/lib/judge/data/human-labels";
import { type JudgeValue, listJudgeValues } from "@/lib/judge/data/judge-values";
import { type ComparedUnit, changeOf, figuresOf, gainOf } from "@/lib/judge/rules/figures";
import { distanceFrom } from "@/lib/judge/rules/labels";
import { isOnRange } from "@/lib/judge/rules/ranges";
import { warningsOf } from "@/lib/judge/rules/warnings";
import type { LabelPart } from "@/lib/judge/schema/split";
import type { VersionFigures, WorkshopQuery, WorkshopView } from "@/lib/judge/schema/workshop";
import { Prisma } from "@/prisma/generated/client/client";

/** Versions that are compared, the newest. */
const MOST_VERSIONS = 20;

interface VersionRow {
  id: string;
  number: number;
  parentId: string | null;
}

/** A judge's versions beside people on a part of a dataset's labels. Null when the researcher may not read either. */
export async function findWorkshop(
  researcher: Member<"researcher">,
  judgeId: string,
  { dataset: datasetId, version: number, part, label, tag }: WorkshopQuery,
): Promise<WorkshopView | null> {
  const judge = await db.judge.findFirst({
    where: {
      id: judgeId,
      project: { AND: memberOf(researcher), datasets: { some: { id: datasetId, deletedAt: null } } },
    },
    select: {
      subject: true,
      versions: {
        orderBy: { number: "desc" },
        select: { id: true, number: true, parentId: true, spec: true },
      },
    },
  });
  if (!judge) return null;
  const versions: VersionRow[] = judge.versions.slice(0, MOST_VERSIONS);
  const compared = await comparePart(datasetId, judge, part);
  const by = valuesByVersion(compared.values);
  const lists = new Map(
    versions.map(({ id }) => [id, comparedUnits(compared.labelled, by.get(id) ?? new Map())]),
  );
  const withValues = versions.filter(({ id }) => (by.get(id)?.size ?? 0) > 0);
  const figures = withValues.map((version) => versionFigures(judge.subject, version, versions, lists));
  const listOf = (wanted?: number) =>
    lists.get(withValues.find((one) => one.number === wanted)?.id ?? "") ?? [];
  const gainOver = (older: number) => gainOf(judge.subject, listOf(older), listOf(withValues[0]?.number));
  const chosen = versions.find((version) => version.number === number) ?? versions[0];
  const found = chosen ? disagreeing(judge.subject, compared.labelled, by, chosen) : [];
  return {
    labelled: compared.labelled.length,
    split: compared.split,
    shown: compared.shown,
    versions: figures,
    disagreements: await disagreementRows(datasetId, found, { label, tag }),
    warnings: part === "development" ? warningsOf(figures, gainOver) : [],
  };
}

interface Compared {
  /** Every unit that people judged, also those on which they are divided. */
  judged: HumanUnit[];
  labelled: (HumanUnit & { label: GivenValue; mean: number })[];
  split: number;
  shown: number;
  /** Without those on a scale that a criterion had before. */
  values: JudgeValue[];
}

/** The labelled units of a part, without tasks that a version has as an example, and all values on them. */
export async function comparePart(
  datasetId: string,
  judge: { subject: JudgeSubject; versions: readonly { id: string; spec: unknown }[] },
  part: LabelPart,
): Promise<Compared> {
  const examples = new Set(
    judge.versions.flatMap(({ spec }) =>
      JudgeSpec.parse(spec).examples.flatMap(({ source }) => source?.task ?? []),
    ),
  );
  const units = await listHumanUnits(datasetId, comparedWithOf(judge), part);
  const kept = units.filter(({ taskId }) => !examples.has(taskId));
  const labelled = kept.flatMap(({ label, mean, ...unit }) =>
    label === null || mean === null ? [] : [{ ...unit, label, mean }],
  );
  const values = await listJudgeValues(
    datasetId,
    judge.versions.map(({ id }) => id),
    Prisma.sql`EXISTS (SELECT FROM "LabelSplitTask" st WHERE st."taskId" = d."taskId" AND st."part" = ${part}::"LabelPart")`,
  );
  const shown = new Set(units.filter(({ taskId }) => examples.has(taskId)).map(({ taskId }) => taskId));
  const ranges = new Map(kept.map((unit) => [unorderedUnitKey(unit), unit.range]));
  const comparable = values.filter(({ responseId, responseBId, itemId, scale }) => {
    const range =
      responseId === null ? undefined : ranges.get(unorderedUnitKey({ responseId, responseBId, itemId }));
    return !range || isOnRange(scale, range);
  });
  return {
    ...{ judged: kept, labelled, split: kept.length - labelled.length, shown: shown.size },
    values: comparable,
  };
}

interface OwnValue {
  value: GivenValue | null;
  lines: string[];
  votes: (GivenValue | null)[];
  /** The judge read the pair of the unit the other way round: its A is the unit's B. Values are the unit's. */
  isMirrored: boolean;
}

type Values = Map<string, OwnValue>;

/** The values of each version by unit, in the order of the unit's pair. */
export function valuesByVersion(values: readonly JudgeValue[]): Map<string, Values> {
  const by = new Map<string, Values>();
  for (const { version, responseId, responseBId, itemId, value, lines, votes } of values) {
    if (responseId === null) continue;
    const own: Values = by.get(version) ?? new Map();
    const key = unorderedUnitKey({ responseId, responseBId, itemId });
    const mirrored = isMirrored({ responseId, responseBId });
    const ordered = (one: GivenValue | null) => (one === null ? null : inOrder(one, mirrored));
    own.set(key, { value: ordered(value), lines, votes: votes.map(ordered), isMirrored: mirrored });
    by.set(version, own);
  }
  return by;
}

/** Every labelled unit with the value of a version, null where it was not judged. */
export function comparedUnits(labelled: Compared["labelled"], values: Values): ComparedUnit[] {
  return labelled.map((unit) => ({
    task: unit.taskId,
    label: unit.label,
    mean: unit.mean,
    judge: values.get(unorderedUnitKey(unit))?.value ?? null,
    range: unit.range,
  }));
}

function versionFigures(
  subject: JudgeSubject,
  { id, number, parentId }: VersionRow,
  versions: readonly VersionRow[],
  lists: ReadonlyMap<string, ComparedUnit[]>,
): VersionFigures {
  const own = lists.get(id) ?? [];
  const parent = versions.find((version) => version.id === parentId);
  const before = parent && lists.get(parent.id);
  const isComparable = before?.some(({ judge }) => judge !== null) ?? false;
  return {
    number,
    figures: figuresOf(subject, own),
    change:
      parent && before && isComparable
        ? { from: parent.number, figures: changeOf(subject, before, own) }
        : null,
  };
}

/** The units on which a version gives another value than people, worst first. */
function disagreeing(
  subject: JudgeSubject,
  labelled: Compared["labelled"],
  by: ReadonlyMap<string, Values>,
  { id, parentId }: VersionRow,
): Found[] {
  const own = by.get(id);
  const before = by.get(parentId ?? "");
  return labelled
    .flatMap((unit): Found[] => {
      const judge = own?.get(unorderedUnitKey(unit));
      if (!judge || judge.value === null || judge.value === unit.label) return [];
      const { value, lines } = judge;
      return [
        {
          unit,
          judge: { value, lines },
          before: before?.get(unorderedUnitKey(unit))?.value ?? null,
          distance: distanceFrom(subject, unit, value),
        },
      ];
    })
    .sort((a, b) => b.distance - a.distance || b.unit.people.length - a.unit.people.length);
}
