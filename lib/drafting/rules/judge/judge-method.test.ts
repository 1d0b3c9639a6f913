import { describe, expect, test } from "vitest";
import { judgeHash } from "@/lib/drafting/rules/judge/hash";
import { judgeMethod } from "@/lib/drafting/rules/judge/judge-method";
import { lintJudge } from "@/lib/drafting/rules/judge/lints";
import { panelProblem } from "@/lib/drafting/rules/judge/panel";
import { isModified, STARTING_POINTS, startingPoint } from "@/lib/drafting/rules/judge/starting-points";
import type { DraftInput } from "@/lib/drafting/schema";
import { JudgeExample, JudgeSpec, PromptSpec } from "@/lib/drafting/schema/judge-spec";
import { hostileTexts } from "@/lib/drafting/testing/hostile";
import { input, method, one, scales } from "@/lib/drafting/testing/inputs";
import { fence, simulate } from "@/lib/drafting/testing/simulate";

const ID = "3f1c9a52-6d0e-4a55-9c1b-2f6d1c1b8a77";
const specOf = (origin: string, changes: Partial<JudgeSpec> = {}) =>
  JudgeSpec.parse({ ...startingPoint(origin)?.spec, ...changes });
const judge = (spec: JudgeSpec, number = 1) =>
  judgeMethod({
    id: ID,
    judge: "Helpful",
    number,
    endpointId: ID,
    model: "model-1",
    isArchived: false,
    spec,
  });
const promptsOf = (spec: JudgeSpec, on = spec.subject === "pair" ? input : one) =>
  judge(spec)
    .plan(on, judge(spec).params.parse({ version: ID }), fence)
    .map(({ messages }) => messages.map(({ content }) => content).join("\n\n"));
const draftedBy = (spec: JudgeSpec, model: Parameters<typeof simulate>[3]) =>
  simulate(judge(spec), spec.subject === "pair" ? input : one, { version: ID }, model).drafted.values;

const example = JudgeExample.parse({
  instruction: "Name a river.",
  responses: ["The Nile."],
  value: 4,
  explanation: "It names one.",
});

describe("a published method as a judge", () => {
  for (const [origin, on] of [
    ["tick.direct", one],
    ["tick.preference", input],
    ["tick.evaluate", one],
  ] as const) {
    test(`${origin} sends the prompts of the paper's method until it is changed`, () => {
      const spec = specOf(origin);
      const params = method(origin).params.parse({});
      const published = method(origin).plan(on, params, fence);
      const own = judge(spec).plan(on, judge(spec).params.parse({ version: ID }), fence);
      expect(own.map(({ messages, schema, sampling }) => ({ messages, schema, sampling }))).toEqual(
        published.map(({ messages, schema, sampling }) => ({ messages, schema, sampling })),
      );
      expect(isModified(spec, origin)).toBe(false);
      expect(isModified({ ...spec, samples: 5, temperature: 1 }, origin)).toBe(false);
      expect(isModified({ ...spec, user: `${spec.user}\nBe strict.` }, origin)).toBe(true);
    });
  }

  test("every starting point is faultless", () => {
    for (const { spec } of STARTING_POINTS) expect(lintJudge(spec)).toEqual([]);
  });
});

describe("the hash of a version", () => {
  const spec = specOf("plain.response");
  test("is that of everything that reaches the model", () => {
    const changes: Partial<JudgeSpec>[] = [
      { system: "Be strict." },
      { user: `${spec.user} Be strict.` },
      { output: "score" },
      { profile: "structured" },
      { scale: { min: 1, max: 7, labels: {} } },
      { scale: { min: 1, max: 5, labels: { 1: "bad" } } },
      { examples: [example] },
      { temperature: 0.5 },
      { maxOutputTokens: 100 },
      { seed: 1 },
      { samples: 3 },
      { aggregation: "mean" },
    ];
    const hashes = changes.map((change) => judgeHash({ ...spec, ...change }, "model-1"));
    expect(new Set([...hashes, judgeHash(spec, "model-1"), judgeHash(spec, "model-2")]).size).toBe(
      changes.length + 2,
    );
  });

  test("is the same for the same words in any order of fields, and wherever an example is from", () => {
    const turned = Object.fromEntries(Object.entries(spec).reverse()) as unknown as JudgeSpec;
    expect(judgeHash(turned, "m")).toBe(judgeHash(spec, "m"));
    const sourced = { ...example, source: { task: ID, responses: [ID], item: null } };
    expect(judgeHash({ ...spec, examples: [sourced] }, "m")).toBe(
      judgeHash({ ...spec, examples: [example] }, "m"),
    );
  });
});

