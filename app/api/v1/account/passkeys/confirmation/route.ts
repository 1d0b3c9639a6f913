import { route } from "@/lib/api/route";
import { beginConfirmation } from "@/lib/auth/data/passkeys";
import { PasskeyOptions } from "@/lib/auth/schema/passkeys";

export const POST = route(
  {
    as: "user",
    summary: "What a browser needs to confirm a change of the account with one of its passkeys",
    answer: PasskeyOptions,
    browserOnly: true,
  },
  ({ actor }) => beginConfirmation(actor),
);
