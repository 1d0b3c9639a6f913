import { z } from "zod";
import { route } from "@/lib/api/route";
import { setUpSecondFactor, turnOffSecondFactor } from "@/lib/auth/data/second-factor";
import { Confirmation, SecondFactorPassword, SecondFactorSetup } from "@/lib/auth/schema";

export const POST = route(
  {
    as: "user",
    summary: "Begin to set up an authenticator app: returns its secret if the password is right",
    body: SecondFactorPassword,
    answer: SecondFactorSetup,
    browserOnly: true,
  },
  ({ actor, body }) => setUpSecondFactor(actor, body),
);

export const DELETE = route(
  {
    as: "user",
    summary: "Remove the authenticator app, with a passkey, one of its codes or a recovery code",
    body: Confirmation,
    answer: z.object({ removed: z.literal(true) }),
    browserOnly: true,
  },
  ({ actor, body }) => turnOffSecondFactor(actor, body),
);
