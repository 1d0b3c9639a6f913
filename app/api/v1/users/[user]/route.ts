import { notFound, route } from "@/lib/api/route";
import { changeUser } from "@/lib/auth/data";
import { ChangeUser, UserParams } from "@/lib/auth/schema";

export const PATCH = route(
  {
    as: "site-admin",
    summary: "Disable or enable an account, or make it a site admin's",
    params: UserParams,
    body: ChangeUser,
    browserOnly: true,
  },
  async ({ actor, params, body }) => (await changeUser(actor, params.user, body)) ?? notFound(),
);
