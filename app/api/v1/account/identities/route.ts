import { z } from "zod";
import { beginLink } from "@/lib/account/data/identities";
import { notFound, route } from "@/lib/api/route";
import type { SignedIn } from "@/lib/auth/actor";
import { findSignInMethods } from "@/lib/auth/data/account";
import { attemptCookieHeader } from "@/lib/auth/provider/attempt";
import { findProvider } from "@/lib/auth/provider/configuration";
import { beginSignIn } from "@/lib/auth/provider/sign-in";
import { IdentityView, LinkIdentity } from "@/lib/auth/schema/identities";

export const GET = route(
  {
    as: "user",
    summary: "List the sign-ins through providers that are linked to your account",
    answer: z.object({ items: z.array(IdentityView) }),
    browserOnly: true,
  },
  async ({ actor }: { actor: SignedIn }) => ({ items: (await findSignInMethods(actor)).identities }),
);

export const POST = route(
  {
    as: "user",
    summary: "Begin to link a provider to your account, with a password, a passkey or a new session",
    body: LinkIdentity,
    answer: z.object({ location: z.url() }),
    browserOnly: true,
  },
  async ({ actor, body }) => {
    const provider = findProvider(body.provider);
    if (!provider) return notFound();
    const allowed = await beginLink(actor, body);
    if ("refused" in allowed) return allowed;
    const begun = await beginSignIn(provider, "/account", allowed.session);
    if ("refused" in begun) return begun;
    const headers = { "Set-Cookie": await attemptCookieHeader(begun.attempt) };
    return Response.json({ location: begun.location.href }, { headers });
  },
);
