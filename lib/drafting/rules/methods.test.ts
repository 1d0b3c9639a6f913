import { describe, expect, test } from "vitest";
import type { DraftInput } from "@/lib/drafting/schema";
import { hostileTexts } from "@/lib/drafting/testing/hostile";
import { input, method, one, scales } from "@/lib/drafting/testing/inputs";
import { promptHashes } from "@/lib/drafting/testing/prompts";
import { fence, simulate } from "@/lib/drafting/testing/simulate";
import { methods, missingNeeds } from "./methods";

/** The schemas of all score fields. */
function scoresIn(node: unknown): unknown[] {
  if (node === null || typeof node !== "object") return [];
  return Object.entries(node).flatMap(([key, value]) =>
    key === "score" || key === "rating" ? [value] : scoresIn(value),
  );
}

test("a judge asked for JSON may give the scores of its scale, and no other", () => {
  const [plan] = method("coeval.direct:structured").plan(one, {}, fence);
  expect(scoresIn(plan?.schema?.jsonSchema)).toEqual([{ type: "integer", enum: [1, 2, 3, 4, 5] }]);
  const [own] = method("coeval.step:structured").plan(scales, {}, fence);
  expect(scoresIn(own?.schema?.jsonSchema)).toEqual([{ type: "integer", enum: [1, 2, 3] }]);
});

describe("every method", () => {
  test("has an id of its own, in both profiles", () => {
    const ids = methods.map(({ id }) => id);
    expect(new Set(ids).size).toBe(ids.length);
    for (const { id, profile } of methods) expect(id.endsWith(":structured")).toBe(profile === "structured");
  });

  // After a change: raise the version of the template, run with --update, and read the difference.
  test("a changed prompt needs a new version, and every template is used", async () => {
    const now = promptHashes(methods);
    await expect(`${JSON.stringify(now, null, 2)}\n`).toMatchFileSnapshot("./methods/versions.json");
    const listed = methods.flatMap(({ templates }) => templates.map(({ id, version }) => `${id}@${version}`));
    expect(Object.keys(now).sort()).toEqual([...new Set(listed)].sort());
  });

  for (const each of methods) {
    const on = each.subject === "pair" ? input : one;
    const params = each.params.parse({});

    test(`${each.id} plans the same calls every time, and no more than it says`, () => {
      expect(missingNeeds(each, on)).toEqual([]);
      const plans = each.plan(on, params, fence);
      const again = each.plan(on, params, fence);
      expect(plans.map(({ key, messages }) => ({ key, messages }))).toEqual(
        again.map(({ key, messages }) => ({ key, messages })),
      );
      expect(new Set(plans.map(({ key }) => key)).size).toBe(plans.length);
      const { calls, drafted } = simulate(
        each,
        on,
        {},
        () => "1. Score: 2\n[[An item about words?]]\nAnswer:\nIs it one?",
      );
      expect(calls.length).toBeLessThanOrEqual(each.most(on, params));
      expect(drafted.responses?.length ?? 0).toBeLessThanOrEqual(each.mostResponses?.(params) ?? 0);
      expect(each.mostResponses !== undefined).toBe(each.produces === "responses");
    });

    test(`${each.id} keeps the texts to be judged between their marks, and asks for its form last`, () => {
      for (const { messages, schema, template } of each.plan(on, params, fence)) {
        const system = messages
          .filter(({ role }) => role === "system")
          .map(({ content }) => content)
          .join("\n");
        expect(system).not.toContain(on.instruction);
        expect(messages.at(-1)?.role).toBe("user");
        expect(messages.map(({ content }) => content).join("\n")).not.toMatch(/\{\{\w+\}\}/);
        // A plain answer to the instruction has no form.
        expect(schema === undefined).toBe(each.profile === "faithful" || template.id === "answer");
      }
    });

    test(`${each.id} says in the schema which scores there are`, () => {
      for (const { schema } of each.plan(on, params, fence))
        for (const score of scoresIn(schema?.jsonSchema)) {
          expect(score).toMatchObject({ type: "integer", enum: expect.any(Array) });
          expect((score as { enum: number[] }).enum.length).toBeGreaterThan(1);
        }
    });

    test(`${each.id} guesses nothing from answers that cannot be read`, () => {
      for (const text of ["", "I do not know.", "Maybe."]) {
        const { drafted } = simulate(each, on, {}, () => text);
        for (const value of drafted.values) {
          expect(value.value).toBeNull();
          expect(value.undecided).toBeDefined();
          expect(value.lines.join("")).not.toContain("undefined");
        }
        expect(drafted.rubric?.items ?? []).toEqual([]);
        expect(drafted.labels?.flatMap(({ labels }) => labels) ?? []).toEqual([]);
        expect((drafted.measures ?? []).map(({ value }) => value).filter((value) => value !== null)).toEqual(
          [],
        );
      }
    });

    test(`${each.id} survives hostile answers and hostile texts`, () => {
      for (const text of hostileTexts) {
        const hostile: DraftInput = {
          ...on,
          instruction: text,
          responses: on.responses.map(({ id }) => ({ id, text })),
          items: on.items.map(({ id }) => ({ id, text })),
        };
        const { drafted } = simulate(each, hostile, {}, () => text);
        for (const { value } of drafted.values) expect(Number.isNaN(value)).toBe(false);
      }
    });
  }
});
