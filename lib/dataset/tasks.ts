import "server-only";
import type { JobHelpers } from "graphile-worker";
import { z } from "zod";
import { resumeImports, runImport } from "@/lib/dataset/import/run";
import { deleteDataset, deleteProject, emptyDataset, emptyProject } from "@/lib/dataset/removal/remove";

const Payload = z.object({ id: z.uuid() });

/** What the worker does for datasets. */
export const datasetTasks = {
  /** Takes an import to its end, or removes what a cancelled one has left. */
  async "import-run"(payload: { id: string }, helpers: JobHelpers): Promise<void> {
    await runImport(Payload.parse(payload).id, { signal: helpers.abortSignal });
  },
  /** Removes what somebody deleted, or emptied a dataset or a project of. */
  async "dataset-delete"(payload: { id: string }): Promise<void> {
    await deleteDataset(Payload.parse(payload).id);
  },
  async "dataset-empty"(payload: { id: string }): Promise<void> {
    await emptyDataset(Payload.parse(payload).id);
  },
  async "project-delete"(payload: { id: string }): Promise<void> {
    await deleteProject(Payload.parse(payload).id);
  },
  async "project-empty"(payload: { id: string }): Promise<void> {
    await emptyProject(Payload.parse(payload).id);
  },
  /** Takes up again what died with its worker. */
  async "import-resume"(_payload: unknown): Promise<void> {
    await resumeImports();
  },
};

/** Once a minute, because the queue itself waits hours for a worker that was killed. */
export const datasetCrontab = "* * * * * import-resume";
