import { DraftLines } from "./draft-lines";
import { InitialValue, RevealUnit } from "./reveal";
import { ValueReason } from "./value-reason";

/** The parts shown around a value that has a draft, loaded together. */
export const BESIDE_DRAFTS = { InitialValue, DraftLines, ValueReason, RevealUnit };