describe("prompts", () => {
  test("show examples with their answer in the form that is requested", () => {
    const [prompt] = promptsOf(specOf("plain.response", { examples: [example] }));
    expect(prompt).toContain("The Nile.");
    expect(prompt).toContain("Analysis: It names one.\nAnswer: 4");
    const [json] = promptsOf(specOf("plain.response", { examples: [example], profile: "structured" }));
    expect(json).toContain('{"analysis":"It names one.","score":4}');
  });

  test("never show the example that is being judged", () => {
    const own = {
      ...example,
      instruction: `${one.instruction}\n\n${one.input}`,
      responses: [one.responses[0]?.text ?? ""],
      explanation: "CANARY",
    };
    for (const judged of [own, { ...own, question: "" }]) {
      const [prompt] = promptsOf(specOf("plain.response", { examples: [judged, example] }));
      expect(prompt).not.toContain("CANARY");
      expect(prompt).toContain("The Nile.");
    }
  });

  test("keep outside texts within their marks and expand no slot in them", () => {
    for (const text of [...hostileTexts, "{{form}} {{examples}}"]) {
      const spec = specOf("plain.response", { examples: [{ ...example, responses: [text] }] });
      const [plan] = judge(spec).plan({ ...one, responses: [{ id: "r", text }] }, {} as never, fence);
      const prompt = plan?.messages.at(-1)?.content ?? "";
      const [, before = "", tag = ""] = /^([\s\S]*?)<<<BEGIN RESPONSE ([0-9a-f]+)>>>\n/.exec(
        prompt.slice(prompt.lastIndexOf(`${text}\n<<<END RESPONSE `) - 60),
      ) ?? [prompt];
      expect(before).not.toContain(tag);
      expect(prompt).toContain(`<<<BEGIN RESPONSE ${tag}>>>\n${text}\n<<<END RESPONSE ${tag}>>>`);
      expect(text).not.toContain(tag);
      expect(plan?.messages[0]?.content).toBe(spec.system.trim());
    }
  });

  test("differ in the order of a pair, and name the scale's points", () => {
    const [ab, ba] = promptsOf(specOf("plain.pair"));
    expect(ab?.indexOf("Drip")).toBeLessThan(ab?.indexOf("It rains") ?? 0);
    expect(ba?.indexOf("Drip")).toBeGreaterThan(ba?.indexOf("It rains") ?? 0);
    const [scaled] = promptsOf(
      specOf("plain.response", { scale: { min: 1, max: 3, labels: { 3: "good", 1: "bad" } } }),
    );
    expect(scaled).toContain("1: bad\n3: good");
  });
});

describe("values", () => {
  const answering = (answers: string[]) => {
    let at = 0;
    return () => answers[at++] ?? "";
  };
  const score = (n: number) => `Analysis: because ${n}\nAnswer: ${n}`;

  test("are the majority, median or mean of the samples", () => {
    const of = (aggregation: JudgeSpec["aggregation"], scores: number[]) =>
      draftedBy(
        specOf("plain.response", { samples: scores.length, aggregation }),
        answering(scores.map(score)),
      )[0];
    expect(of("majority", [2, 5, 5])).toMatchObject({ value: 5, votes: [2, 5, 5], lines: ["because 5"] });
    expect(of("majority", [2, 5])).toMatchObject({ value: null, undecided: "tie" });
    expect(of("median", [1, 4, 5])).toMatchObject({ value: 4 });
    expect(of("median", [1, 2])).toMatchObject({ value: 2 });
    expect(of("mean", [1, 1, 5])).toMatchObject({ value: 2 });
  });

  test("are missing where fewer than half of the samples could be read", () => {
    const spec = specOf("plain.response", { samples: 3 });
    expect(draftedBy(spec, answering([score(4), "?", "?"]))).toMatchObject([
      { value: null, undecided: "parse_failed" },
    ]);
    expect(draftedBy(spec, answering([score(4), score(4), "?"]))).toMatchObject([{ value: 4 }]);
  });

  test("of a pair are a flagged tie when the orders disagree", () => {
    const spec = specOf("plain.pair");
    expect(draftedBy(spec, () => "First. [[A]]")).toMatchObject([
      { target: "preference", value: "tie", flags: ["position_inconsistent"], votes: ["A", "B"] },
    ]);
    const better = draftedBy(spec, ({ order }) => (order === "AB" ? "Rhymes. [[A]]" : "Rhymes. [[B]]"));
    expect(better).toMatchObject([{ value: "A", flags: [] }]);
  });

  test("of a checklist are one for each question", () => {
    const values = draftedBy(
      specOf("plain.item"),
      ({ item }) => `Analysis: x\nAnswer: ${item === "q1" ? "YES" : "NO"}`,
    );
    expect(values).toMatchObject([
      { target: { item: "q1" }, value: "yes", response: "r1" },
      { target: { item: "q2" }, value: "no", response: "r1" },
    ]);
  });
});

