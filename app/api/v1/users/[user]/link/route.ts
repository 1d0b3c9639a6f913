import { notFound, route } from "@/lib/api/route";
import { createPasswordLink } from "@/lib/auth/data/users";
import { OneTimeLink, UserParams } from "@/lib/auth/schema";

export const POST = route(
  {
    as: "site-admin",
    summary: "A new link for a person to choose a password",
    answer: OneTimeLink,
    params: UserParams,
    browserOnly: true,
  },
  async ({ actor, params }) => (await createPasswordLink(actor, params.user)) ?? notFound(),
);
