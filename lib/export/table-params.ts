import { z } from "zod";
import { PAPERS } from "@/lib/report/rules/papers/registry";
import { TABLE_NAMES } from "@/lib/report/rules/tables/all";
import { ReportParams } from "@/lib/report/schema";
import { TABLE_FORMATS } from "@/lib/report/schema/table";

/** Content types of a table, in the order of its formats. */
export const TABLE_FILES = ["text/csv", "application/json", "application/x-tex", "text/markdown"];

/** One table of the report on a batch or a dataset. */
export const TableParams = z.strictObject({ ...ReportParams.shape, table: z.enum(TABLE_NAMES) });
export type TableParams = z.infer<typeof TableParams>;

export const TableQuery = z.strictObject({ format: z.enum(TABLE_FORMATS).default("csv") });

/** Tables of a paper, computed from a batch or a dataset. */
export const PaperTableParams = z.strictObject({
  ...ReportParams.shape,
  paper: z.enum(PAPERS.map(({ id }) => id)),
  /** As the paper numbers it, or a name of ours; a number that several of our tables share is the name of none. */
  table: z.string().max(40),
});
export type PaperTableParams = z.infer<typeof PaperTableParams>;

/**
 * `published`: with the values that the paper prints, as rows beside one's own. `intervals`: with 95 % intervals over tasks
 * beside the numbers.
 */
const additions = { published: z.stringbool().default(false), intervals: z.stringbool().default(false) };

export const PaperTableQuery = z.strictObject({
  format: z.enum(TABLE_FORMATS).default("csv"),
  ...additions,
  runs: z
    .stringbool()
    .default(false)
    .describe(
      "CSV with the runs behind the table above its header, in lines that begin with #; other formats have them",
    ),
});

/** Parameters of the page of tables. */
export const PaperPageQuery = z.object({
  paper: z.enum(PAPERS.map(({ id }) => id)).optional(),
  ...additions,
});
export type PaperPageQuery = z.infer<typeof PaperPageQuery>;

/** Numbers that a table shows beside the study's own numbers. */
export type TableAdditions = Pick<PaperPageQuery, "published" | "intervals">;
