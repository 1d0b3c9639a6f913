import { job, NoPayload, OneRecord } from "@/lib/queue/job";

/** Processes all running runs until nothing can be done now. */
export const draftWorkJob = job("draft-work", NoPayload);

/** Wakes all workers when there is something to do. */
export const draftResumeJob = job("draft-resume", NoPayload);

/** A run has ended: batches that wait for its drafts may open. Handled by the batch room. */
export const runEndedJob = job("open-waiting-batches", NoPayload);

/** Tests the connection of an endpoint. */
export const endpointTestJob = job("endpoint-test", OneRecord);

/** Completes a rules run over a dataset. */
export const rulesRunJob = job("rules-run", OneRecord);

/** Resumes rules runs whose worker has died. */
export const rulesResumeJob = job("rules-resume", NoPayload);
