import { z } from "zod";
import { route } from "@/lib/api/route";

/** Liveness for process supervisors: answers while the process runs, whatever its database does. */
export const GET = route(
  { as: "anyone", summary: "Answers as long as the server runs", answer: z.object({ ok: z.boolean() }) },
  () => ({ ok: true }),
);
