import { notFound, route } from "@/lib/api/route";
import { startRun } from "@/lib/drafting/data/runs";
import { RunParams } from "@/lib/drafting/runs";

export const POST = route(
  { as: "admin", summary: "Start a drafted run", params: RunParams },
  async ({ actor, params }) => (await startRun(actor, params.run)) ?? notFound(),
);
