import { z } from "zod";
import { eraseAccount } from "@/lib/account/data/erasure";
import { notFound, route } from "@/lib/api/route";
import { changeUser } from "@/lib/auth/data/users";
import { ChangeUser, UserParams } from "@/lib/auth/schema";

export const PATCH = route(
  {
    as: "site-admin",
    summary: "Disable or enable an account, or change whether its owner is a site admin",
    answer: z.object({ id: z.uuid() }),
    params: UserParams,
    body: ChangeUser,
    browserOnly: true,
  },
  async ({ actor, params, body }) => (await changeUser(actor, params.user, body)) ?? notFound(),
);

export const DELETE = route(
  {
    as: "site-admin",
    summary:
      "Erase a person's account; each project's setting decides whether their judgements are kept or removed",
    answer: z.object({ erased: z.literal(true) }),
    params: UserParams,
    browserOnly: true,
  },
  async ({ actor, params }) => (await eraseAccount(actor, params.user)) ?? notFound(),
);
