import "server-only";
import type { Member } from "@/lib/auth/actor";
import { audit } from "@/lib/auth/audit";
import { db } from "@/lib/database/db";
import { findScope, type StudyId } from "@/lib/dataset/data/scope";
import type { TableParams } from "@/lib/export/tables";
import { type Refusal, refuse } from "@/lib/http/refusals";
import type { TextFile } from "@/lib/http/response";
import { findOverview, findSection } from "@/lib/report/data";
import { SECTION_COUNT } from "@/lib/report/find-report";
import { render } from "@/lib/report/rules/render/render";
import { TABLE_NAMES, tableFrom } from "@/lib/report/rules/tables/all";
import type { Report } from "@/lib/report/schema";
import { type ReportSection, SECTIONS, type SectionName } from "@/lib/report/schema/sections";
import type { Table, TableFormat } from "@/lib/report/schema/table";

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
  const table = await makeTable(actor, study, known);
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

/** A table from the sections that it needs; null while one of them is computed, or could not be. */
async function makeTable(
  actor: Member<"researcher">,
  study: StudyId,
  name: (typeof TABLE_NAMES)[number],
): Promise<Table | null> {
  const found = await findOverview(actor, study);
  if (!found?.overview || !found.choices || found.dataAt === null) return null;
  const { study: summary, made, bounded, onlyTarget, items } = found.overview;
  const sections: ReportSection[] = [];
  // Each turn adds a section; a table needs at most all of them.
  while (sections.length <= SECTION_COUNT) {
    const [first] = sections;
    const parts: Partial<Report> = Object.assign({}, ...sections.map((section) => section.parts), {
      study: summary,
      choices: found.choices,
      ...(first && {
        made: { ...made, data: first.made.data },
        bounded: [...bounded, ...sections.flatMap((section) => section.bounded)],
      }),
    });
    const named = sections.find((section) => section.items !== null)?.items ?? items;
    const table = tableFrom(name, parts, { items: named, onlyTarget });
    if (!("missing" in table)) return table;
    const next = await findSection(actor, study, {}, sectionWith(table.missing));
    // Sections of two versions of the data do not go together.
    if (!next?.section || next.dataAt !== found.dataAt) return null;
    sections.push(next.section);
  }
  throw new Error(`table ${name} is made from a part that no section has`);
}

/** The section with a part of the report; what all sections have comes with any of them. */
function sectionWith(part: keyof Report): SectionName {
  const names = Object.keys(SECTIONS) as SectionName[];
  return names.find((name) => (SECTIONS[name] as readonly string[]).includes(part)) ?? "agreement";
}
