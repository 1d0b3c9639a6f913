import { createHash } from "node:crypto";
import { z } from "zod";
import type { DraftInput, DraftMethod } from "@/lib/drafting/schema";
import { input, one } from "@/lib/drafting/testing/inputs";
import { simulate } from "@/lib/drafting/testing/simulate";

/** Answers that lead methods of several stages to their last one; a method reads those of its own format. */
const ANSWERS = [
  "1. Score: 2\n[[An item about words?]]\nAnswer:\nIs it one?",
  // A checklist, a No to its questions, and a plan with a revision.
  "Plan: shorten it\nAnswer:\nIs it short?\nAnswer: NO",
  // The same output in both orders, which contradicts itself.
  "Output (a) is better.",
];

/**
 * The hash of all prompts of each template, as "id@version": of every method with its default parameters, with each
 * switch the other way and each choice, and on inputs with and without their optional parts.
 */
export function promptHashes(methods: readonly DraftMethod[]): Record<string, string> {
  const prompts = new Map<string, Set<string>>();
  for (const method of methods)
    for (const on of inputsFor(method))
      for (const params of paramsOf(method))
        for (const answer of ANSWERS)
          for (const { plan } of simulate(method, on, params, () => answer).calls) {
            const { id, version, hash } = plan.template;
            const name = `${id}@${version}`;
            prompts.set(name, (prompts.get(name) ?? new Set()).add(hash));
          }
  return Object.fromEntries(
    [...prompts].map(([name, hashes]) => [
      name,
      createHash("sha256")
        .update([...hashes].sort().join())
        .digest("hex"),
    ]),
  );
}

function paramsOf({ params }: DraftMethod): Record<string, unknown>[] {
  const { properties = {} } = z.toJSONSchema(params, { io: "input" }) as {
    properties?: Record<string, { type?: string; enum?: unknown[] }>;
  };
  const others = Object.entries(properties).flatMap(([name, { type, enum: choices }]) =>
    (type === "boolean" ? [true, false] : (choices ?? [])).map((value) => ({ [name]: value })),
  );
  const usual = JSON.stringify(params.parse({}));
  return [{}, ...others.filter((other) => JSON.stringify(params.parse(other)) !== usual)];
}

const OPTIONAL = ["input", "reference", "description"] as const;

function inputsFor({ subject, needs }: DraftMethod): DraftInput[] {
  const full = subject === "pair" ? input : one;
  const without = OPTIONAL.filter((part) => !needs.some((need) => need === part)).map((part) => {
    const { [part]: _, ...rest } = full;
    return rest;
  });
  const bare = { ...full };
  for (const part of OPTIONAL) if (!needs.some((need) => need === part)) delete bare[part];
  const measured = {
    ...full,
    items: [...full.items, { id: "q3", text: "Does the response contain exactly three tips for children?" }],
  };
  const scaled = { ...full, items: full.items.map((item) => ({ ...item, points: { min: 1, max: 3 } })) };
  const scaledFits = !needs.includes("checklist");
  return [full, ...without, bare, measured, ...(scaledFits ? [scaled] : [])];
}
