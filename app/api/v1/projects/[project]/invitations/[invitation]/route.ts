import { z } from "zod";
import { notFound, route } from "@/lib/api/route";
import { renewInvitation, revokeInvitation } from "@/lib/invitation/data";
import { InvitationParams, Invited } from "@/lib/invitation/schema";

export const POST = route(
  {
    as: "admin",
    summary: "A new link for an invited person; the old one stops working",
    answer: Invited,
    params: InvitationParams,
    browserOnly: true,
  },
  async ({ actor, params }) =>
    (await renewInvitation(actor, params.project, params.invitation)) ?? notFound(),
);

export const DELETE = route(
  {
    as: "admin",
    summary: "Withdraw an invitation",
    answer: z.object({ id: z.uuid() }),
    params: InvitationParams,
  },
  async ({ actor, params }) =>
    (await revokeInvitation(actor, params.project, params.invitation)) ?? notFound(),
);
