import { describe, expect, test } from "vitest";
import type { DraftInput, DraftMethod } from "@/lib/drafting/schema";
import { hostileTexts } from "@/lib/drafting/testing/hostile";
import { input, method, one, scales } from "@/lib/drafting/testing/inputs";
import { promptHashes } from "@/lib/drafting/testing/prompts";
import { fence, simulate } from "@/lib/drafting/testing/simulate";
import { thoroughAnswer } from "@/lib/drafting/testing/thorough-model";
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

/** Parameters under which a method takes several samples, with a seed; null where it takes none. */
function sampledParams({ params }: DraftMethod): unknown {
  for (const many of ["k", "samples", "checklists", "candidates", "n"]) {
    const parsed = params.safeParse({ seed: 7, [many]: 3 });
    if (parsed.success && (parsed.data as Record<string, unknown>)[many] === 3) return parsed.data;
  }
  return null;
}

test("with a seed every sample of a prompt has its own, and the first one the seed that was given", () => {
  const sampled = methods.flatMap((each) => {
    const params = sampledParams(each);
    return params ? [{ each, params }] : [];
  });
  expect(sampled.length).toBeGreaterThan(20);
  for (const { each, params } of sampled) {
    const seeds = new Map<string, (number | undefined)[]>();
    for (const { messages, sampling } of each.plan(each.subject === "pair" ? input : one, params, fence)) {
      const key = JSON.stringify([messages, sampling.temperature]);
      seeds.set(key, [...(seeds.get(key) ?? []), sampling.seed]);
    }
    for (const own of seeds.values()) expect([each.id, new Set(own).size]).toEqual([each.id, own.length]);
    expect([...seeds.values()].flat()).toContain(7);
  }
});

test("several samples at temperature 0 are refused, because they would be one answer", () => {
  for (const [id, many] of [
    ["tick.evaluate", "k"],
    ["tick.evaluate+evidence", "k"],
    ["tick.evaluate_batch", "k"],
    ["tick.pairwise", "k"],
    ["tick.generate", "checklists"],
    ["coeval.step", "samples"],
  ] as const)
    for (const profile of ["", ":structured"]) {
      const { params } = method(`${id}${profile}`);
      expect(params.safeParse({ [many]: 5, temperature: 0 }).error?.issues).toMatchObject([
        { path: ["temperature"], message: "is above 0 where several samples are taken" },
      ]);
      for (const fine of [{ [many]: 5 }, { [many]: 5, temperature: 0.2 }, { temperature: 0 }])
        expect(params.safeParse(fine).success).toBe(true);
    }
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

    test(`${each.id} drafts nothing from answers to a part of its prompts`, () => {
      let made = 0;
      const { drafted } = simulate(each, on, {}, (plan) => ({
        ...{ text: thoroughAnswer(plan, made++), finishReason: "stop", promptCut: true },
      }));
      for (const { target, value, undecided } of drafted.values) {
        // The overall score is asked for after the scores by criterion, of which there is none.
        const isAsked = !(each.id.startsWith("coeval.overall_step") && target === "overall");
        expect([value, undecided]).toEqual([null, isAsked ? "prompt_cut" : "not_run"]);
      }
      expect(drafted.rubric?.items ?? []).toEqual([]);
      expect(drafted.responses ?? []).toEqual([]);
      expect(drafted.labels?.flatMap(({ labels }) => labels) ?? []).toEqual([]);
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
