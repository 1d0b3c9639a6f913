import { z } from "zod";
import { unlinkIdentity } from "@/lib/account/data/identities";
import { notFound, route } from "@/lib/api/route";
import { IdentityParams, OwnerProof } from "@/lib/auth/schema/identities";

export const DELETE = route(
  {
    as: "user",
    summary: "Remove a sign-in through a provider, with a password, a passkey or a new session",
    params: IdentityParams,
    body: OwnerProof,
    answer: z.object({ removed: z.literal(true) }),
    browserOnly: true,
  },
  async ({ actor, params, body }) => (await unlinkIdentity(actor, params.identity, body)) ?? notFound(),
);
