import { DraftLines } from "./draft-lines";
import { InitialValue, RevealUnit } from "./reveal";
import { ValueReason } from "./value-reason";

/** Parts shown around a value that has a draft, from top to bottom. */
export const BESIDE_DRAFTS = { InitialValue, DraftLines, ValueReason, RevealUnit };
