import "server-only";
import { DAY } from "@/lib/auth/rules";
import { forgetInvitations } from "@/lib/invitation/data";
import { forgetEndedInvitationsJob } from "@/lib/invitation/schema/jobs";
import { handle } from "@/lib/queue/job";

export const invitationJobs = [
  handle(
    forgetEndedInvitationsJob,
    async () => void (await forgetInvitations(new Date(Date.now() - 30 * DAY))),
    { schedule: "17 * * * *" },
  ),
];
