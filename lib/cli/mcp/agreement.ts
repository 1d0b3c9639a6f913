import { z } from "zod";
import { Report, ReportParams, type ReportResponse } from "@/lib/report/schema";
import { StudySelection } from "@/lib/report/schema/judgements";
import type { Tool } from "./tool";

/** Tables of a report as "reliability" or "raters.pairs". */
const TABLES = Object.entries(Report.shape).flatMap(([name, schema]) => {
  if (name === "bounded") return [];
  if (schema instanceof z.ZodArray) return [name];
  if (!(schema instanceof z.ZodObject)) return [];
  const parts: [string, unknown][] = Object.entries(schema.shape);
  return parts.filter(([, part]) => part instanceof z.ZodArray).map(([part]) => `${name}.${part}`);
});

const Rows = z.object({
  table: z
    .enum(TABLES)
    .default("reliability")
    .describe(
      "reliability: agreement among raters by scope, level, rater set and exposure; humanVsLlm: models against people",
    ),
  offset: z.int().min(0).default(0).describe("The first row, from 0"),
  rows: z.int().min(1).max(200).default(20).describe("The most rows"),
});

/** The tool that reads the agreement report of a batch, one table at a time. */
export const agreementTool: Tool = {
  name: "read_agreement",
  title: "Agreement report of a batch",
  description:
    "A table of a batch's agreement report with its summary and settings. Headline agreement is the row of exposure " +
    "`independent`; always name metric, level, raters, n, interval and exposure with a number. A null value has a reason. " +
    "While `state` is `computing`, call it again some seconds later. Fields such as item, arm or model narrow the report.",
  method: "GET",
  path: "/api/v1/reports/[of]/[id]",
  params: ReportParams,
  fixed: { of: "batches" },
  query: StudySelection,
  selection: Rows,
  select: (response, input) => tableOf(response as ReportResponse, Rows.parse(input)),
};

function tableOf(
  { report, beginning, ...status }: ReportResponse,
  { table, offset, rows }: z.infer<typeof Rows>,
) {
  const { state, failure, dataVersion, dataAt, asOf, items, choices } = status;
  const source: Partial<Report> | null = report ?? beginning;
  const [name = "", part] = table.split(".");
  const found = source?.[name as keyof Report] as unknown;
  const all = (part === undefined ? found : (found as Record<string, unknown> | undefined)?.[part]) ?? null;
  return {
    ...{ state, failure, dataVersion, dataAt, asOf },
    ...{ study: source?.study ?? null, settings: source?.made ?? null },
    ...{ table, rows: all && (all as unknown[]).slice(offset, offset + rows), offset },
    total: all && (all as unknown[]).length,
    ...(table === "reliability" && offset === 0 && { items: items ?? null, choices: choices ?? null }),
  };
}
