import { notFound, route } from "@/lib/api/route";
import { createMemberPasswordLink } from "@/lib/auth/data";
import { MembershipParams } from "@/lib/project/schema";

export const POST = route(
  {
    as: "admin",
    summary: "A link for a member whose account reaches no other project to choose their password",
    params: MembershipParams,
    browserOnly: true,
  },
  async ({ actor, params }) =>
    (await createMemberPasswordLink(actor, params.project, params.membership)) ?? notFound(),
);
