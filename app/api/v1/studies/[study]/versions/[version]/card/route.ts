import { z } from "zod";
import { notFound, route } from "@/lib/api/route";
import { publishCard, revokeCard } from "@/lib/study/data/cards";
import { PublishCard, StudyVersionParams } from "@/lib/study/schema";

export const PUT = route(
  {
    as: "admin",
    summary: "Make a frozen version public, or change what its card shows",
    answer: z.object({ url: z.string() }),
    params: StudyVersionParams,
    body: PublishCard,
    browserOnly: true,
  },
  async ({ actor, params, body }) => (await publishCard(actor, params, body)) ?? notFound(),
);

export const DELETE = route(
  {
    as: "admin",
    summary: "Withdraw a public version",
    answer: z.object({ revoked: z.boolean() }),
    params: StudyVersionParams,
  },
  async ({ actor, params }) => (await revokeCard(actor, params)) ?? notFound(),
);
