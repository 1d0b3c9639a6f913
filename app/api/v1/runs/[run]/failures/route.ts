import { notFound, route } from "@/lib/api/route";
import { listFailures } from "@/lib/drafting/data/progress";
import { RunParams } from "@/lib/drafting/runs";

export const GET = route(
  { as: "researcher", summary: "What failed in a run, and why", params: RunParams },
  async ({ actor, params }) => (await listFailures(actor, params.run)) ?? notFound(),
);
