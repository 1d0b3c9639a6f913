import { job, NoPayload, OneRecord } from "@/lib/queue/job";

/** Makes a version of a frozen study. */
export const freezeStudyJob = job("study-freeze", OneRecord);

/** Takes up again the versions whose worker has died. */
export const resumeFreezingJob = job("study-resume", NoPayload);
