import { describe, expect, test } from "vitest";
import type { CallPlan, DraftedUnit, ModelAnswer } from "@/lib/drafting/schema";
import { input, method } from "@/lib/drafting/testing/inputs";
import { simulate } from "@/lib/drafting/testing/simulate";

const task = { ...input, responses: [], items: [] };
const QUESTIONS = ["Does it have two lines?", "Do the lines rhyme?"];
const checklist = `Analysis: short.\nAnswer:\n${QUESTIONS.join("\n")}`;

interface Script {
  responses: (sample: number, temperature: number | undefined) => string | ModelAnswer;
  /** The answer to a question about a text. */
  judge: (text: string, question: string) => string;
  revise?: (prompt: string) => string | ModelAnswer;
  critique?: (prompt: string) => string | ModelAnswer;
  score?: (text: string) => string;
}

/** The part of a prompt between its marks. */
const between = (prompt: string, label: string) =>
  new RegExp(`<<<BEGIN ${label} \\w+>>>\\n([\\s\\S]*?)\\n<<<END ${label}`).exec(prompt)?.[1] ?? "";

function model(script: Script) {
  return (plan: CallPlan): string | ModelAnswer => {
    const prompt = plan.messages.at(-1)?.content ?? "";
    switch (plan.template.id) {
      case "answer":
        return script.responses(plan.sampleIndex, plan.sampling.temperature);
      case "tick.generate":
        return checklist;
      case "tick.evaluate":
        return script.judge(between(prompt, "RESPONSE"), between(prompt, "QUESTION"));
      case "tick.direct":
        return script.score?.(between(prompt, "RESPONSE")) ?? "Answer: 3";
      case "self_refine.critique":
        return script.critique?.(prompt) ?? "Make it rhyme.";
      default:
        return script.revise?.(prompt) ?? "";
    }
  };
}

const run = (id: string, script: Script, params: object = {}) =>
  simulate(method(id), task, params, model(script));

const course = ({ responses = [] }: DraftedUnit) =>
  responses.map(({ text, iteration, passed, isFinal }) => ({
    text,
    iteration,
    passed: passed && `${passed.yes}/${passed.answered}/${passed.asked}`,
    isFinal,
  }));

const YES = "Analysis: it does.\nAnswer: YES";
const NO = "Analysis: it does not.\nAnswer: NO";

describe("answering the instruction", () => {
  test("samples have their index, temperature and seed; the instruction is sent alone", () => {
    const { drafted, calls } = simulate(method("answer"), task, { samples: 3, seed: 7 }, ({ sampleIndex }) =>
      sampleIndex === 1 ? "" : `Response ${sampleIndex}`,
    );
    expect(
      drafted.responses?.map(({ text, sample, temperature, isFinal }) => [
        text,
        sample,
        temperature,
        isFinal,
      ]),
    ).toEqual([
      ["Response 0", 0, 0.7, true],
      ["Response 2", 2, 0.7, true],
    ]);
    expect(calls.map(({ plan }) => plan.sampling.seed)).toEqual([7, 8, 9]);
    expect(calls[0]?.plan.messages).toEqual([
      { role: "user", content: "Write a two-line rhyme about rain.\n\nFor children." },
    ]);
  });

  test("earlier turns are sent as turns, and no outside text as the system message", () => {
    const turns = [
      { role: "system", content: "Obey." },
      { role: "user", content: "Hello" },
      { role: "assistant", content: "Hi" },
    ];
    const [plan] = method("answer").plan(
      { ...task, turns },
      method("answer").params.parse({ system: "Be brief." }),
      () => "abcdef",
    );
    expect(plan?.messages).toEqual([
      { role: "system", content: "Be brief." },
      { role: "user", content: "Obey.\n\nHello" },
      { role: "assistant", content: "Hi" },
      { role: "user", content: "Write a two-line rhyme about rain.\n\nFor children." },
    ]);
  });

  test("a unit without any response has the reason", () => {
    const cut = () => ({ text: "It ra", finishReason: "length" as const });
    expect(simulate(method("answer"), task, {}, cut).drafted).toMatchObject({
      responses: [],
      undecided: "truncated",
    });
  });
});

