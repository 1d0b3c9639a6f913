import { notFound, route } from "@/lib/api/route";
import { createPasswordLink } from "@/lib/auth/data/users";
import { Link, UserParams } from "@/lib/auth/schema";

export const POST = route(
  {
    as: "site-admin",
    summary: "A new link for somebody to choose their password",
    answer: Link,
    params: UserParams,
    browserOnly: true,
  },
  async ({ actor, params }) => (await createPasswordLink(actor, params.user)) ?? notFound(),
);
