import { expect, test } from "vitest";
import { previewRun } from "@/lib/drafting/data/preview-run";
import { RunDesign } from "@/lib/drafting/schema/runs";
import { makeDataset } from "@/testing/builders/datasets";
import { makeMember } from "@/testing/builders/people";
import { makeEndpoint } from "@/testing/builders/runs";

test("a run whose samples would all be one answer is refused by a reason of its own", async () => {
  const dataset = await makeDataset({ tasks: 1, checklist: 1 });
  const project = { id: dataset.projectId };
  const { actor } = await makeMember("admin", { project });
  const endpoint = await makeEndpoint({ project });
  const preview = (params: object) =>
    previewRun(
      actor,
      project.id,
      RunDesign.parse({ dataset: dataset.id, endpoint: endpoint.id, method: "tick.evaluate", params }),
    );
  expect(await preview({ k: 5, temperature: 0 })).toEqual({ refused: "equal-samples" });
  expect(await preview({ k: 0 })).toEqual({ refused: "params-do-not-fit" });
  expect(await preview({ k: 5, temperature: 0.5 })).toMatchObject({ calls: 5 });
});
