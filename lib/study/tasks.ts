import "server-only";
import { z } from "zod";
import { freezeVersion, listStalled } from "@/lib/study/data/freeze";

const Payload = z.object({ id: z.uuid() });

/** What the worker does for frozen studies. */
export const studyTasks = {
  /** Makes a version that was asked for. */
  async "study-freeze"(payload: { id: string }): Promise<void> {
    await freezeVersion(Payload.parse(payload).id);
  },
  /** Takes up again what died with its worker. */
  async "study-resume"(_payload: unknown): Promise<void> {
    for (const id of await listStalled()) await freezeVersion(id);
  },
};

/** Once a minute, because the queue itself waits hours for a worker that was killed. */
export const studyCrontab = "* * * * * study-resume";
