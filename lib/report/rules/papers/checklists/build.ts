import { provenanceParts } from "@/lib/report/rules/papers/from-report";
import { type About, tableOf } from "@/lib/report/rules/tables/build";
import { textColumn } from "@/lib/report/rules/tables/columns";
import { unitsOf } from "@/lib/report/rules/units";
import type { MissingRecords, PaperSource } from "@/lib/report/schema/paper-table";
import type { Table } from "@/lib/report/schema/table";
import { type ChecklistData, checklistData, type Judge, type Kind } from "./verdicts";

/** Rows as a table of the checklist study. */
export function checklistTable<Row extends object>(
  source: PaperSource,
  rows: readonly Row[],
  about: Omit<About<Row>, "kinds" | "intervals"> & Partial<Pick<About<Row>, "kinds" | "intervals">>,
): Table {
  const { study, options } = source;
  const report = provenanceParts(study, unitsOf(study), options);
  const { verdictsLeftOut } = checklistData(source);
  const leftOut =
    verdictsLeftOut === 0
      ? []
      : [
          `Of verdicts by several checklists of one policy and model for a task those by the first count: ${verdictsLeftOut} ${verdictsLeftOut === 1 ? "is" : "are"} left out.`,
        ];
  return tableOf(report, rows, {
    kinds: ["llm", "gold", "human"],
    n: { of: "drafts", count: report.study.drafts },
    intervals: false,
    ...about,
    notes: [...(about.notes ?? []), ...leftOut],
  });
}

export interface JudgeRow {
  model: string;
  condition: string;
}

/** The model, and its parameters where one model has several. */
export function judgeColumns<Row extends JudgeRow>(rows: readonly Row[]) {
  const isOne = (model: string) =>
    new Set(rows.flatMap((row) => (row.model === model ? [row.condition] : []))).size < 2;
  return [
    textColumn<Row>("model", "Model", "The model that judged", ({ model }) => model),
    {
      ...textColumn<Row>(
        "condition",
        "Condition",
        "The parameters of its runs, where several differ",
        ({ model, condition }) => (isOne(model) ? null : condition),
      ),
      optional: true as const,
    },
  ];
}

const KINDS = {
  pairwise: {
    known: "preferences of gold or of people for the pairs",
    none: "drafts by clstudy.pairwise.none with their votes",
    checklist: "drafts by clstudy.pairwise.checklist with their votes",
    ablation: "drafts by clstudy.pairwise.ablation",
    selective: "drafts by clstudy.pairwise.selective",
  },
  direct: {
    known: "overall scores by gold or by people for the responses",
    none: "drafts by clstudy.direct.none with their votes",
    checklist: "drafts by clstudy.direct.checklist with their votes",
    ablation: "drafts by clstudy.direct.ablation",
    selective: "drafts by clstudy.direct.selective",
  },
};

export type Part = keyof (typeof KINDS)["pairwise"];

/** The records of these parts, in words. */
export function partsInWords(kind: Kind, parts: readonly Part[]): string {
  return parts.map((part) => KINDS[kind][part]).join(", ");
}

/** The judges of a kind that have all of these parts, or which records the study lacks. */
export function judgesWith(
  source: PaperSource,
  kind: Kind,
  parts: readonly Part[],
): { data: ChecklistData; judges: Judge[] } | MissingRecords {
  const data = checklistData(source);
  const ofKind = data.judges.filter((judge) => judge.kind === kind);
  const lacks = parts.filter((part) =>
    part === "known" ? data.known[kind].size === 0 : ofKind.every((judge) => judge[part].size === 0),
  );
  if (lacks.length > 0) return { missing: lacks.map((part) => KINDS[kind][part]) };
  const judges = ofKind.filter((judge) => parts.every((part) => part === "known" || judge[part].size > 0));
  return judges.length > 0
    ? { data, judges }
    : { missing: [`${partsInWords(kind, parts)}, all by one model with the same parameters`] };
}

/** The policy that wrote the checklists of a row. */
export const policyColumn = <Row extends { policy: string }>() =>
  textColumn<Row>(
    "policy",
    "Checklists",
    "The policy that wrote them, and the model",
    ({ policy }) => policy,
  );
