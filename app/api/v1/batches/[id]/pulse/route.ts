import { notFound, route } from "@/lib/api/route";
import { findMonitorVersion } from "@/lib/batch/data/monitor";
import { BatchParams } from "@/lib/batch/schema";
import { MonitorVersion } from "@/lib/batch/schema/views";

export const GET = route(
  {
    as: "researcher",
    summary: "A text that changes whenever the monitor of a batch would change",
    answer: MonitorVersion,
    params: BatchParams,
  },
  async ({ actor, params }) => (await findMonitorVersion(actor, params.id)) ?? notFound(),
);
