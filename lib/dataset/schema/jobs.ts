import { job, NoPayload, OneRecord } from "@/lib/queue/job";

/** Completes an import, or removes the remains of a cancelled one. */
export const importRunJob = job("import-run", OneRecord);

/** A dataset has more records: batches that take new ones by themselves get them. Handled by the batch room. */
export const datasetGrewJob = job("take-new-subjects", NoPayload);

/** Resumes imports whose worker has died. */
export const importResumeJob = job("import-resume", NoPayload);

/** Removes a deleted dataset or project, or the contents of an emptied one. */
export const datasetDeleteJob = job("dataset-delete", OneRecord);
export const datasetEmptyJob = job("dataset-empty", OneRecord);
export const projectDeleteJob = job("project-delete", OneRecord);
export const projectEmptyJob = job("project-empty", OneRecord);
