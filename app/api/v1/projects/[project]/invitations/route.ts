import { z } from "zod";
import { notFound, route } from "@/lib/api/route";
import type { Limit } from "@/lib/auth/rate-limit";
import { pageOf } from "@/lib/http/page";
import { invite, readInvitations } from "@/lib/invitation/data";
import { InvitationView, Invite, Invited } from "@/lib/invitation/schema";
import { ProjectParams } from "@/lib/project/schema";
import { ListQuery } from "@/lib/resources/schema/queries";

/** Each request may create a thousand invitations. */
const INVITING: Limit = { name: "invite", burst: 60, perMinute: 10 };

export const GET = route(
  {
    as: "admin",
    summary: "The invitations of a project that have not been accepted",
    params: ProjectParams,
    query: ListQuery,
    answer: pageOf(InvitationView),
  },
  async ({ actor, params, query }) => (await readInvitations(actor, params.project, query)) ?? notFound(),
);

export const POST = route(
  {
    as: "admin",
    summary: "Invite people into a project; the answer contains their links, which are shown nowhere else",
    answer: z.object({ invitations: z.array(Invited) }),
    params: ProjectParams,
    body: Invite,
    limit: INVITING,
    browserOnly: true,
  },
  async ({ actor, params, body }) => (await invite(actor, params.project, body)) ?? notFound(),
);
