import "server-only";
import { resumeImports, runImport } from "@/lib/dataset/import/run";
import { deleteDataset, deleteProject, emptyDataset, emptyProject } from "@/lib/dataset/removal/delete-rows";
import {
  datasetDeleteJob,
  datasetEmptyJob,
  importResumeJob,
  importRunJob,
  projectDeleteJob,
  projectEmptyJob,
} from "@/lib/dataset/schema/jobs";
import { handle } from "@/lib/queue/job";

export const datasetJobs = [
  handle(
    importRunJob,
    async ({ id }, { abortSignal }) => void (await runImport(id, { signal: abortSignal })),
  ),
  handle(datasetDeleteJob, async ({ id }) => void (await deleteDataset(id))),
  handle(datasetEmptyJob, async ({ id }) => void (await emptyDataset(id))),
  handle(projectDeleteJob, async ({ id }) => void (await deleteProject(id))),
  handle(projectEmptyJob, async ({ id }) => void (await emptyProject(id))),

  /** Every minute, because the queue itself waits hours for a killed worker. */
  handle(importResumeJob, async () => void (await resumeImports()), { schedule: "* * * * *" }),
];
