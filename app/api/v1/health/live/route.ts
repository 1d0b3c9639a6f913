import { z } from "zod";
import { route } from "@/lib/api/route";

/** For whatever restarts this server: it runs and answers, whatever its database does. */
export const GET = route(
  { as: "anyone", summary: "Whether the server runs", answer: z.object({ ok: z.boolean() }) },
  () => ({ ok: true }),
);
