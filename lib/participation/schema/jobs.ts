import { job, NoPayload } from "@/lib/queue/job";

/** Gives the places of participants who left back to their links. */
export const releaseParticipationsJob = job("give-back-places", NoPayload);
