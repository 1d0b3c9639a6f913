import "server-only";
import { findBatchProgressAsOf } from "@/lib/batch/data/progress-as-of";
import { idsIn } from "@/lib/batch/rules/protocol-sources";
import { SubjectSelection } from "@/lib/batch/schema";
import type { Snapshot } from "@/lib/database/snapshot";
import { nameOfRun, sourceInWords } from "@/lib/dataset/rules/source-names";
import { RubricSource } from "@/lib/dataset/schema/sources";
import type { Setup } from "@/lib/export/rules/methods/batch-setup";
import { IS_RULED } from "@/lib/judgement/data/sql-fragments";
import { Protocol } from "@/lib/protocol/schema";
import { Quality } from "@/lib/quality/schema";

interface SetupRow {
  name: string;
  preset: string;
  seed: number;
  subjectOrder: string;
  itemOrder: string;
  leaseMinutes: number;
  mustRead: boolean;
  selection: unknown;
  quality: unknown;
  openedAt: Date | null;
  closedAt: Date | null;
}

interface ArmRow {
  name: string;
  k: number;
  reserved: boolean;
  protocol: unknown;
}

/** The counts for the methods section. */
type Counted = Pick<Setup, "checks" | "planted" | "participants" | "attemptsGranted" | "waived"> & {
  further: number;
  furtherSubjects: number;
  contested: number | null;
  decided: number;
  submissions: number;
  median: number | null;
};

/** The setup of a batch, for programs and the methods section. */
export async function findBatchSetup(snapshot: Snapshot, batchId: string) {
  const [batch] = await snapshot.rows<SetupRow>(
    `SELECT "name", "preset", "seed", "subjectOrder", "itemOrder", "leaseMinutes", "mustRead", "selection", "quality",
       "openedAt", "closedAt" FROM "Batch" WHERE "id" = $1`,
    [batchId],
  );
  const arms = await snapshot.rows<ArmRow>(
    `SELECT "name", "k", "reserved", "protocol" FROM "Arm" WHERE "batchId" = $1 ORDER BY "position"`,
    [batchId],
  );
  const guidelines = await snapshot.rows<{ version: number; text: string }>(
    `SELECT "version", "text" FROM "Guidelines" WHERE "batchId" = $1 ORDER BY "version"`,
    [batchId],
  );
  if (!batch) return null;
  const { seed, subjectOrder, itemOrder, mustRead, openedAt, closedAt } = batch;
  const protocols = arms.map(({ protocol }) => Protocol.parse(protocol));
  const [counted] = await snapshot.rows<Counted>(COUNTED, [batchId]);
  const [drawn] = await snapshot.rows<Omit<NonNullable<Setup["sample"]>, "by">>(DRAWN, [batchId]);
  const { sample } = SubjectSelection.parse(batch.selection);
  const names = await namesOf(snapshot, protocols);
  const words: Setup = {
    arms: arms.map(({ name, k, reserved }, at) => ({ name, k, reserved, steps: protocols[at]?.steps ?? [] })),
    sample: sample && drawn ? { by: sample.by, ...drawn } : null,
    ...{ seed, subjectOrder, itemOrder, names, mustRead },
    quality: Quality.parse(batch.quality),
    guidelines: await snapshot.rows<Setup["guidelines"][number]>(
      `SELECT g."version", count(*)::int AS "submissions" FROM "Assignment" AS a
       JOIN "Guidelines" AS g ON g."batchId" = a."batchId" AND g."version" = a."guidelinesVersion" AND g."text" <> ''
       WHERE a."batchId" = $1 AND a."state" = 'submitted' GROUP BY 1 ORDER BY 1`,
      [batchId],
    ),
    checks: counted?.checks ?? 0,
    planted: counted?.planted ?? 0,
    further: { submissions: counted?.further ?? 0, subjects: counted?.furtherSubjects ?? 0 },
    participants: counted?.participants ?? 0,
    attemptsGranted: counted?.attemptsGranted ?? 0,
    waived: counted?.waived ?? 0,
    adjudication:
      counted && counted.contested !== null
        ? { contested: counted.contested, decided: counted.decided }
        : null,
    opened: openedAt?.toISOString().slice(0, 10) ?? null,
    closed: closedAt?.toISOString().slice(0, 10) ?? null,
    asOf: await findBatchProgressAsOf(snapshot, batchId),
    minutes:
      counted && counted.median !== null
        ? { median: counted.median, submissions: counted.submissions }
        : null,
  };
  return { protocol: { ...batch, arms, sources: Object.fromEntries(names) }, guidelines, words };
}

