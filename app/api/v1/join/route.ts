import { z } from "zod";
import { cookiesOf, sessionIdOf } from "@/lib/api/request";
import { route } from "@/lib/api/route";
import { browserCookieHeader, browserIdOf, newBrowserId } from "@/lib/auth/known-browsers";
import type { Limit } from "@/lib/auth/rate-limit";
import { sealSession, sessionCookieHeader } from "@/lib/auth/sessions";
import { joinBatch } from "@/lib/participation/data/join";
import { Join } from "@/lib/participation/schema";

/** Participants in one room may share an IP address. */
const JOINING: Limit = { name: "join", burst: 120, perMinute: 60 };

export const POST = route(
  {
    as: "anyone",
    summary: "Start or continue a study through a participation link",
    answer: z.object({ batch: z.uuid() }),
    body: Join,
    limit: JOINING,
  },
  async ({ body, request }) => {
    const shown = browserIdOf(cookiesOf(request));
    const browser = shown ?? newBrowserId();
    const joined = await joinBatch(body, await sessionIdOf(request), browser);
    if ("refused" in joined) return joined;
    const headers = new Headers({ "Set-Cookie": browserCookieHeader(browser) });
    if (joined.sid) headers.append("Set-Cookie", sessionCookieHeader(await sealSession(joined.sid)));
    return Response.json({ batch: joined.batch }, { headers });
  },
);
