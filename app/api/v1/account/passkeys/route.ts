import { z } from "zod";
import { route } from "@/lib/api/route";
import { addPasskey, listPasskeys } from "@/lib/auth/data/passkeys";
import { AddPasskey, PasskeyView } from "@/lib/auth/schema/passkeys";

export const GET = route(
  { as: "user", summary: "Your passkeys", answer: z.object({ passkeys: z.array(PasskeyView) }) },
  async ({ actor }) => ({ passkeys: await listPasskeys(actor) }),
);

export const POST = route(
  {
    as: "user",
    summary: "Add a passkey; the answer to the first one contains recovery codes",
    body: AddPasskey,
    answer: z.object({ id: z.uuid(), recoveryCodes: z.array(z.string()).nullable() }),
    browserOnly: true,
  },
  ({ actor, body }) => addPasskey(actor, body),
);
