import "server-only";
import type { Member } from "@/lib/auth/actor";
import { audit } from "@/lib/auth/audit";
import { db } from "@/lib/database/db";
import { findScope } from "@/lib/dataset/data/scope";
import type { TableParams } from "@/lib/export/table-params";
import { type Refusal, refuse } from "@/lib/http/refusals";
import type { TextFile } from "@/lib/http/response";
import { tableOfReport } from "@/lib/report/data/table-of-report";
import { render } from "@/lib/report/rules/render/render";
import { TABLE_NAMES } from "@/lib/report/rules/tables/all";
import type { TableFormat } from "@/lib/report/schema/table";

/** Content types of tables. */
export const TABLE_TYPES: Record<TableFormat, string> = {
  csv: "text/csv; charset=utf-8",
  json: "application/json; charset=utf-8",
  latex: "application/x-tex; charset=utf-8",
  markdown: "text/markdown; charset=utf-8",
};

/** File extensions of tables. */
export const TABLE_ENDINGS: Record<TableFormat, string> = {
  csv: "csv",
  json: "json",
  latex: "tex",
  markdown: "md",
};

/**
 * One table of the report on a study, as soon as the sections that it is made from are there. Null when the actor
 * may not read the study, or there is no such table; refused while a section is computed. The export is recorded.
 */
export async function openTable(
  actor: Member<"researcher">,
  { of, id, table: name }: TableParams,
  format: TableFormat,
): Promise<TextFile | Refusal<"no-report-yet"> | null> {
  const study = of === "batches" ? { batch: id } : { dataset: id };
  const known = TABLE_NAMES.find((one) => one === name);
  const scope = known && (await findScope(actor, study));
  if (!scope) return null;
  const table = await tableOfReport(actor, study, known);
  if (table === null) return refuse("no-report-yet");
  const subject = [of === "batches" ? "Batch" : "Dataset", id] as const;
  await db.$transaction((tx) =>
    audit(tx, actor, {
      action: "table.exported",
      projectId: scope.projectId,
      subject,
      detail: { table: name, format },
    }),
  );
  return {
    fileName: `countersign-${id.slice(0, 8)}-${name}.${TABLE_ENDINGS[format]}`,
    contentType: TABLE_TYPES[format],
    text: render(table, format),
  };
}
