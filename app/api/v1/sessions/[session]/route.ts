import { z } from "zod";
import { notFound, route } from "@/lib/api/route";
import { revokeSession } from "@/lib/auth/sessions";

const SessionParams = z.strictObject({ session: z.uuid() });

export const DELETE = route(
  {
    as: "user",
    summary: "Sign out one of your sessions",
    answer: z.object({ revoked: z.int() }),
    params: SessionParams,
    browserOnly: true,
  },
  async ({ actor, params }) => (await revokeSession(actor, params.session)) ?? notFound(),
);
