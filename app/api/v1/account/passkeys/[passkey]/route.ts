import { z } from "zod";
import { notFound, route } from "@/lib/api/route";
import { removePasskey, renamePasskey } from "@/lib/auth/data/passkeys";
import { Confirmation } from "@/lib/auth/schema";
import { PasskeyParams, RenamePasskey } from "@/lib/auth/schema/passkeys";

export const PATCH = route(
  {
    as: "user",
    summary: "Rename a passkey",
    params: PasskeyParams,
    body: RenamePasskey,
    answer: z.object({ id: z.uuid() }),
    browserOnly: true,
  },
  async ({ actor, params, body }) => (await renamePasskey(actor, params.passkey, body.name)) ?? notFound(),
);

export const DELETE = route(
  {
    as: "user",
    summary: "Remove a passkey, with a passkey, a code of the app or a recovery code",
    params: PasskeyParams,
    body: Confirmation,
    answer: z.object({ removed: z.literal(true) }),
    browserOnly: true,
  },
  async ({ actor, params, body }) => (await removePasskey(actor, params.passkey, body)) ?? notFound(),
);
