import type { RunHeader, RunList } from "@/lib/export/schema/run-header";

/** Runs that are listed of a study. */
export const MOST_RUNS = 500;
/** Hashes of prompts that are listed of one run: prompts differ with the items they ask about. */
export const MOST_HASHES = 200;
/** Hashes that stand with every table. */
const MOST_BESIDE_TABLE = 20;

type Hashes = Pick<RunHeader, "templateHashes" | "templateHashesLeftOut">;

/** The first hashes of a run's prompts, and how many more there are, with those that were left out before. */
export function listedHashes(hashes: readonly string[], most = MOST_HASHES, leftOut = 0): Hashes {
  return {
    templateHashes: hashes.slice(0, most),
    templateHashesLeftOut: leftOut + Math.max(0, hashes.length - most),
  };
}

/** The runs as they stand with each table, with few of their hashes: `runs.json` has the others. */
export const runsBesideTable = ({ runs, olderRunsLeftOut }: RunList): RunList => ({
  runs: runs.map((run) => ({
    ...run,
    ...listedHashes(run.templateHashes, MOST_BESIDE_TABLE, run.templateHashesLeftOut),
  })),
  olderRunsLeftOut,
});
