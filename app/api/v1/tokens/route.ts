import { z } from "zod";
import { route } from "@/lib/api/route";
import type { Limit } from "@/lib/auth/rate-limit";
import { CreateToken, TokenView } from "@/lib/auth/schema";
import { createToken, listTokens } from "@/lib/auth/tokens";

const CREATING: Limit = { name: "create-token", burst: 10, perMinute: 2 };

export const GET = route(
  {
    as: "user",
    summary: "Your API tokens, without their secrets",
    answer: z.object({ tokens: z.array(TokenView) }),
  },
  async ({ actor }) => ({
    tokens: await listTokens(actor),
  }),
);

export const POST = route(
  {
    as: "user",
    summary: "Create an API token; only this answer shows it",
    answer: z.object({ id: z.uuid(), token: z.string(), expiresAt: z.date() }),
    body: CreateToken,
    browserOnly: true,
    limit: CREATING,
  },
  ({ actor, body }) => createToken(actor, body),
);
