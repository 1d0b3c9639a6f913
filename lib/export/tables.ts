import { z } from "zod";
import { TABLE_NAMES } from "@/lib/report/rules/tables/all";
import { ReportParams } from "@/lib/report/schema";
import { TABLE_FORMATS } from "@/lib/report/schema/table";

/** One table of the report on a batch or a dataset. */
export const TableParams = z.strictObject({ ...ReportParams.shape, table: z.enum(TABLE_NAMES) });
export type TableParams = z.infer<typeof TableParams>;

export const TableQuery = z.strictObject({ format: z.enum(TABLE_FORMATS).default("csv") });
