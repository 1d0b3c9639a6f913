import { z } from "zod";
import { route } from "@/lib/api/route";
import { requestPasswordLink } from "@/lib/auth/data/forgotten-password";
import { LINK_TRIES } from "@/lib/auth/rate-limit";
import { ForgottenPassword } from "@/lib/auth/schema";

export const POST = route(
  {
    as: "anyone",
    summary:
      "Request a mail with a link to choose a password; the answer never says whether the account exists",
    answer: z.object({ sent: z.literal(true) }),
    body: ForgottenPassword,
    limit: LINK_TRIES,
  },
  ({ body }) => requestPasswordLink(body),
);
