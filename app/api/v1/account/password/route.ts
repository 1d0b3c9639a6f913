import { z } from "zod";
import { route } from "@/lib/api/route";
import { changePassword } from "@/lib/auth/data/account";
import type { Limit } from "@/lib/auth/rate-limit";
import { ChangePasswordBody } from "@/lib/auth/schema";

/** An intruder at an unlocked screen gets few guesses at the current password. */
const CHANGING: Limit = { name: "change-password", burst: 8, perMinute: 1 };

export const POST = route(
  {
    as: "user",
    summary: "Change your password; ends every other session, and API tokens unless you keep them",
    answer: z.object({ revoked: z.int(), tokens: z.int() }),
    body: ChangePasswordBody,
    browserOnly: true,
    limit: CHANGING,
  },
  ({ actor, body }) => changePassword(actor, body),
);
