import { answer } from "@/lib/drafting/rules/methods/answer";
import { checklistStudyMethods } from "@/lib/drafting/rules/methods/checklist-study";
import { coevalMethods } from "@/lib/drafting/rules/methods/coeval";
import { curationMethods } from "@/lib/drafting/rules/methods/curation";
import { llmbarMethods } from "@/lib/drafting/rules/methods/llmbar";
import { salcMethods } from "@/lib/drafting/rules/methods/salc";
import { stickMethods } from "@/lib/drafting/rules/methods/stick";
import { tickMethods } from "@/lib/drafting/rules/methods/tick";
import type { DraftInput, DraftMethod, MethodNeed } from "@/lib/drafting/schema";
import { JUDGE_METHOD } from "@/lib/drafting/schema/judge-spec";

/** All methods. Parameters are the output of their schemas. */
export const methods: readonly DraftMethod[] = [
  ...tickMethods,
  ...stickMethods,
  ...checklistStudyMethods,
  ...llmbarMethods,
  ...salcMethods,
  ...coevalMethods,
  ...curationMethods,
  answer,
] as unknown as DraftMethod[];

const byId = new Map(methods.map((method) => [method.id, method]));

export function methodById(id: string): DraftMethod | undefined {
  return byId.get(id);
}

/** The name of a run's method for people: its title, or judge and version. */
export function methodTitle(id: string, params: unknown): string {
  const { judge, number } = (params ?? {}) as { judge?: unknown; number?: unknown };
  return id === JUDGE_METHOD && judge !== undefined
    ? `Judge ${judge}, version ${number}`
    : (methodById(id)?.title ?? id);
}

/** The parts a method requires and this input lacks. */
export function missingNeeds(method: DraftMethod, input: DraftInput): MethodNeed[] {
  const has: Record<MethodNeed, boolean> = {
    reference: Boolean(input.reference),
    response: input.responses.length >= 1,
    pair: input.responses.length === 2,
    checklist: input.items.some(({ points }) => !points),
    criteria: input.items.length > 0,
    demonstration: input.demonstration !== undefined,
  };
  return method.needs.filter((need) => !has[need]);
}
