import { z } from "zod";
import { notFound, route } from "@/lib/api/route";
import { resolveFlag } from "@/lib/review/data/remarks";
import { FlagParams, ResolveBody } from "@/lib/review/schema";

export const POST = route(
  {
    as: "admin",
    summary: "Resolve a flag with a note",
    answer: z.object({ resolvedAt: z.date() }),
    params: FlagParams,
    body: ResolveBody,
  },
  async ({ actor, params, body }) => (await resolveFlag(actor, params.flag, body.resolution)) ?? notFound(),
);
