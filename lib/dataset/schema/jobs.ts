import { job, NoPayload, OneRecord } from "@/lib/queue/job";

/** Takes an import to its end, or removes what a cancelled one has left. */
export const importRunJob = job("import-run", OneRecord);

/** Takes up again the imports whose worker has died. */
export const importResumeJob = job("import-resume", NoPayload);

/** Removes a dataset or a project that was deleted, or what was in one that was emptied. */
export const datasetDeleteJob = job("dataset-delete", OneRecord);
export const datasetEmptyJob = job("dataset-empty", OneRecord);
export const projectDeleteJob = job("project-delete", OneRecord);
export const projectEmptyJob = job("project-empty", OneRecord);
