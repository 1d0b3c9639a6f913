import "server-only";
import { db } from "@/lib/database/db";
import type { SideOrder } from "@/lib/dataset/schema";
import type { GivenValue } from "@/lib/drafting/schema/judge-spec";
import type { LabelledUnit, VersionComparison } from "@/lib/judge/data/version-comparison";
import { Value } from "@/lib/judgement/schema";
import { OVERALL, PREFERENCE } from "@/lib/judgement/schema/units";
import type { ReportDraft, StudyData } from "@/lib/report/schema/study";

/** A version's values as two studies with people's labels as gold: its values, and the samples behind them. */
interface VersionStudies {
  values: StudyData;
  samples: StudyData;
}

/** The studies of a version's card. Ids of the database are the keys of records. */
export async function versionStudies({ version, units }: VersionComparison): Promise<VersionStudies> {
  const { spec, model } = version;
  const ids = units.flatMap(({ unit }) => [unit.responseId, unit.responseBId ?? []].flat());
  const [tasks, responses] = await Promise.all([
    db.task.findMany({
      where: { id: { in: [...new Set(units.map(({ unit }) => unit.taskId))] } },
      select: { id: true, tags: true },
    }),
    db.$queryRaw<{ id: string; task: string; model: string | null; length: number }[]>`
      SELECT "id", "taskId" AS "task", "model", char_length("text") AS "length" FROM "Response"
      WHERE "id" = ANY (${ids}::uuid[])`,
  ]);
  const asRead = reader(version.spec, units);
  const rated = { rater: model, raterKind: "llm" as const, method: null, condition: null };
  const study: StudyData = {
    name: "",
    tasks: tasks.map(({ id, tags }) => ({ id, tags, instruction: "" })),
    responses: responses.map(({ id, task, model: author }) => ({ id, task, model: author })),
    responseLengths: new Map(responses.flatMap(({ id, length }) => (length > 0 ? [[id, length]] : []))),
    items: itemsOf(units),
    ...(spec.scale && {
      overall: { type: "points" as const, min: spec.scale.min, max: spec.scale.max },
    }),
    drafts: [],
    judgements: units.map(({ unit }, n) => ({
      ...{
        id: `label ${n}`,
        ...about(unit),
        rater: "people",
        raterKind: "gold" as const,
        value: asRead(unit.label),
      },
      ...{ arm: null, exposure: null, draft: null, initial: undefined, lines: [] },
      ...{ activeMs: null, startedAt: null, submittedAt: null },
    })),
    decisions: [],
  };
  const draft = (n: string, unit: LabelledUnit["unit"], rest: Pick<ReportDraft, "value" | "order">) => ({
    ...{ id: n, ...about(unit), ...rated, ...rest, scoreLine: null, words: 0 },
  });
  return {
    values: {
      ...study,
      drafts: units.flatMap(({ unit, isAsked, value }, n) =>
        isAsked ? [draft(`${n}`, unit, { value: asRead(value), order: null })] : [],
      ),
    },
    samples: {
      ...study,
      drafts: units.flatMap((judged, n) =>
        judged.votes.map((value, vote) =>
          draft(`${n} ${vote}`, judged.unit, { value: asRead(value), order: orderOf(spec, judged, vote) }),
        ),
      ),
    },
  };
}

/**
 * Values as a report reads them. A report knows no labels: each is the number of its name, so that of these studies only
 * shares of equal values may be read.
 */
function reader({ subject }: VersionComparison["version"]["spec"], units: readonly LabelledUnit[]) {
  const names = [...new Set(units.flatMap(({ unit, value, votes }) => [unit.label, value, ...votes]))];
  return (value: GivenValue | null): Value | null =>
    value === null ? null : subject === "label" ? names.indexOf(value) : Value.parse(value);
}

function about({ taskId, responseId, responseBId, itemId }: LabelledUnit["unit"]) {
  if (responseBId !== null)
    return { task: taskId, item: PREFERENCE, response: null, pair: [responseId, responseBId] as const };
  return { task: taskId, item: itemId ?? OVERALL, response: responseId, pair: null };
}

/** The order in which a sample of a pair was shown, as the unit names its responses: those of one order come first. */
function orderOf(
  { subject, samples }: VersionComparison["version"]["spec"],
  { isMirrored }: LabelledUnit,
  vote: number,
): SideOrder | null {
  if (subject !== "pair") return null;
  return vote < samples === isMirrored ? "BA" : "AB";
}

function itemsOf(units: readonly LabelledUnit[]): StudyData["items"] {
  const ranges = new Map(units.flatMap(({ unit }) => (unit.itemId ? [[unit.itemId, unit.range]] : [])));
  return [...ranges].map(([id, range]) => ({
    ...{
      key: id,
      id,
      rubric: "",
      task: null,
      name: null,
      text: "",
      category: null,
      model: null,
      method: null,
    },
    scale: range ? { type: "points" as const, ...range } : { type: "yesno" as const },
  }));
}
