import { job, NoPayload } from "@/lib/queue/job";

/** Releases the places of participants who left. */
export const releaseParticipationsJob = job("give-back-places", NoPayload);
