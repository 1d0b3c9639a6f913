import { expect, test } from "vitest";
import { runsBesideTable } from "@/lib/export/rules/listed-runs";
import type { RunHeader } from "@/lib/export/schema/run-header";

const header = (n: number, hashes: number, leftOut = 0): RunHeader => ({
  ...{
    run: `r${n}`,
    name: `run ${n}`,
    method: "tick.generate",
    methodVersion: "1",
    program: null,
    programBuild: null,
  },
  ...{ profile: "faithful", params: {}, modelRequested: "m", modelsReturned: ["m"] },
  templateHashes: Array.from({ length: hashes }, (_, at) => `hash ${at}`),
  templateHashesLeftOut: leftOut,
  ...{ samplings: [], samplingsLeftOut: 0 },
  ...{ units: 1, failed: 0, price: null, costMicros: null, finishedAt: null },
});
const list = { runs: [header(1, 20), header(2, 200, 3)], olderRunsLeftOut: 2 };

test("20 hashes of a run stand with a table, and the others are counted with those that were not listed", () => {
  const { runs, olderRunsLeftOut } = runsBesideTable(list);
  const [few, many] = runs;
  expect(few).toEqual(list.runs[0]);
  expect(many).toMatchObject({ templateHashesLeftOut: 183 });
  expect(many?.templateHashes).toHaveLength(20);
  expect(olderRunsLeftOut).toBe(2);
});
