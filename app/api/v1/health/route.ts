import { route } from "@/lib/api/route";
import { db } from "@/lib/db";

/** For whatever watches over this server: it answers, and the database answers it. */
export const GET = route({ as: "anyone", summary: "Whether the server and its database work" }, async () => {
  await db.$queryRaw`SELECT 1`;
  return { ok: true };
});
