import { notFound, route } from "@/lib/api/route";
import { createMemberPasswordLink } from "@/lib/auth/data/users";
import { OneTimeLink } from "@/lib/auth/schema";
import { MembershipParams } from "@/lib/project/schema";

export const POST = route(
  {
    as: "admin",
    summary:
      "A link for a member to choose a password, if this project made their account and it reaches no other project",
    answer: OneTimeLink,
    params: MembershipParams,
    browserOnly: true,
  },
  async ({ actor, params }) =>
    (await createMemberPasswordLink(actor, params.project, params.membership)) ?? notFound(),
);