/** The work that a lot decided on; no row where none did. */
const DRAWN = `
  SELECT count(*)::int AS "drawn", min("probability") AS "lowest", max("probability") AS "highest" FROM "Subject"
  WHERE "batchId" = $1 AND "use" = 'work' AND "probability" IS NOT NULL HAVING count(*) > 0`;

/** Submissions beyond the places of their arm. */
const FURTHER = `FROM "Assignment" AS a JOIN "Slot" AS l ON l."id" = a."slotId" JOIN "Arm" AS m ON m."id" = l."armId"
  WHERE a."batchId" = b."id" AND a."state" = 'submitted' AND l."replicate" > m."k"`;

const COUNTED = `
  SELECT (SELECT count(*)::int ${FURTHER}) AS "further",
    (SELECT count(DISTINCT a."subjectId")::int ${FURTHER}) AS "furtherSubjects",
    (SELECT count(*)::int FROM "Subject" WHERE "batchId" = b."id" AND "use" = 'check') AS "checks",
    (SELECT count(*)::int FROM "PlantedError" WHERE "batchId" = b."id") AS "planted",
    (SELECT count(*)::int FROM "Participation" WHERE "batchId" = b."id") AS "participants",
    (SELECT count(*)::int FROM "QualificationGrant" WHERE "batchId" = b."id" AND "kind" = 'attempt') AS "attemptsGranted",
    (SELECT count(DISTINCT "raterId")::int FROM "QualificationGrant" WHERE "batchId" = b."id" AND "kind" = 'admission')
      AS "waived",
    CASE WHEN EXISTS (SELECT FROM "Adjudication" WHERE "batchId" = b."id")
      THEN (SELECT count(*)::int FROM "AdjudicationCase" WHERE "batchId" = b."id") END AS "contested",
    (SELECT count(*)::int FROM "AdjudicationCase" AS c
      WHERE c."batchId" = b."id" AND ${IS_RULED.sql}) AS "decided",
    (SELECT count(*)::int FROM "Assignment" AS a WHERE a."batchId" = b."id" AND a."state" = 'submitted'
      AND a."activeMs" > 0 AND a."slotId" IS NOT NULL) AS "submissions",
    (SELECT percentile_cont(0.5) WITHIN GROUP (ORDER BY a."activeMs") / 60000 FROM "Assignment" AS a
      WHERE a."batchId" = b."id" AND a."state" = 'submitted' AND a."activeMs" > 0 AND a."slotId" IS NOT NULL)
      AS "median"
  FROM "Batch" AS b WHERE b."id" = $1`;

/** The names of runs and batches used as sources, with the source of rubrics that runs judged by. */
async function namesOf(snapshot: Snapshot, protocols: readonly Protocol[]): Promise<Map<string, string>> {
  const runs = await runsOf(snapshot, idsIn(protocols, "run"));
  const judgedBy = new Map(
    runs.flatMap(({ id, rubric }): [string, RubricSource][] =>
      rubric === null ? [] : [[id, RubricSource.parse(rubric)]],
    ),
  );
  const sources = [...judgedBy.values()];
  const rubricRuns = await runsOf(
    snapshot,
    sources.flatMap((source) => (source.from === "run" ? [source.run] : [])),
  );
  const reviewed = sources.flatMap((source) => (source.from === "reviewed" ? [source.batch] : []));
  const batches = await snapshot.rows<{ id: string; name: string }>(
    `SELECT "id", "name" FROM "Batch" WHERE "id" = ANY ($1::uuid[])`,
    [[...idsIn(protocols, "batch"), ...reviewed]],
  );
  const names = new Map([
    ...rubricRuns.map((run): [string, string] => [run.id, nameOfRun(run)]),
    ...batches.map(({ id, name }): [string, string] => [id, `“${name}”`]),
  ]);
  const named = runs.map((run): [string, string] => {
    const source = judgedBy.get(run.id);
    return [run.id, nameOfRun(run, source && sourceInWords(source, names))];
  });
  return new Map([...names, ...named]);
}

const runsOf = (snapshot: Snapshot, ids: readonly string[]) =>
  snapshot.rows<{ id: string; name: string; method: string; model: string; rubric: unknown }>(
    `SELECT "id", "name", "method", "model", "selection" -> 'rubric' AS "rubric"
     FROM "DraftRun" WHERE "id" = ANY ($1::uuid[])`,
    [ids],
  );
