import { z } from "zod";
import { notFound, route } from "@/lib/api/route";
import { revokeToken } from "@/lib/auth/tokens";

const TokenParams = z.strictObject({ token: z.uuid() });

export const DELETE = route(
  {
    as: "user",
    summary: "Revoke one of your API tokens",
    answer: z.object({ revoked: z.literal(true) }),
    params: TokenParams,
  },
  async ({ actor, params }) => (await revokeToken(actor, params.token)) ?? notFound(),
);
