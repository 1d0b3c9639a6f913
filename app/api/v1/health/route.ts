import { errorResponse } from "@/lib/api/response";
import { route } from "@/lib/api/route";
import { findHealth, Health } from "@/lib/installation/health";

/** For whatever sends requests here: 200 while this server can answer them, 503 while it cannot. */
export const GET = route(
  {
    as: "anyone",
    summary: "Whether the server and its database work, and when a worker was last seen",
    answer: Health,
  },
  async () => {
    const health = await findHealth().catch(() => null);
    if (!health) return errorResponse(503, { code: "failed", message: "The database does not answer." });
    return Response.json(health, { status: health.ok ? 200 : 503 });
  },
);
