import { z } from "zod";
import { route } from "@/lib/api/route";
import { sendPasswordLink } from "@/lib/auth/data/forgotten-password";
import { LINK_TRIES } from "@/lib/auth/rate-limit";
import { ForgottenPassword } from "@/lib/auth/schema";

export const POST = route(
  {
    as: "anyone",
    summary:
      "Have a link to choose a password sent to an account's address; the answer never says if there is one",
    answer: z.object({ sent: z.literal(true) }),
    body: ForgottenPassword,
    limit: LINK_TRIES,
  },
  ({ body }) => sendPasswordLink(body),
);
