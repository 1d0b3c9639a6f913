import { route } from "@/lib/api/route";
import { beginConfirmation } from "@/lib/auth/data/passkeys";
import { PasskeyOptions } from "@/lib/auth/schema/passkeys";

export const POST = route(
  {
    as: "user",
    summary: "Options with which a browser confirms a change of the account by one of its passkeys",
    answer: PasskeyOptions,
    browserOnly: true,
  },
  ({ actor }) => beginConfirmation(actor),
);
