import { existsSync } from "node:fs";
import path from "node:path";
import { BaseSequencer } from "vitest/node";

/**
 * Short files with long tests, the longest first: they start other processes, or send thousands of requests. Without a
 * record of earlier runs vitest takes a file's size for its time, and would leave these for the end, one process alone.
 */
const LONGEST = [
  "app/api/authorisation.db.test.ts",
  "lib/installation/backup/backup.db.test.ts",
  "lib/drafting/data/killed.db.test.ts",
  "lib/report/computation/report-process-client.db.test.ts",
  "lib/worker/orphans.db.test.ts",
  "app/api/locks.db.test.ts",
];

/** Vitest's order of test files, with the longest ones first. */
export class LongestFirst extends BaseSequencer {
  /**
   * @override
   * @param {import("vitest/node").TestSpecification[]} files
   */
  async sort(files) {
    const { root } = this.ctx.config;
    const gone = LONGEST.filter((name) => !existsSync(path.join(root, name)));
    if (gone.length > 0) throw new Error(`no such test files: ${gone.join(", ")}`);
    const sorted = await super.sort(files);
    const first = LONGEST.flatMap((name) =>
      sorted.filter((file) => path.relative(root, file.moduleId) === name),
    );
    return [...first, ...sorted.filter((file) => !first.includes(file))];
  }
}
