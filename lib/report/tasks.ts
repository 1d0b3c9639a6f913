import "server-only";
import { z } from "zod";
import { failReport } from "@/lib/report/data";
import { computeApart } from "@/lib/report/report-process-client";

const Payload = z.object({ id: z.uuid() });

/** What the worker does for reports: the arithmetic takes seconds, which no page may wait for, and memory. */
export const reportTasks = {
  async "report-compute"(payload: { id: string }): Promise<void> {
    const { id } = Payload.parse(payload);
    const fate = await computeApart(id);
    // Once: what was too much is too much the second time.
    if (fate !== "done") await failReport(id, fate);
  },
};
