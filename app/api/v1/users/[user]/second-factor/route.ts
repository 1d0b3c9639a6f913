import { z } from "zod";
import { notFound, route } from "@/lib/api/route";
import { resetSecondFactor } from "@/lib/auth/data/second-factor";
import { UserParams } from "@/lib/auth/schema";

export const DELETE = route(
  {
    as: "site-admin",
    summary: "Remove the authenticator app and passkeys of a person who has lost them",
    params: UserParams,
    answer: z.object({ removed: z.boolean() }),
    browserOnly: true,
  },
  async ({ actor, params }) => (await resetSecondFactor(actor, params.user)) ?? notFound(),
);
