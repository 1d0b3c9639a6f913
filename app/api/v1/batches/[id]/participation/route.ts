import { z } from "zod";
import { notFound, route } from "@/lib/api/route";
import { BatchParams } from "@/lib/batch/schema";
import { createParticipationLink, listParticipationLinks } from "@/lib/participation/data/links";
import { CreateParticipationLink, ParticipationLinkView } from "@/lib/participation/schema";

export const GET = route(
  {
    as: "admin",
    summary: "The participation links of a batch, and how often each was used",
    answer: z.object({ links: z.array(ParticipationLinkView) }),
    params: BatchParams,
  },
  async ({ actor, params }) => {
    const links = await listParticipationLinks(actor, params.id);
    return links ? { links } : notFound();
  },
);

export const POST = route(
  {
    as: "admin",
    summary: "Make a link through which people of a crowdsourcing platform work on a batch",
    answer: z.object({ id: z.uuid(), url: z.string() }),
    params: BatchParams,
    body: CreateParticipationLink,
  },
  async ({ actor, params, body }) => (await createParticipationLink(actor, params.id, body)) ?? notFound(),
);
