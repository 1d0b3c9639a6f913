import { z } from "zod";
import { notFound, route } from "@/lib/api/route";
import { changeParticipationLink } from "@/lib/participation/data/links";
import { ChangeParticipationLink, ParticipationLinkParams } from "@/lib/participation/schema";

export const PATCH = route(
  {
    as: "admin",
    summary: "Rename or close a participation link, change its quota or its end",
    answer: z.object({ id: z.uuid() }),
    params: ParticipationLinkParams,
    body: ChangeParticipationLink,
  },
  async ({ actor, params, body }) => (await changeParticipationLink(actor, params.link, body)) ?? notFound(),
);
