import { z } from "zod";
import { AssignmentFilter, SubjectFilter, ThroughputPeriod } from "@/lib/batch/schema";

const Position = z.coerce
  .number()
  .int()
  .min(0)
  .max(2 ** 31 - 1);

/** Query of the monitor; invalid values are ignored. */
export const MonitorSearch = z.object({
  filter: SubjectFilter.catch("all"),
  hand: AssignmentFilter.catch("all"),
  per: ThroughputPeriod.optional().catch(undefined),
  /** Pseudonym of the annotator whose work is shown, if only one's is. */
  annotator: z.string().min(1).max(200).optional().catch(undefined),
  after: Position.optional().catch(undefined),
  before: Position.optional().catch(undefined),
});
export type MonitorSearch = z.infer<typeof MonitorSearch>;

/** Address of the monitor with a changed filter; a new filter starts on page one. */
export function monitorHref(home: string, search: MonitorSearch, change: Partial<MonitorSearch>): string {
  const { after: _, before: __, ...filters } = search;
  return hrefWith(home, { ...filters, ...change });
}

/** An address with a query of the given values; without those that are undefined or "all", the default. */
export function hrefWith(path: string, values: Record<string, string | number | undefined>): string {
  const query = new URLSearchParams();
  for (const [key, value] of Object.entries(values))
    if (value !== undefined && value !== "all") query.set(key, String(value));
  return query.size > 0 ? `${path}?${query}` : path;
}
