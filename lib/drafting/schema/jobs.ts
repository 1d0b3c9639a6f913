import { job, NoPayload, OneRecord } from "@/lib/queue/job";

/** Works on every running run until nothing is left that can be done now. */
export const draftWorkJob = job("draft-work", NoPayload);

/** Wakes as many workers as there are, when there is something to do. */
export const draftResumeJob = job("draft-resume", NoPayload);

/** A run has ended: whatever waits for its drafts may open. The rooms above that wait say how. */
export const runEndedJob = job("open-waiting-batches", NoPayload);

/** Tries the connection of an endpoint. */
export const endpointTestJob = job("endpoint-test", OneRecord);

/** Lets the rules read a dataset to its end. */
export const rulesRunJob = job("rules-run", OneRecord);

/** Takes up again the readings by rules whose worker has died. */
export const rulesResumeJob = job("rules-resume", NoPayload);
