import { presetOf } from "@/lib/protocol/rules/presets";
import type { Report } from "@/lib/report/schema";
import type { Paper, PaperUse, UsedMethod } from "@/lib/report/schema/paper-table";

/** The methods of the machines whose values are in a report. */
export function methodsInReport({
  distributions,
  preferences,
  humanVsLlm,
  againstGold,
  checklist,
}: Report): UsedMethod[] {
  const machines = [...distributions, ...preferences].map(({ machine }) => machine);
  return [...machines, ...humanVsLlm, ...againstGold, ...checklist.byRater].flatMap((machine) =>
    machine
      ? [{ method: machine.method, condition: ("condition" in machine && machine.condition) || null }]
      : [],
  );
}

/** True if one of the methods begins so: "tick.". */
export const hasMethod = (
  { methods }: Pick<PaperUse, "methods">,
  ...beginnings: readonly string[]
): boolean => methods.some(({ method }) => beginnings.some((beginning) => method?.startsWith(beginning)));

/** True if people work by a protocol of the paper, which its preset names. */
export const hasPreset = ({ preset }: Pick<PaperUse, "preset">, paper: Paper["id"]): boolean =>
  preset !== null && presetOf(preset).papers.some((one) => one === paper);
