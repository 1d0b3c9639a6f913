import { z } from "zod";
import { setPassword } from "@/lib/account/data/set-password";
import { route } from "@/lib/api/route";
import { LINK_TRIES } from "@/lib/auth/rate-limit";
import { UseSetPasswordLink } from "@/lib/auth/schema";

export const POST = route(
  {
    as: "anyone",
    summary: "Choose a password with a one-time link",
    answer: z.object({ email: z.string() }),
    body: UseSetPasswordLink,
    limit: LINK_TRIES,
  },
  ({ body }) => setPassword(body),
);
