import { z } from "zod";
import { notFound, route } from "@/lib/api/route";
import { resolveProlificAction } from "@/lib/prolific/data/actions";
import { ProlificActionParams, ResolveProlificAction } from "@/lib/prolific/schema";

export const PATCH = route(
  {
    as: "admin",
    summary: "Record whether a bonus was paid when Prolific did not answer the request",
    answer: z.object({ action: z.uuid() }),
    params: ProlificActionParams,
    body: ResolveProlificAction,
    browserOnly: true,
  },
  async ({ actor, params, body }) =>
    (await resolveProlificAction(actor, params.link, params.action, body.paid)) ?? notFound(),
);
