import "server-only";
import { z } from "zod";
import { computeReport } from "@/lib/report/data";

const Payload = z.object({ id: z.uuid() });

/** What the worker does for reports: the arithmetic takes seconds, which no page may wait for. */
export const reportTasks = {
  async "report-compute"(payload: { id: string }): Promise<void> {
    await computeReport(Payload.parse(payload).id);
  },
};
