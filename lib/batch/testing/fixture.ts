import { NewBatch } from "@/lib/batch/schema";
import { stepsOf } from "@/testing/builders/batches";
import { makeMember } from "@/testing/builders/people";
import { makeProject } from "@/testing/builders/projects";

export async function makeStudy() {
  const project = await makeProject();
  const admin = await makeMember("admin", { project });
  const researcher = await makeMember("researcher", { project });
  const annotators = [
    await makeMember("annotator", { project }),
    await makeMember("annotator", { project }),
  ] as const;
  return { project, admin, researcher, annotators };
}

export function batchFor(
  study: { project: { id: string } },
  dataset: { id: string },
  change: Partial<NewBatch> = {},
) {
  return NewBatch.parse({
    project: study.project.id,
    dataset: dataset.id,
    name: "Pilot",
    preset: "direct-scoring",
    arms: [{ name: "A", k: 2, steps: stepsOf("direct-scoring"), exposure: null }],
    joinLater: true,
    guidelines: "Read first.",
    ...change,
  });
}
