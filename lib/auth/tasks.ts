import "server-only";
import { forgetWhatIsOver } from "@/lib/auth/data";
import { DAY } from "@/lib/auth/rules";
import { forgetInvitations } from "@/lib/invitation/data";

export const authTasks = {
  /** Sessions, links and invitations that ended long ago, and limits nobody runs into. */
  async "forget-what-is-over"(_payload: unknown): Promise<void> {
    await forgetWhatIsOver();
    await forgetInvitations(new Date(Date.now() - 30 * DAY));
  },
};

export const authCrontab = "17 * * * * forget-what-is-over";
