import type { MonitorSearch } from "@/app/projects/[project]/batches/[batch]/monitor-search";
import type { requireBatch } from "@/app/projects/[project]/batches/[batch]/require-batch";
import type { Progress } from "@/lib/batch/schema/views";

/** Data that every section of a batch's page needs. A section loads the rest of its data itself. */
export interface BatchPageContext extends Awaited<ReturnType<typeof requireBatch<"researcher">>> {
  isAdmin: boolean;
  /** The batch has not been opened yet. */
  drafted: boolean;
  /** The batch is open or paused. */
  running: boolean;
  progress: Progress;
  /** The version of the data that the page shows. */
  version: string;
  search: MonitorSearch;
  /** The paths of the list of batches and of this batch. */
  home: string;
  here: string;
}
