import { job, NoPayload } from "@/lib/queue/job";

/** Deletes invitations that expired long ago. */
export const forgetEndedInvitationsJob = job("forget-ended-invitations", NoPayload);
