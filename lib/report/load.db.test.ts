import { expect, test } from "vitest";
import { findScope } from "@/lib/dataset/data/scope";
import { loadStudy } from "@/lib/report/load";
import { reportOf } from "@/lib/report/rules/report";
import { makeBatch, makeDataset, makeMember, makeProject } from "@/prisma/builders";

test("a batch's report is about the rubrics its protocol works on, not about the rest of the dataset", async () => {
  const project = await makeProject();
  const { actor } = await makeMember("researcher", { project });
  const dataset = await makeDataset({ project, checklist: 2, criteria: 3, overallDrafts: true });
  const loaded = async (preset: "criterion-scoring" | "checklist-review", overallScore: boolean) => {
    const { id } = await makeBatch({ dataset, preset, settings: { overallScore } });
    const scope = await findScope(actor, { batch: id });
    if (!scope) throw new Error("the batch is the researcher's own");
    return reportOf((await loadStudy(scope)).study, { replicates: 20, seed: 1 });
  };

  const scoring = await loaded("criterion-scoring", false);
  expect(scoring.study).toMatchObject({ tasks: 3, responses: 3, drafts: 9 });
  expect(
    scoring.reliability.filter(({ scope, reason }) => scope === "all" && reason === "mixed-scales"),
  ).toEqual([]);

  expect((await loaded("criterion-scoring", true)).study.drafts).toBe(12);
  // Drafted answers are not what a review of the questions is about.
  expect((await loaded("checklist-review", false)).study.drafts).toBe(0);
});
