import { z } from "zod";
import { route } from "@/lib/api/route";
import { EndSessions, SessionView } from "@/lib/auth/schema";
import { listSessions, revokeAllSessions } from "@/lib/auth/sessions";

export const GET = route(
  {
    as: "user",
    summary: "Your sessions: the browsers where you are signed in",
    answer: z.object({ sessions: z.array(SessionView) }),
  },
  async ({ actor }) => ({
    sessions: await listSessions(actor),
  }),
);

export const DELETE = route(
  {
    as: "user",
    summary: "Sign out everywhere, including here; optionally revoke API tokens",
    answer: z.object({ revoked: z.int(), tokens: z.int() }),
    query: EndSessions,
    browserOnly: true,
  },
  ({ actor, query }) => revokeAllSessions(actor, query),
);