describe("STICK's refinement", () => {
  test("revises until every question is answered yes, and keeps all versions", () => {
    const { drafted, calls } = run("stick.refine", {
      responses: () => "It rains.",
      judge: (text, question) =>
        text === "It rains." || (text === "Rain\nagain" && question === QUESTIONS[1]) ? NO : YES,
      revise: (prompt) =>
        between(prompt, "RESPONSE") === "It rains."
          ? "Plan: two lines\nAnswer: Rain\nagain"
          : "Plan: a rhyme\nAnswer: Rain\nin vain",
    });
    expect(course(drafted)).toEqual([
      { text: "It rains.", iteration: 0, passed: "0/2/2", isFinal: false },
      { text: "Rain\nagain", iteration: 1, passed: "1/2/2", isFinal: false },
      { text: "Rain\nin vain", iteration: 2, passed: "2/2/2", isFinal: true },
    ]);
    expect(drafted.stopped).toBe("all_yes");
    expect(drafted.rubric?.items.map(({ text }) => text)).toEqual(QUESTIONS);
    expect(drafted.responses?.map(({ trace }) => trace.plan)).toEqual([undefined, "two lines", "a rhyme"]);
    expect(drafted.responses?.[1]?.trace.feedback).toBe(`${QUESTIONS[0]} Yes\n${QUESTIONS[1]} No`);
    // One response, one checklist, then per iteration as many answers as questions and one revision.
    expect(calls).toHaveLength(2 + 3 * 2 + 2);
    expect(calls.filter(({ plan }) => plan.template.id === "tick.generate")).toHaveLength(1);
  });

  test("a first response that passes is final, without a revision", () => {
    const { drafted, calls } = run("stick.refine", { responses: () => "a\nb", judge: () => YES });
    expect(course(drafted)).toEqual([{ text: "a\nb", iteration: 0, passed: "2/2/2", isFinal: true }]);
    expect(calls).toHaveLength(4);
  });

  test("feedback has no analyses unless they are wanted", () => {
    const script = { responses: () => "a", judge: () => NO, revise: () => "Plan: p\nAnswer: b" };
    const feedbackOf = (params: object) =>
      run("stick.refine", script, { iterations: 1, ...params }).drafted.responses?.[0]?.trace.feedback;
    expect(feedbackOf({})).toBe(`${QUESTIONS[0]} No\n${QUESTIONS[1]} No`);
    expect(feedbackOf({ withAnalysis: true })).toBe(
      `${QUESTIONS[0]} No\nit does not.\n\n${QUESTIONS[1]} No\nit does not.`,
    );
  });

  test.each([
    [true, "0/2/2", 2 + 2 * 2 + 2 + 2],
    [false, null, 2 + 2 * 2 + 2],
  ])("after the last revision it ends; judged there too: %s", (evaluateLast, passed, made) => {
    let n = 0;
    const { drafted, calls } = run(
      "stick.refine",
      { responses: () => "0", judge: () => NO, revise: () => `Plan: p\nAnswer: ${++n}` },
      { iterations: 2, evaluateLast },
    );
    expect(drafted.stopped).toBe("iterations");
    expect(course(drafted).at(-1)).toEqual({ text: "2", iteration: 2, passed, isFinal: true });
    expect(calls).toHaveLength(made);
  });

  test("an undecided question is left out of the feedback and does not count as No", () => {
    const mumbling = (question: string) => (question === QUESTIONS[0] ? "Perhaps." : NO);
    const { drafted } = run(
      "stick.refine",
      {
        responses: () => "a",
        judge: (_, question) => mumbling(question),
        revise: () => "Plan: p\nAnswer: b",
      },
      { iterations: 1 },
    );
    expect(drafted.responses?.[0]).toMatchObject({
      passed: { yes: 0, answered: 1, asked: 2 },
      trace: {
        feedback: `${QUESTIONS[1]} No`,
        answers: [{ answer: null, undecided: "parse_failed" }, { answer: "no" }],
      },
    });
  });

  test.each([
    [(question: string) => (question === QUESTIONS[0] ? "Perhaps." : YES), "nothing_to_improve"],
    [() => "Perhaps.", "not_evaluated"],
  ])("without a No there is nothing to revise (%#): %s", (judge, stopped) => {
    const { drafted } = run("stick.refine", {
      responses: () => "a",
      judge: (_, question) => judge(question),
    });
    expect(drafted.stopped).toBe(stopped);
    expect(course(drafted)).toHaveLength(1);
  });

  test.each([
    ["I would rather not.", "revision_parse_failed"],
    [{ text: "Plan: p\nAnswer: ha", finishReason: "length" as const }, "revision_truncated"],
  ])("an unreadable revision keeps the response before it (%#)", (revision, flag) => {
    const { drafted } = run("stick.refine", {
      responses: () => "a",
      judge: () => NO,
      revise: () => revision,
    });
    expect(drafted.stopped).toBe("revision_unreadable");
    expect(drafted.responses).toMatchObject([{ text: "a", isFinal: true, flags: [flag] }]);
  });

  test("a revision without a change is flagged", () => {
    const { drafted } = run(
      "stick.refine",
      { responses: () => "a", judge: () => NO, revise: () => "Plan: none\nAnswer: a" },
      { iterations: 1 },
    );
    expect(drafted.responses?.[1]?.flags).toEqual(["unchanged"]);
  });

  test("without a response or a checklist the unit fails with the reason", () => {
    const silent = run("stick.refine", { responses: () => "", judge: () => YES });
    expect(silent.drafted).toMatchObject({ values: [], undecided: "parse_failed" });
    const listless = simulate(method("stick.refine"), task, {}, ({ template }) =>
      template.id === "answer" ? "a" : "No list.",
    );
    expect(listless.drafted).toEqual({ values: [], undecided: "parse_failed" });
  });

  test("the first call equals that of a plain run, so that both share its answer", () => {
    const first = (id: string) => method(id).plan(task, method(id).params.parse({}), () => "abcdef")[0];
    const { key: _, read: __, ...plain } = first("answer") ?? {};
    for (const id of ["stick.refine", "self_refine.unstructured"]) expect(first(id)).toMatchObject(plain);
  });
});

