import { conflictsOf, mainArtefact } from "./constraints";
import { fragments } from "./grammar/fragments";
import { readItem } from "./grammar/item";
import { runCheck, runForPeople } from "./run-check";
import { hasSecondBlock } from "./text/blocks";
import type { Check, Context, Evidence, Verdict } from "./types";

/** Version of the grammar that parsed an item; stored with every verdict. */
export const GRAMMAR = "vg@1.1.0";

/** Maximum length of an item and of an instruction. */
const MAX_ITEM = 2000;
const MAX_INSTRUCTION = 50_000;

/** The share of an item that was understood: all of it, a verifiable fragment, or nothing. */
export type Tier = "full" | "partial" | "none";

export interface Parsed {
  tier: Tier;
  /** The check that decides the item; set only when all of it was understood. */
  check?: Check;
  /** A measurement for an item that was understood in part. */
  hint?: Check;
  flags: string[];
  /** The artefact the item is about, which must be the whole response. */
  scoped?: string;
  grammar: typeof GRAMMAR;
}

/**
 * Parses a checklist question. `full` only when every word was understood and it is about the whole response
 * (or an identifiable part); `partial` when there is something to measure for people who must judge. Flags
 * for caution: `bare_number`, `unquoted_value`, `scope_unclear`, `polarity_conflict`, `bound_conflict`,
 * `too_long`.
 */
export function parseItem(item: string, { instruction = "" }: Context = {}): Parsed {
  const grammar = GRAMMAR;
  if (item.length > MAX_ITEM) return { tier: "none", flags: ["too_long"], grammar };
  const reading = readItem(item);
  if (!reading) {
    const hint = fragments(item)[0]?.check;
    return hint ? { tier: "partial", hint, flags: [], grammar } : { tier: "none", flags: [], grammar };
  }
  const flags = [...new Set(reading.flags)];
  const read = instruction.slice(0, MAX_INSTRUCTION);
  flags.push(...conflictsOf(reading.check, read));
  const check = withDivider(reading.check, read);
  if (reading.scoped === undefined) return { tier: "full", check, flags, grammar };
  if (mainArtefact(read) !== reading.scoped) {
    return { tier: "partial", hint: check, flags: [...flags, "scope_unclear"], grammar };
  }
  return { tier: "full", check, flags, scoped: reading.scoped, grammar };
}

/** Paragraphs are separated by *** if the instruction says so. */
function withDivider(check: Check, instruction: string): Check {
  if (check.kind !== "count" || check.unit !== "paragraph") return check;
  if (check.divider === "")
    return {
      kind: "count",
      unit: "paragraph",
      op: check.op,
      n: check.n,
      ...(check.hi === undefined ? {} : { hi: check.hi }),
    };
  if (check.divider !== undefined || !/paragraphs?\b[^.\n]{0,80}\*\*\*/i.test(instruction)) return check;
  return { ...check, divider: "***" };
}

/** The result for one item and one response. The verdict is null unless all of the item was understood. */
interface Verification {
  tier: Tier;
  verdict: Verdict | null;
  check: Check | null;
  evidence: Evidence | null;
  flags: string[];
}

/** Parses an item and runs it on a response. */
export function verify(item: string, response: string, context: Context = {}): Verification {
  const parsed = parseItem(item, context);
  const { check, hint, flags } = parsed;
  if (check && parsed.scoped !== undefined && hasSecondBlock(response, parsed.scoped)) {
    const { evidence } = runCheck(check, response, context);
    return { tier: "partial", verdict: null, check, evidence, flags: [...flags, "scope_unclear"] };
  }
  if (check) {
    const { verdict, evidence } = runForPeople(check, response, context);
    return { tier: "full", verdict, check, evidence, flags };
  }
  if (hint)
    return {
      tier: "partial",
      verdict: null,
      check: hint,
      evidence: runCheck(hint, response, context).evidence,
      flags,
    };
  return { tier: parsed.tier, verdict: null, check: null, evidence: null, flags };
}
