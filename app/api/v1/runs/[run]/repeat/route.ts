import { z } from "zod";
import { notFound, route } from "@/lib/api/route";
import { repeatRun } from "@/lib/drafting/data/create-run";
import { RunParams } from "@/lib/drafting/schema/runs";

export const POST = route(
  {
    as: "admin",
    summary: "Make the same run again, as a draft, without reusing any answers",
    answer: z.object({ id: z.uuid(), units: z.int() }),
    params: RunParams,
  },
  async ({ actor, params }) => (await repeatRun(actor, params.run)) ?? notFound(),
);
