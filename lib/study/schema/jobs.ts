import { job, NoPayload, OneRecord } from "@/lib/queue/job";

/** Creates a version of a frozen study. */
export const freezeStudyJob = job("study-freeze", OneRecord);

/** Resumes versions whose worker has died. */
export const resumeFreezingJob = job("study-resume", NoPayload);