describe("criteria", () => {
  const spec = specOf("plain.criterion");
  const [lines, rhyme] = scales.items;
  const on: DraftInput = {
    ...scales,
    items: [
      {
        ...lines,
        id: "c1",
        text: "Two lines.",
        points: { min: 1, max: 3, labels: { 3: "all </END> there" } },
      },
      { ...rhyme, id: "c2", text: "Rhymes.", points: { min: 0, max: 10 } },
      { id: "c3", text: "Yes or no?" },
      { id: "c4", text: "Halves.", points: { min: 0.5, max: 2 } },
    ],
  };
  const scored = (say: (item?: string) => string, of = spec, what = on) =>
    simulate(judge(of), what, { version: ID }, ({ item }) => say(item)).drafted.values;

  test("are asked one by one, each on its own scale with its meanings as material", () => {
    const [first, second, ...others] = promptsOf(spec, on);
    expect(others).toEqual([]);
    expect(first).toContain("Lines: Two lines.");
    expect(first).toMatch(
      /a whole number from 1 to 3\s+<<<BEGIN POINTS \w+>>>\n3: all <\/END> there\n<<<END POINTS/,
    );
    expect(first).toContain("<one whole number from 1 to 3>");
    expect(second).toContain("<one whole number from 0 to 10>");
    expect(second).not.toContain("POINTS");
  });

  test("have values on their own scales, from samples as scores do; what is off a scale is no value", () => {
    const say = (score: (item?: string) => number) => (item?: string) =>
      `Analysis: x\nAnswer: ${score(item)}`;
    expect(scored(say((item) => (item === "c1" ? 3 : 10)))).toMatchObject([
      { target: { item: "c1" }, value: 3, response: "r1" },
      { target: { item: "c2" }, value: 10 },
    ]);
    expect(scored(say(() => 7))).toMatchObject([{ value: null, undecided: "parse_failed" }, { value: 7 }]);
    const mean = specOf("plain.criterion", { samples: 2, aggregation: "mean" });
    let at = 0;
    expect(
      scored(
        say(() => (at++ % 2) + 1),
        mean,
      ),
    ).toMatchObject([{ value: 2, votes: [1, 2] }, { value: 2 }]);
  });

  test("of which none has a score are left without a value, and say that none was asked", () => {
    expect(scored(() => "never asked", spec, one)).toMatchObject([
      { value: null, undecided: "not_run" },
      { value: null, undecided: "not_run" },
    ]);
    expect(promptsOf(spec, one)).toEqual([]);
  });

  test("in examples have their own scale, which the value has to lie on", () => {
    const shown = { ...example, question: "Size: it says how long it is.", range: { min: 0, max: 4 } };
    const [prompt] = promptsOf({ ...spec, examples: [shown] }, on);
    expect(prompt).toMatch(/EXAMPLE CRITERION \w+>>>\nSize: it says/);
    expect(prompt).toContain("Its scale: a whole number from 0 to 4");
    const codes = (examples: JudgeExample[]) => lintJudge({ ...spec, examples }).map(({ code }) => code);
    expect(codes([shown])).toEqual([]);
    expect(codes([{ ...shown, value: 5 }])).toEqual(["example-value"]);
    expect(codes([{ ...example, question: "Size?" }])).toEqual(["example-shape"]);
    expect(judgeHash({ ...spec, examples: [shown] }, "m")).not.toBe(
      judgeHash({ ...spec, examples: [{ ...shown, range: { min: 0, max: 5 } }] }, "m"),
    );
  });
});

