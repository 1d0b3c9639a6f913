import "server-only";
import type { Member } from "@/lib/auth/actor";
import type { StudyId } from "@/lib/dataset/data/scope";
import { findOverview, findSection } from "@/lib/report/data/find-report";
import { SECTION_COUNT } from "@/lib/report/data/stored-report";
import { type TABLE_NAMES, tableFrom } from "@/lib/report/rules/tables/all";
import type { Report } from "@/lib/report/schema";
import { type ReportSection, SECTIONS, type SectionName } from "@/lib/report/schema/sections";
import type { Table } from "@/lib/report/schema/table";

/** A table from the sections that it needs; null while one of them is computed, or could not be. */
export async function tableOfReport(
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
