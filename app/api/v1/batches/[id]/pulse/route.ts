import { notFound, route } from "@/lib/api/route";
import { findPulse } from "@/lib/batch/data/monitor";
import { BatchParams } from "@/lib/batch/schema";
import { Pulse } from "@/lib/batch/schema/views";

export const GET = route(
  {
    as: "researcher",
    summary: "A text that changes when the monitor of a batch would show something else",
    answer: Pulse,
    params: BatchParams,
  },
  async ({ actor, params }) => (await findPulse(actor, params.id)) ?? notFound(),
);