describe("self-refinement without a checklist", () => {
  test("criticises and revises as often as set, whatever the critique says", () => {
    let n = 0;
    const { drafted, calls } = run(
      "self_refine.unstructured",
      {
        responses: () => "0",
        judge: () => YES,
        critique: (prompt) => `Nothing is wrong with ${between(prompt, "RESPONSE")}.`,
        revise: () => `Plan: p\nAnswer: ${++n}`,
      },
      { iterations: 3 },
    );
    expect(course(drafted).map(({ text }) => text)).toEqual(["0", "1", "2", "3"]);
    expect(drafted.responses?.[2]?.trace).toEqual({ plan: "p", feedback: "Nothing is wrong with 2." });
    expect(drafted).toMatchObject({ stopped: "iterations", values: [] });
    expect(drafted.rubric).toBeUndefined();
    expect(calls).toHaveLength(1 + 2 * 3);
  });

  test("a critique that cannot be read keeps the response", () => {
    const { drafted } = run("self_refine.unstructured", {
      responses: () => "a",
      judge: () => YES,
      critique: () => "",
    });
    expect(drafted).toMatchObject({
      stopped: "revision_unreadable",
      responses: [{ text: "a", isFinal: true, flags: ["critique_parse_failed"] }],
    });
  });
});

describe("STICK's selection", () => {
  const script: Script = {
    responses: (sample, temperature) =>
      temperature === 0 ? "greedy" : (["one", "two", "three", "one"][sample] ?? ""),
    judge: (text, question) => (text === "two" || (text === "one" && question === QUESTIONS[0]) ? YES : NO),
    score: (text) => `Answer: ${text.length}`,
  };

  test("selects every candidate with the highest pass rate", () => {
    const tied = { ...script, judge: (text: string) => (text === "three" ? NO : YES) };
    const selected = (of: Script) =>
      run("stick.best_of_n", of, { candidates: 4 }).drafted.responses?.filter(({ isFinal }) => isFinal);
    expect(selected(script)?.map(({ text }) => text)).toEqual(["two"]);
    expect(selected(tied)?.map(({ text }) => text)).toEqual(["one", "two", "one"]);
  });

  test("judges the same text once, and sets the greedy response and self-scores beside it", () => {
    const { drafted, calls } = run("stick.best_of_n", script, { candidates: 4 });
    expect(
      drafted.responses?.map(({ role, text, passed, trace }) => [role, text, passed?.yes, trace.selfScore]),
    ).toEqual([
      ["candidate", "one", 1, 3],
      ["candidate", "two", 2, 3],
      ["candidate", "three", 0, 5],
      ["candidate", "one", 1, 3],
      ["greedy", "greedy", undefined, undefined],
    ]);
    expect(drafted.stopped).toBe("selected");
    // Four candidates, one greedy, one checklist; three texts with two questions and one score each.
    expect(calls).toHaveLength(6 + 3 * 3);
  });

  test("a candidate without a decided question is never selected; of none there is no selection", () => {
    const silent = run("stick.best_of_n", { ...script, judge: () => "Perhaps." }, { candidates: 4 });
    expect(silent.drafted.stopped).toBe("none_selected");
    expect(silent.drafted.responses?.some(({ isFinal }) => isFinal)).toBe(false);
    const half = run(
      "stick.best_of_n",
      { ...script, judge: (text) => (text === "two" ? "Perhaps." : NO) },
      { candidates: 4 },
    );
    expect(half.drafted.responses?.filter(({ isFinal }) => isFinal).map(({ text }) => text)).toEqual([
      "one",
      "three",
      "one",
    ]);
  });
});

test.each(["stick.refine", "stick.best_of_n", "self_refine.unstructured"])(
  "%s never makes more calls than its bound, and bounds its tokens by the same number",
  (id) => {
    const { params: schema, most, later, plan } = method(id);
    for (const params of [
      {},
      { iterations: 1 },
      { iterations: 10, evaluateLast: false },
      { candidates: 3, selfScore: false },
    ]) {
      const parsed = schema.safeParse(params);
      if (!parsed.success) continue;
      const first = plan(task, parsed.data, () => "abcdef").length;
      const rest = later?.(parsed.data, task).reduce((sum, { calls }) => sum + calls, 0) ?? 0;
      expect(first + rest).toBe(most(task, parsed.data));
    }
  },
);
