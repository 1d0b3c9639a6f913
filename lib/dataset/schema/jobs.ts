import { job, NoPayload, OneRecord } from "@/lib/queue/job";

/** Completes an import, or removes the remains of a cancelled one. */
export const importRunJob = job("import-run", OneRecord);

/** Resumes imports whose worker has died. */
export const importResumeJob = job("import-resume", NoPayload);

/** Removes a deleted dataset or project, or the contents of an emptied one. */
export const datasetDeleteJob = job("dataset-delete", OneRecord);
export const datasetEmptyJob = job("dataset-empty", OneRecord);
export const projectDeleteJob = job("project-delete", OneRecord);
export const projectEmptyJob = job("project-empty", OneRecord);
