import { namedReport, tableFromReport } from "@/lib/report/rules/papers/from-report";
import { tableOf } from "@/lib/report/rules/tables/build";
import { countColumn, textColumn } from "@/lib/report/rules/tables/columns";
import { wordsTable as reportWords } from "@/lib/report/rules/tables/decisions";
import type { PaperTable } from "@/lib/report/schema/paper-table";
import type { ReportDecision, StudyData } from "@/lib/report/schema/study";

/** Frequent words of instructions, with the criteria of their tasks. */
export const wordsTable = tableFromReport(
  {
    ...{ id: "F1", name: "coeval-f1", title: "CoEval, Figure 1: words of instructions and their criteria" },
    needs: "tasks with criteria",
    lacking: "criteria of tasks whose instructions have frequent words in common",
  },
  ({ decisions }) => decisions.words.filter(({ criteria }) => criteria.length > 0),
  ({ report }, rows) => reportWords(report, rows),
);

interface SheetRow {
  task: string | null;
  criterion: string;
  final: string | null;
  accepted: number | null;
  revised: number | null;
  removed: number | null;
  added: number | null;
}

/** Each drafted criterion with what people did to it, and those that people added. */
export const criteriaSheetTable: PaperTable = {
  id: "sheet",
  also: ["T2", "T12", "T13", "T15", "T16"],
  title: "Criteria sheets: drafted, final and added criteria",
  needs: "people’s decisions on the items of drafted criteria",
  of: (source) => {
    const rows = sheetOf(source.study);
    if (rows.length === 0)
      return { missing: ["decisions of people on the items of a rubric that a model drafted"] };
    return tableOf(namedReport(source).report, rows, {
      name: "coeval-sheet",
      title: "CoEval, Tables 2, 12, 13, 15 and 16: criteria sheets",
      description: "Drafted criteria with people’s decisions, and the criteria that people added",
      columns: [
        {
          ...textColumn<SheetRow>(
            "task",
            "Task",
            "Empty for a rubric of the whole project",
            ({ task }) => task,
          ),
          optional: true,
        },
        textColumn<SheetRow>(
          "criterion",
          "Criterion",
          "As it was drafted; empty for an addition",
          (row) => row.criterion,
        ),
        textColumn<SheetRow>(
          "final",
          "Final text",
          "As most people left it; empty where most removed it",
          (row) => row.final,
        ),
        ...(["accepted", "revised", "removed", "added"] as const).map((key) =>
          countColumn<SheetRow>(key, WORDS[key], "people", `People who ${key} it`, (row) => row[key]),
        ),
      ],
      kinds: ["human", "llm"],
      n: { of: "decisions", count: source.study.decisions.length },
      intervals: false,
    });
  },
};

const WORDS = { accepted: "Approved", revised: "Revised", removed: "Deleted", added: "Added" };

function sheetOf({ items, decisions }: StudyData): SheetRow[] {
  const byItem = new Map<string, ReportDecision[]>();
  for (const decision of decisions) {
    if (decision.raterKind !== "human") continue;
    byItem.set(decision.item, [...(byItem.get(decision.item) ?? []), decision]);
  }
  const ofItem = items.flatMap(({ key, task, name, text, model }): SheetRow[] => {
    const own = byItem.get(key) ?? [];
    const drafted = own.filter(({ action }) => action !== "add");
    if (drafted.length === 0 || model === null) return [];
    const count = (action: ReportDecision["action"]) =>
      drafted.filter((decision) => decision.action === action).length;
    const [accepted, revised, removed] = [count("accept"), count("revise"), count("remove")];
    const words = mostFrequent(drafted.flatMap((one) => (one.action === "revise" ? (one.text ?? []) : [])));
    const isRevised = revised * 2 > accepted + revised && words !== null;
    const left = isRevised ? words : text;
    return [
      {
        ...{ task, criterion: name ? `${name}: ${text}` : text, accepted, revised, removed, added: null },
        final: removed * 2 > drafted.length ? null : left,
      },
    ];
  });
  const additions = new Map<string, SheetRow & { added: number }>();
  for (const [, own] of byItem)
    for (const { action, text, task } of own) {
      if (action !== "add" || text === null) continue;
      const key = JSON.stringify([task, text.trim().toLowerCase()]);
      const row = additions.get(key) ?? {
        ...{ task, criterion: "", final: text, accepted: null, revised: null, removed: null, added: 0 },
      };
      row.added++;
      additions.set(key, row);
    }
  return ofItem.length === 0 ? [] : [...ofItem, ...additions.values()];
}

function mostFrequent(texts: readonly string[]): string | null {
  const counts = new Map<string, number>();
  for (const text of texts) counts.set(text, (counts.get(text) ?? 0) + 1);
  const [most] = [...counts].sort(([, a], [, b]) => b - a);
  return most?.[0] ?? null;
}
