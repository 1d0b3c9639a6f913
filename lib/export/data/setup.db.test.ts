import { expect, test } from "vitest";
import { fromSnapshot } from "@/lib/database/snapshot";
import { setupOf } from "@/lib/export/data/setup";
import { setupWords } from "@/lib/export/rules/setup-words";
import { makeBatch } from "@/testing/builders/batches";
import { makeDataset } from "@/testing/builders/datasets";
import { makeChecklists } from "@/testing/builders/drafted";
import { makeRun } from "@/testing/builders/runs";

test("the methods text names the rubrics that a run judged by", async () => {
  const dataset = await makeDataset({ tasks: 1 });
  await makeChecklists(dataset, "Older checklists");
  await makeChecklists(dataset, "Newer checklists");
  const judging = await makeRun({ dataset, method: "tick.evaluate" });
  const drafts = { from: "run", run: judging.id } as const;
  const batch = await makeBatch({
    ...{ dataset, preset: "checklist-answering", open: false },
    arms: [
      {
        ...{ name: "A", k: 1, exposure: null },
        steps: [{ type: "judge", kind: "checklist", exposure: "draft-first", drafts }],
      },
    ],
  });
  for await (const setup of fromSnapshot(async function* (snapshot) {
    yield await setupOf(snapshot, batch.id);
  })) {
    const name =
      "“Run” (tick.evaluate, model-1), which judged by rubrics from the run “Newer checklists” (tick.generate, model-1)";
    expect(setup?.protocol.sources).toMatchObject({ [judging.id]: name });
    expect(setupWords(setup?.words ?? expect.fail()).join(" ")).toContain(`the run ${name}`);
  }
  expect.assertions(2);
});
