import { ACCOUNT_REFUSALS } from "@/lib/http/refusals/accounts";
import { ASSIGNMENT_REFUSALS } from "@/lib/http/refusals/assignments";
import { BATCH_REFUSALS } from "@/lib/http/refusals/batches";
import { CROWD_REFUSALS } from "@/lib/http/refusals/crowd";
import { DATA_REFUSALS } from "@/lib/http/refusals/data";
import { DRAFTING_REFUSALS } from "@/lib/http/refusals/drafting";
import { REPORT_REFUSALS } from "@/lib/http/refusals/reports";
import { REQUEST_REFUSALS } from "@/lib/http/refusals/requests";

/** All expected refusals. A data function returns `refuse("…")`; each refusal is worded only in its table. */
const REFUSALS = {
  ...REQUEST_REFUSALS,
  ...REPORT_REFUSALS,
  ...BATCH_REFUSALS,
  ...ACCOUNT_REFUSALS,
  ...ASSIGNMENT_REFUSALS,
  ...DRAFTING_REFUSALS,
  ...DATA_REFUSALS,
  ...CROWD_REFUSALS,
};

export type RefusalCode = keyof typeof REFUSALS;

/** An expected refusal. `detail` is sent along: for example the server's copy of what changed. */
export interface Refusal<Code extends RefusalCode = RefusalCode> {
  readonly refused: Code;
  readonly detail?: unknown;
}

export function refuse<Code extends RefusalCode>(code: Code, detail?: unknown): Refusal<Code> {
  return detail === undefined ? { refused: code } : { refused: code, detail };
}

export function isRefusal(value: unknown): value is Refusal {
  return typeof value === "object" && value !== null && "refused" in value && isCode(value.refused);
}

/** The HTTP status and message of a refusal. */
export function explain(code: RefusalCode): { status: number; message: string } {
  return REFUSALS[code];
}

function isCode(value: unknown): value is RefusalCode {
  return typeof value === "string" && Object.hasOwn(REFUSALS, value);
}
