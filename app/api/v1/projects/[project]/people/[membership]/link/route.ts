import { notFound, route } from "@/lib/api/route";
import { createMemberPasswordLink } from "@/lib/auth/data/users";
import { Link } from "@/lib/auth/schema";
import { MembershipParams } from "@/lib/project/schema";

export const POST = route(
  {
    as: "admin",
    summary:
      "A link for a member to choose their password, whose account this project made and which reaches no other",
    answer: Link,
    params: MembershipParams,
    browserOnly: true,
  },
  async ({ actor, params }) =>
    (await createMemberPasswordLink(actor, params.project, params.membership)) ?? notFound(),
);
