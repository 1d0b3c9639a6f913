import { z } from "zod";
import { eraseOwnAccount } from "@/lib/account/data/erasure";
import { route } from "@/lib/api/route";
import { changeAccount, viewAccount } from "@/lib/auth/data/account";
import { AccountView, ChangeAccount } from "@/lib/auth/schema";

export const GET = route({ as: "user", summary: "Your account", answer: AccountView }, ({ actor }) =>
  viewAccount(actor),
);

export const PATCH = route(
  {
    as: "user",
    summary: "Change your name, the language you annotate in, or your keys",
    answer: AccountView,
    body: ChangeAccount,
    browserOnly: true,
  },
  ({ actor, body }) => changeAccount(actor, body),
);

export const DELETE = route(
  {
    as: "user",
    summary: "Erase your account; each project's setting decides whether your judgements are kept or removed",
    answer: z.object({ erased: z.literal(true) }),
    browserOnly: true,
  },
  ({ actor }) => eraseOwnAccount(actor),
);
