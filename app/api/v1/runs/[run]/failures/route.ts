import { z } from "zod";
import { notFound, route } from "@/lib/api/route";
import { listFailures } from "@/lib/drafting/data/progress";
import { RunFailure, RunParams } from "@/lib/drafting/runs";

export const GET = route(
  {
    as: "researcher",
    summary: "What failed in a run, and why",
    answer: z.array(RunFailure),
    params: RunParams,
  },
  async ({ actor, params }) => (await listFailures(actor, params.run)) ?? notFound(),
);
