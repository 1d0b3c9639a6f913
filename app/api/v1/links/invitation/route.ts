import { z } from "zod";
import { route } from "@/lib/api/route";
import { LINK_TRIES } from "@/lib/auth/rate-limit";
import { acceptWithNewAccount } from "@/lib/invitation/data";
import { UseInvitation } from "@/lib/invitation/schema";

export const POST = route(
  {
    as: "anyone",
    summary: "Accept an invitation with a new account",
    answer: z.object({ email: z.string(), path: z.string() }),
    body: UseInvitation,
    limit: LINK_TRIES,
  },
  ({ body }) => acceptWithNewAccount(body),
);
