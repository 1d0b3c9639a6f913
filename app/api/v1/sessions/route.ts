import { z } from "zod";
import { route } from "@/lib/api/route";
import { listSessions, revokeAllSessions, SessionView } from "@/lib/auth/sessions";

export const GET = route(
  { as: "user", summary: "Where you are signed in", answer: z.object({ sessions: z.array(SessionView) }) },
  async ({ actor }) => ({
    sessions: await listSessions(actor),
  }),
);

export const DELETE = route(
  {
    as: "user",
    summary: "Sign out everywhere, here too",
    answer: z.object({ revoked: z.int() }),
    browserOnly: true,
  },
  ({ actor }) => revokeAllSessions(actor),
);
