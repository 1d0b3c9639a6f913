import { job, NoPayload, OneRecord } from "@/lib/queue/job";

/** Tests a project's token. */
export const testProlificJob = job("test-prolific", OneRecord);

/** Sends one recorded action to Prolific. */
export const prolificActionJob = job("prolific-action", OneRecord);

/** Fetches the submissions of one study. */
export const fetchProlificJob = job("fetch-prolific", OneRecord);

/** Fetches all running studies, and resumes actions of workers that died. */
export const followProlificJob = job("follow-prolific", NoPayload);
