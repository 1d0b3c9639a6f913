import "server-only";
import { forgetWhatIsOver } from "@/lib/auth/data";

export const authTasks = {
  /** Sessions and links that ended long ago, and limits nobody runs into. */
  async "forget-what-is-over"(_payload: unknown): Promise<void> {
    await forgetWhatIsOver();
  },
};

export const authCrontab = "17 * * * * forget-what-is-over";
