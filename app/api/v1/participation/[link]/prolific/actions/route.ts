import { z } from "zod";
import { notFound, route } from "@/lib/api/route";
import { ParticipationLinkParams } from "@/lib/participation/schema";
import { requestProlificAction } from "@/lib/prolific/data/actions";
import { NewProlificAction } from "@/lib/prolific/schema";

export const POST = route(
  {
    as: "admin",
    summary: "Publish a study on Prolific, or approve, reject, return, screen out or reward its submissions",
    answer: z.object({ action: z.uuid() }),
    params: ParticipationLinkParams,
    body: NewProlificAction,
    browserOnly: true,
  },
  async ({ actor, params, body }) => (await requestProlificAction(actor, params.link, body)) ?? notFound(),
);
