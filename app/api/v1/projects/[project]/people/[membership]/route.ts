import { z } from "zod";
import { notFound, route } from "@/lib/api/route";
import { changeMember } from "@/lib/project/data";
import { ChangeMember, MembershipParams } from "@/lib/project/schema";

export const PATCH = route(
  {
    as: "admin",
    summary: "Change a member's role in a project, disable or enable the member",
    answer: z.object({ id: z.uuid() }),
    params: MembershipParams,
    body: ChangeMember,
  },
  async ({ actor, params, body }) =>
    (await changeMember(actor, params.project, params.membership, body)) ?? notFound(),
);
