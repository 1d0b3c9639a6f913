import { DraftLines } from "./draft-lines";
import { InitialValue, RevealUnit } from "./reveal";
import { ValueReason } from "./value-reason";

/** What stands around a value that is drafted too, from top to bottom. */
export const BESIDE_DRAFTS = { InitialValue, DraftLines, ValueReason, RevealUnit };