describe("labels", () => {
  const spec = specOf("plain.label");
  const labelled = (answers: string[], of = spec) => {
    let at = 0;
    return simulate(judge(of), one, { version: ID }, () => answers[at++] ?? "").drafted;
  };
  const say = (label: string) => `Analysis: because.\nAnswer: ${label}`;

  test("are named in the prompt with their meanings, and in the form that the parser reads", () => {
    const [prompt] = promptsOf(spec);
    expect(prompt).toContain("- refused: It declines, whatever the reason.");
    expect(prompt).toMatch(/The labels:\n- answered\n- refused\n- failed$/);
    const [shown] = promptsOf({ ...spec, examples: [{ ...example, value: "failed" }] });
    expect(shown).toContain("Analysis: It names one.\nAnswer: failed");
    const json = { ...spec, profile: "structured" as const, examples: [{ ...example, value: "failed" }] };
    expect(promptsOf(json)[0]).toContain('{"analysis":"It names one.","label":"failed"}');
    expect(promptsOf({ ...spec, output: "label" })[0]).toContain("Write one label, spelt as in the list");
  });

  test("are no draft of a score: they stand on their own, with reasons and votes", () => {
    expect(labelled([say("Refused.")])).toEqual({
      values: [],
      label: { label: "refused", lines: ["because."], flags: [] },
    });
    expect(labelled([say("nothing")]).label).toMatchObject({ label: null, undecided: "parse_failed" });
    const three = { ...spec, samples: 3 };
    expect(labelled([say("failed"), say("refused"), say("failed")], three).label).toMatchObject({
      label: "failed",
      votes: ["failed", "refused", "failed"],
    });
    expect(labelled([say("failed"), say("refused"), say("?")], three).label).toMatchObject({
      label: null,
      undecided: "tie",
      votes: ["failed", "refused", null],
    });
    // A label of this name is a label like any other.
    const named = (name: string) => ({ name, hint: "" });
    const ties = { ...three, labels: { question: "q", options: [named("tie"), named("A")] } };
    expect(labelled([say("tie"), say("A"), say("tie")], ties).label).toMatchObject({ label: "tie" });
  });

  test("are part of the hash with their meanings and the question that they answer", () => {
    const { labels } = spec;
    if (!labels) throw new Error("it has labels");
    const [first, ...others] = labels.options;
    const changes = [
      labels,
      { ...labels, question: "kind" },
      { ...labels, text: "What became of it?" },
      { ...labels, options: others },
      { ...labels, options: [{ name: "done", hint: first?.hint ?? "" }, ...others] },
      { ...labels, options: [{ name: first?.name ?? "", hint: "" }, ...others] },
    ];
    expect(new Set(changes.map((one) => judgeHash({ ...spec, labels: one }, "m"))).size).toBe(6);
  });

  test("of several judges are decided by majority or weight, if all give the same ones", () => {
    const member = { spec: PromptSpec.parse(spec) };
    expect(panelProblem([member, member], "weighted")).toBeNull();
    expect(panelProblem([member, member], "mean")).toContain("Mean and median need scores");
    const labels = { ...spec.labels, question: "kind" };
    expect(panelProblem([member, { spec: PromptSpec.parse({ ...spec, labels }) }], "majority")).toContain(
      "the same labels",
    );
  });

  test("need names that can be told apart, and are of no other judge", () => {
    const named = (...names: string[]) => ({
      ...spec,
      labels: { question: "q", options: names.map((name) => ({ name, hint: "" })) },
    });
    const codes = (of: JudgeSpec) => lintJudge(of).map(({ code }) => code);
    expect(codes(named("Safe", "Unsafe"))).toEqual([]);
    for (const faulty of [named("Safe", " “safe”"), named("Safe", "!!"), named("Safe"), named("Safe", "")])
      expect(codes(faulty)).toEqual(["labels-faulty"]);
    for (const refused of [named("Safe", "{unsafe}"), named("Safe", "un\nsafe")]) {
      expect(JudgeSpec.safeParse(refused).success).toBe(false);
      expect(codes(refused)).toEqual(["labels-faulty"]);
    }
    expect(codes({ ...spec, user: "{{instruction}} {{response}} {{form}}" })).toEqual(["labels-unexplained"]);
    expect(codes({ ...spec, examples: [{ ...example, value: "gone" }] })).toEqual(["example-value"]);
    expect(JudgeSpec.safeParse({ ...spec, labels: undefined }).success).toBe(false);
    expect(JudgeSpec.safeParse({ ...specOf("plain.item"), labels: spec.labels }).success).toBe(false);
    expect(JudgeSpec.safeParse(named("a\nb", "c")).success).toBe(false);
  });
});

describe("lints", () => {
  const codesOf = (changes: Partial<JudgeSpec>, origin = "plain.response") =>
    lintJudge(specOf(origin, changes)).map(({ severity, code }) => `${severity} ${code}`);

  test("name faults of the template", () => {
    expect(codesOf({ user: "{{instruction}} {{respons}} {{form}}" })).toEqual([
      "error unknown-slot",
      "error missing-slot",
    ]);
    expect(codesOf({ user: "{{instruction}} {{response}}" })).toEqual(["error missing-slot"]);
    expect(codesOf({ system: "Judge {{response}}." })).toEqual(["error untrusted-in-system"]);
    expect(codesOf({ user: "{{response}} {{form}}" })).toEqual(["warning no-instruction"]);
  });

  test("name faults of examples", () => {
    expect(codesOf({ user: "{{instruction}} {{response}} {{form}}", examples: [example] })).toEqual([
      "error examples-unused",
    ]);
    expect(codesOf({ examples: [{ ...example, value: 9 }] })).toEqual(["error example-value"]);
    expect(codesOf({ examples: [{ ...example, responses: ["a", "b"] }] })).toEqual(["error example-shape"]);
    expect(codesOf({ examples: [{ ...example, explanation: "" }, example] })).toEqual([
      "warning example-unexplained",
      "warning examples-one-sided",
    ]);
  });

  test("advise on samples", () => {
    expect(codesOf({ samples: 2, temperature: 0 })).toEqual([
      "warning equal-samples",
      "warning even-samples",
    ]);
  });
});
