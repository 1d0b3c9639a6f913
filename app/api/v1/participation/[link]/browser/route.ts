import { z } from "zod";
import { notFound, route } from "@/lib/api/route";
import { letInAgain } from "@/lib/participation/data/join";
import { ParticipationLinkParams, ReadmitBody } from "@/lib/participation/schema";

export const POST = route(
  {
    as: "admin",
    summary: "Let a participant continue in another browser",
    answer: z.object({ participant: z.uuid() }),
    params: ParticipationLinkParams,
    body: ReadmitBody,
    browserOnly: true,
  },
  async ({ actor, params, body }) => (await letInAgain(actor, params.link, body.person)) ?? notFound(),
);
