import "server-only";
import { db, type Tx } from "@/lib/database/db";
import type { StudyScope } from "@/lib/dataset/data/study-scope";
import type { LoadedStudy } from "@/lib/report/data/load-study";
import { SECTION_COUNT, type StoredOverview, WHOLE } from "@/lib/report/data/stored-report";
import { MAX_REPORT_BYTES, tooLarge } from "@/lib/report/rules/computation-limits";
import { RULES_VERSION } from "@/lib/report/rules/report";
import type { Pilots } from "@/lib/report/schema/pilots";
import type { ReportOverview, ReportSection, SectionName } from "@/lib/report/schema/sections";
import { Prisma } from "@/prisma/generated/client/client";

/** Limits of a transaction in ms: another report may block this process for a minute, and no computed report may be lost. */
const PATIENT = { maxWait: 60_000, timeout: 120_000 };

/**
 * Stores the overview of a report. Deletes the reports it replaces, but the last whole one, which is replaced by
 * the next whole one, and its own sections if they are of other data.
 */
export async function storeOverview(
  id: string,
  selection: string,
  { datasetId, batchId }: StudyScope,
  { dataVersion, dataAt, asOf }: Pick<LoadedStudy, "dataVersion" | "dataAt" | "asOf">,
  { items, ...overview }: ReportOverview & Pick<StoredOverview, "choices">,
): Promise<void> {
  const bytes = bytesOf(overview) + bytesOf(items);
  if (bytes > MAX_REPORT_BYTES) {
    // The beginning is left out as well: it names the same items, and every visitor would get all of it.
    const nothing = { result: Prisma.DbNull, reliability: Prisma.DbNull, dataAt: null };
    const data = { ...nothing, failure: tooLarge(bytes) };
    await db.report.updateMany({ where: { id }, data });
    return;
  }
  await db.$transaction(async (tx) => {
    await tx.$executeRaw`
      DELETE FROM "Report" AS r
      WHERE r."datasetId" = ${datasetId}::uuid AND r."batchId" IS NOT DISTINCT FROM ${batchId}::uuid
        AND r."id" <> ${id}::uuid AND (r."rulesVersion" < ${RULES_VERSION}
          -- Outdated reports on parts of the study.
          OR (r."selection" NOT IN (${WHOLE}, ${selection}) AND r."dataVersion" < ${dataVersion})
          OR (r."selection" = ${selection} AND r."dataVersion" <= ${dataVersion} AND NOT (
            r."dataVersion" < ${dataVersion} AND ${SECTION_COUNT} = (SELECT count(*) FROM "ReportSection" AS s
              WHERE s."reportId" = r."id" AND s."content" IS NOT NULL))))`;
    await tx.$executeRaw`
      DELETE FROM "ReportSection" AS s USING "Report" AS r
      WHERE s."reportId" = ${id}::uuid AND r."id" = s."reportId" AND r."dataVersion" <> ${dataVersion}
        AND s."content" IS NOT NULL`;
    await tx.report.updateMany({
      where: { id },
      data: {
        dataVersion,
        dataAt,
        result: { ...overview, asOf } satisfies StoredOverview as unknown as Prisma.InputJsonObject,
        items: items as unknown as Prisma.InputJsonArray,
        failure: null,
        reliability: Prisma.DbNull,
        pilots: Prisma.DbNull,
      },
    });
  }, PATIENT);
}

/** Stores values from which larger studies are planned, if the report is still one of the same data. */
export async function storePilots(id: string, dataVersion: number, pilots: Pilots): Promise<void> {
  const data = { pilots: pilots as unknown as Prisma.InputJsonObject };
  await db.report.updateMany({ where: { id, dataVersion }, data });
}

/**
 * Stores a section of a report, if the report is still one of the same data. With the last section
 * the whole report that this one replaces is deleted.
 */
export async function storeSection(
  id: string,
  name: SectionName,
  dataVersion: number,
  section: ReportSection,
): Promise<void> {
  const bytes = bytesOf(section) + (await bytesStored(id));
  if (bytes > MAX_REPORT_BYTES) return storeFailure(id, name, tooLarge(bytes));
  await db.$transaction(async (tx) => {
    const [report] = await tx.$queryRaw<unknown[]>`
      SELECT FROM "Report" WHERE "id" = ${id}::uuid AND "dataVersion" = ${dataVersion} FOR UPDATE`;
    if (!report) return;
    const content = section as unknown as Prisma.InputJsonObject;
    await tx.reportSection.updateMany({
      where: { reportId: id, name },
      data: { content, failure: null },
    });
    await deleteReplaced(tx, id);
  }, PATIENT);
}

/** Deletes the older reports on the same part of a study once a report has all its sections. */
async function deleteReplaced(tx: Tx, id: string): Promise<void> {
  const sections = await tx.reportSection.count({
    where: { reportId: id, content: { not: Prisma.DbNull } },
  });
  if (sections < SECTION_COUNT) return;
  await tx.$executeRaw`
    DELETE FROM "Report" AS old USING "Report" AS r
    WHERE r."id" = ${id}::uuid AND old."datasetId" = r."datasetId" AND old."batchId" IS NOT DISTINCT FROM r."batchId"
      AND old."selection" = r."selection" AND old."dataVersion" < r."dataVersion"`;
}

/** Stores why a report, or a section of it, could not be computed. */
export async function storeFailure(id: string, section: SectionName | null, failure: string): Promise<void> {
  if (section === null) await db.report.updateMany({ where: { id, dataAt: null }, data: { failure } });
  else
    await db.reportSection.updateMany({
      where: { reportId: id, name: section, content: { equals: Prisma.DbNull } },
      data: { failure },
    });
}

/** The length of what is stored of a report. */
async function bytesStored(id: string): Promise<number> {
  const [stored] = await db.$queryRaw<{ bytes: number }[]>`
    SELECT (coalesce(octet_length(r."result"::text), 0) + octet_length(r."items"::text)
      + coalesce(sum(octet_length(s."content"::text)), 0))::float AS "bytes"
    FROM "Report" AS r LEFT JOIN "ReportSection" AS s ON s."reportId" = r."id"
    WHERE r."id" = ${id}::uuid GROUP BY r."id"`;
  return stored?.bytes ?? 0;
}

function bytesOf(stored: object): number {
  return Buffer.byteLength(JSON.stringify(stored));
}
