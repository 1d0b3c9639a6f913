import "server-only";
import type { ChosenSources } from "@/lib/batch/rules/protocol-sources";
import { draftIsFrom, IS_VISIBLE, rubricsFrom } from "@/lib/dataset/data/source-sql";
import { type DraftedKind, keyOfSource } from "@/lib/dataset/schema/sources";
import { LEFT_TO_RULES } from "@/lib/drafting/rules/provenance-labels";
import type { SubjectKind } from "@/lib/protocol/rules/subject-kind";
import type { RubricKind } from "@/lib/protocol/schema";
import { Prisma } from "@/prisma/generated/client/client";

/** The columns of a possible subject in a query: its task, and its response or the two of its pair. */
interface SubjectColumns {
  kind: SubjectKind;
  task: Prisma.Sql;
  one: Prisma.Sql;
  other: Prisma.Sql;
}

export interface SourceColumns {
  /** Common table expressions for the WITH clause, each with a leading comma. */
  tables: Prisma.Sql;
  /** True if the subject has a rubric of every source chosen for this kind; null if none was. */
  rubric: (kind: RubricKind) => Prisma.Sql | null;
  /** True if the subject has a draft of every source chosen for this kind. */
  drafts: (of: DraftedKind) => Prisma.Sql | null;
}

/**
 * Columns that tell whether possible subjects have something from each source of a batch, to be counted
 * before it opens.
 */
export function sourceColumns(
  datasetId: string,
  { rubrics, drafts }: ChosenSources,
  { kind, task, one, other }: SubjectColumns,
): SourceColumns {
  const tables: Prisma.Sql[] = [];
  const table = (query: Prisma.Sql) => {
    const name = Prisma.raw(`"source${tables.length}"`);
    tables.push(Prisma.sql`, ${name} AS MATERIALIZED (${query})`);
    return name;
  };
  const named = new Map<string, Prisma.Sql>();
  const rubricTable = (of: RubricKind, source: ChosenSources["rubrics"][number]["source"]) => {
    const key = `${of} ${keyOfSource(source)}`;
    const known = named.get(key);
    if (known) return known;
    const made = table(Prisma.sql`SELECT DISTINCT ru."id", ru."taskId", ru."responseId", ru."responseBId"
      FROM ${rubricsFrom(source, datasetId, of)} AND ${IS_VISIBLE}`);
    named.set(key, made);
    return made;
  };
  const has = (rubric: Prisma.Sql) => {
    const ofTask = Prisma.sql`EXISTS (SELECT FROM ${rubric} WHERE "taskId" IS NULL)
      OR ${task} IN (SELECT "taskId" FROM ${rubric} WHERE "taskId" IS NOT NULL
        ${kind === "task" ? Prisma.empty : Prisma.sql`AND "responseId" IS NULL`})`;
    switch (kind) {
      case "task":
        return Prisma.sql`(${ofTask})`;
      case "response":
        return Prisma.sql`(${ofTask} OR ${one} IN (
          SELECT "responseId" FROM ${rubric} WHERE "responseId" IS NOT NULL AND "responseBId" IS NULL))`;
      case "pair":
        return Prisma.sql`(${ofTask} OR (least(${one}, ${other}), greatest(${one}, ${other})) IN (
          SELECT least("responseId", "responseBId"), greatest("responseId", "responseBId") FROM ${rubric}
          WHERE "responseBId" IS NOT NULL))`;
    }
  };
  const together = (conditions: Prisma.Sql[]) =>
    conditions.length > 0 ? Prisma.sql`(${Prisma.join(conditions, " AND ")})` : null;
  const byKind = new Map(
    (["checklist", "criteria"] as const).map((of) => [
      of,
      together(rubrics.flatMap((one) => (one.of === of ? [has(rubricTable(of, one.source))] : []))),
    ]),
  );

  const draftsOf = (of: DraftedKind) =>
    together(
      drafts.flatMap((chosen) => {
        if (chosen.of !== of) return [];
        const { source, rubric } = chosen;
        if (of === "labels") {
          if (source.from !== "run") return [];
          const labelled = table(Prisma.sql`SELECT DISTINCT u."taskId" FROM "DraftUnit" u
            JOIN "DraftRun" run ON run."id" = u."runId" AND run."published"
            WHERE u."runId" = ${source.run}::uuid AND u."state" = 'done' AND u."result" -> 'labels' IS NOT NULL`);
          return [Prisma.sql`${task} IN (SELECT "taskId" FROM ${labelled})`];
        }
        const target = of === "overall" || of === "preference" ? of : "item";
        const about =
          of === "checklist" || of === "criteria"
            ? Prisma.sql`AND ru."kind" = ${of}::"RubricKind" AND ${
                rubric
                  ? Prisma.sql`ru."id" IN (SELECT "id" FROM ${rubricTable(of, rubric)})`
                  : Prisma.sql`TRUE`
              }`
            : Prisma.empty;
        const made = table(Prisma.sql`SELECT DISTINCT least(d."responseId", d."responseBId") AS "one",
            greatest(d."responseId", d."responseBId") AS "other"
          FROM "Draft" d JOIN "Rater" r ON r."id" = d."raterId"
          LEFT JOIN "Item" i ON i."id" = d."itemId" LEFT JOIN "Rubric" ru ON ru."id" = i."rubricId"
          WHERE d."datasetId" = ${datasetId}::uuid AND d."target" = ${target}::"Target" ${about}
            AND ${draftIsFrom(source)} AND NOT coalesce(d."provenance" -> 'flags' ? ${LEFT_TO_RULES}, FALSE)`);
        return [
          Prisma.sql`(least(${one}, ${other}), greatest(${one}, ${other})) IN (SELECT "one", "other" FROM ${made})`,
        ];
      }),
    );
  const byDrafts = new Map(
    (["checklist", "criteria", "overall", "preference", "labels"] as const).map((of) => [of, draftsOf(of)]),
  );
  return {
    tables: tables.length > 0 ? Prisma.join(tables, "") : Prisma.empty,
    rubric: (of) => byKind.get(of) ?? null,
    drafts: (of) => byDrafts.get(of) ?? null,
  };
}
