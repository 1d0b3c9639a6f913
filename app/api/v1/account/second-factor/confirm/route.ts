import { route } from "@/lib/api/route";
import { confirmSecondFactor } from "@/lib/auth/data/second-factor";
import { RecoveryCodes, SecondFactorCode } from "@/lib/auth/schema";

export const POST = route(
  {
    as: "user",
    summary: "Confirm an authenticator app with one of its codes; the answer contains the recovery codes",
    body: SecondFactorCode,
    answer: RecoveryCodes,
    browserOnly: true,
  },
  ({ actor, body }) => confirmSecondFactor(actor, body),
);
