import { z } from "zod";
import { notFound, route } from "@/lib/api/route";
import { ParticipationLinkParams } from "@/lib/participation/schema";
import { requestFetch } from "@/lib/prolific/data/studies";

export const POST = route(
  {
    as: "admin",
    summary: "Have the submissions of a study fetched from Prolific",
    answer: z.object({ id: z.uuid() }),
    params: ParticipationLinkParams,
  },
  async ({ actor, params }) => (await requestFetch(actor, params.link)) ?? notFound(),
);
