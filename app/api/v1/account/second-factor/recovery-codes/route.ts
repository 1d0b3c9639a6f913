import { route } from "@/lib/api/route";
import { renewRecoveryCodes } from "@/lib/auth/data/second-factor";
import { Confirmation, RecoveryCodes } from "@/lib/auth/schema";

export const POST = route(
  {
    as: "user",
    summary: "Replace the recovery codes; needs a code",
    body: Confirmation,
    answer: RecoveryCodes,
    browserOnly: true,
  },
  ({ actor, body }) => renewRecoveryCodes(actor, body),
);
