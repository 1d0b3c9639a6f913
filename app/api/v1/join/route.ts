import { z } from "zod";
import { sessionIdOf } from "@/lib/api/request";
import { route } from "@/lib/api/route";
import type { Limit } from "@/lib/auth/limits";
import { sealSession, sessionCookieHeader } from "@/lib/auth/sessions";
import { join } from "@/lib/participation/data/arrivals";
import { Join } from "@/lib/participation/schema";

/** A room full of participants may share one address. */
const JOINING: Limit = { name: "join", burst: 120, perMinute: 60 };

export const POST = route(
  {
    as: "anyone",
    summary: "Begin or go on with a study through a participation link",
    answer: z.object({ batch: z.uuid() }),
    body: Join,
    limit: JOINING,
  },
  async ({ body, request }) => {
    const joined = await join(body, await sessionIdOf(request));
    if ("refused" in joined) return joined;
    const headers = new Headers();
    if (joined.sid) headers.set("Set-Cookie", sessionCookieHeader(await sealSession(joined.sid)));
    return Response.json({ batch: joined.batch }, { headers });
  },
);
