import { z } from "zod";
import { route } from "@/lib/api/route";
import { LINK_TRIES } from "@/lib/auth/rate-limit";
import { acceptInvitation } from "@/lib/invitation/data";
import { AcceptInvitation } from "@/lib/invitation/schema";

export const POST = route(
  {
    as: "user",
    summary: "Accept an invitation with your own account",
    answer: z.object({ path: z.string() }),
    body: AcceptInvitation,
    limit: LINK_TRIES,
    browserOnly: true,
  },
  ({ actor, body }) => acceptInvitation(actor, body.token),
);
