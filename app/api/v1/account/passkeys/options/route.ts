import { route } from "@/lib/api/route";
import { beginPasskey } from "@/lib/auth/data/passkeys";
import { Confirmation } from "@/lib/auth/schema";
import { PasskeyOptions } from "@/lib/auth/schema/passkeys";

export const POST = route(
  {
    as: "user",
    summary:
      "Begin to add a passkey; needs the password, or a code or passkey of an account with a second factor",
    body: Confirmation,
    answer: PasskeyOptions,
    browserOnly: true,
  },
  ({ actor, body }) => beginPasskey(actor, body),
);
