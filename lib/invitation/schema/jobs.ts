import { job, NoPayload } from "@/lib/queue/job";

/** Removes invitations that ended long ago. */
export const forgetEndedInvitationsJob = job("forget-ended-invitations", NoPayload);
