import { fc, test as property } from "@fast-check/vitest";
import { describe, expect, test } from "vitest";
import { exchangeLabels } from "@/lib/drafting/rules/parse/chosen-output";
import type { CallPlan, DraftedValue } from "@/lib/drafting/schema";
import { input, method } from "@/lib/drafting/testing/inputs";
import { fence, simulate } from "@/lib/drafting/testing/simulate";

const EVALUATORS = [
  ...["llmbar.vanilla", "llmbar.vanilla*", "llmbar.cot", "llmbar.cot*"],
  ...["llmbar.metrics*", "llmbar.reference*", "llmbar.metrics_reference*"],
  ...["llmbar.swap*", "llmbar.swap_cot*", "llmbar.chateval*"],
  ...["llmbar.vanilla*_1shot", "llmbar.vanilla*_2shot"],
];
const RATINGS = [
  ...["llmbar.rating", "llmbar.rating*", "llmbar.rating_metrics*"],
  ...["llmbar.rating_reference*", "llmbar.rating_metrics_reference*"],
];
const LONG = input.responses[0]?.text ?? "";

const promptOf = ({ messages }: CallPlan) => messages.map(({ content }) => content).join("\n");
const lastOf = ({ messages }: CallPlan) => messages.at(-1)?.content ?? "";
const verdict = (letter: string) => `It does what is asked. Output (${letter}) is better.`;

/** A judge that prefers the longer response wherever it stands, in whatever form it is asked. */
function fair(plan: CallPlan): string {
  const text = lastOf(plan);
  if (plan.key === "metrics") return "1. Does it have two lines?\n2. Does it rhyme?\n3. Is it for children?";
  if (plan.key === "reference") return "Rain, rain.";
  if (plan.key.startsWith("score:")) return text.includes(LONG) ? "8" : "3";
  const shown = text.slice(text.lastIndexOf("<<<BEGIN OUTPUT (a)"), text.lastIndexOf("<<<BEGIN OUTPUT (b)"));
  const letter = shown.includes(LONG) ? "a" : "b";
  return text.includes("last sentence is the verdict") || text.includes("round of discussion")
    ? verdict(letter)
    : `Output (${letter})`;
}

const labelsOf = (values: readonly DraftedValue[]) =>
  values.filter(({ target }) => target === "preference").map(({ order, value }) => [order, value]);

describe("evaluators that compare", () => {
  for (const id of EVALUATORS) {
    test(`${id} keeps the label of each order apart, mapped back to the pair`, () => {
      expect(labelsOf(simulate(method(id), input, {}, fair).drafted.values)).toEqual([
        ["AB", "A"],
        ["BA", "A"],
      ]);
      const turned = { ...input, responses: input.responses.toReversed() };
      expect(labelsOf(simulate(method(id), turned, {}, fair).drafted.values)).toEqual([
        ["AB", "B"],
        ["BA", "B"],
      ]);
    });

    test(`${id} has no label where an order could not be read, and keeps the other one`, () => {
      const { drafted } = simulate(method(id), input, {}, (plan) => (plan.order === "BA" ? "" : fair(plan)));
      expect(labelsOf(drafted.values)).toEqual([
        ["AB", "A"],
        ["BA", null],
      ]);
    });
  }

  test("a judge that always chooses the first output contradicts itself, and both drafts are flagged", () => {
    const { drafted } = simulate(method("llmbar.vanilla*"), input, {}, () => "Output (a)");
    expect(labelsOf(drafted.values)).toEqual([
      ["AB", "A"],
      ["BA", "B"],
    ]);
    expect(drafted.values.map(({ flags }) => flags)).toEqual([
      ["position_inconsistent"],
      ["position_inconsistent"],
    ]);
  });

  test("an asterisk in a method's name stands for the rules in the prompt, which a run can leave out", () => {
    const has = (id: string, params = {}) => {
      const { calls } = simulate(method(id), input, params, fair);
      return calls.some(({ plan }) => promptOf(plan).includes("Rules:"));
    };
    expect(["llmbar.vanilla", "llmbar.cot", "llmbar.rating"].map((id) => has(id))).toEqual([
      false,
      false,
      false,
    ]);
    expect(["llmbar.vanilla*", "llmbar.cot*", "llmbar.swap*"].map((id) => has(id))).toEqual([
      true,
      true,
      true,
    ]);
    expect(
      ["llmbar.swap*", "llmbar.metrics*", "llmbar.chateval*"].map((id) => has(id, { rules: false })),
    ).toEqual([...[false, false, false]]);
  });

  test("reads as the released scripts do where the run says so", () => {
    const both = () => "Output (b) it is not; Output (a)\nOutput (a)";
    expect(labelsOf(simulate(method("llmbar.vanilla"), input, {}, both).drafted.values)[0]).toEqual([
      "AB",
      null,
    ]);
    const released = simulate(method("llmbar.vanilla"), input, { reader: "released" }, both).drafted;
    expect(labelsOf(released.values)[0]).toEqual(["AB", "A"]);
  });

  test("token limits are the paper’s, or four times as many, or the run’s own", () => {
    const limits = (params: object) =>
      simulate(method("llmbar.metrics_reference*"), input, params, fair).calls.map(
        ({ plan }) => plan.sampling.maxOutputTokens,
      );
    expect(limits({ legacyLimits: true })).toEqual([150, 384, 50, 50]);
    expect(limits({})).toEqual([600, 1536, 200, 200]);
    expect(limits({ maxOutputTokens: 9000 })).toEqual([9000, 9000, 9000, 9000]);
  });
});

describe("questions and reference", () => {
  test("are written once, and stand in the comparisons of both orders, questions first", () => {
    const { calls } = simulate(method("llmbar.metrics_reference*"), input, {}, fair);
    expect(calls.map(({ plan }) => plan.key)).toEqual(["metrics", "reference", "label:AB", "label:BA"]);
    for (const { plan } of calls.slice(2)) {
      const text = lastOf(plan);
      expect(text).toContain("1. Does it have two lines?\n2. Does it rhyme?\n3. Is it for children?");
      expect(text.indexOf("BEGIN QUESTIONS")).toBeLessThan(text.indexOf("BEGIN REFERENCE OUTPUT"));
    }
  });

  test("without them nothing is compared", () => {
    for (const id of ["llmbar.metrics*", "llmbar.rating_metrics*"]) {
      const { drafted, calls } = simulate(method(id), input, {}, () => "I do not know.");
      expect(calls).toHaveLength(1);
      expect(
        drafted.values.every(({ value, undecided }) => value === null && undecided === "parse_failed"),
      ).toBe(true);
    }
  });

  test("the questions alone are a checklist for people", () => {
    const { drafted } = simulate(method("llmbar.metrics"), { ...input, responses: [] }, {}, fair);
    expect(drafted.rubric).toMatchObject({
      kind: "checklist",
      items: [
        { text: "Does it have two lines?" },
        { text: "Does it rhyme?" },
        { text: "Is it for children?" },
      ],
    });
  });
});

describe("swap", () => {
  const stubborn = (plan: CallPlan) =>
    plan.key.startsWith("reasons") ? `Output (a) is short, output (b) is long. ${verdict("a")}` : fair(plan);

  test("decides a contradiction by a debate in both orders, whose labels are final", () => {
    for (const id of ["llmbar.swap*", "llmbar.swap_cot*"]) {
      const { drafted, calls } = simulate(method(id), input, {}, stubborn);
      expect(calls.map(({ plan }) => plan.key)).toEqual([
        "reasons:AB",
        "reasons:BA",
        "debate:AB",
        "debate:BA",
      ]);
      expect(labelsOf(drafted.values)).toEqual([
        ["AB", "A"],
        ["BA", "A"],
      ]);
    }
  });

  test("quotes each evaluation under the output that it prefers, with the labels of that order", () => {
    const { calls } = simulate(method("llmbar.swap*"), input, {}, stubborn);
    const debate = lastOf(calls[2]?.plan as CallPlan);
    const quoted = (letter: string) =>
      new RegExp(`<<<BEGIN EVALUATION BY ASSISTANT \\(${letter}\\) \\w+>>>\\n([^<]*)\\n<<<`).exec(
        debate,
      )?.[1];
    expect(quoted("a")).toBe(`Output (a) is short, output (b) is long. ${verdict("a")}`);
    // Written where the sides were turned: the same outputs have the other names here.
    expect(quoted("b")).toBe(`Output (b) is short, output (a) is long. ${verdict("b")}`);
  });

  test("without a contradiction, or with a label that could not be read, the first labels are final", () => {
    expect(simulate(method("llmbar.swap*"), input, {}, fair).calls).toHaveLength(2);
    const { calls } = simulate(method("llmbar.swap*"), input, {}, ({ order }) =>
      order === "AB" ? verdict("a") : "I do not know.",
    );
    expect(calls).toHaveLength(2);
  });

  test("every name that is read as a verdict is exchanged in a quoted evaluation, and no article", () => {
    expect(exchangeLabels("Output A names more facts than output b. Output A is better.")).toBe(
      "Output B names more facts than output a. Output B is better.",
    );
    expect(exchangeLabels("Outputs (a) and (b): **Output ( a )** wins.\nFinal choice: a")).toBe(
      "Outputs (b) and (a): **Output ( b )** wins.\nFinal choice: b",
    );
    expect(exchangeLabels("Output a short answer about a bee.")).toBe("Output a short answer about a bee.");
    const { calls } = simulate(method("llmbar.swap*"), input, {}, ({ key }) =>
      key.startsWith("debate") ? "Output (a)" : "Output A is better.",
    );
    const debates = calls.filter(({ plan }) => plan.key.startsWith("debate"));
    expect(debates).toHaveLength(2);
    // Assistant (b) prefers Output (b), in the words of an evaluation where it was called A.
    for (const { plan } of debates)
      expect(lastOf(plan)).toMatch(
        /EVALUATION BY ASSISTANT \(a\) \w+>>>\nOutput A is better\.[\s\S]*EVALUATION BY ASSISTANT \(b\) \w+>>>\nOutput B is better\./,
      );
  });

  property.prop([
    fc.array(
      fc.constantFrom(
        "Output (a)",
        "output (b)",
        "Output A.",
        "Output B",
        "a bee",
        "( b )",
        "**Output (A)**",
        " and ",
        "(a)",
        "(b)",
      ),
    ),
  ])("exchanging labels twice gives the text again", (parts) => {
    const text = parts.join(" ");
    expect(exchangeLabels(exchangeLabels(text))).toBe(text);
  });
});

describe("ChatEval", () => {
  test("two referees speak in turn in two rounds, and read all earlier turns", () => {
    const { calls } = simulate(
      method("llmbar.chateval*"),
      input,
      {},
      (plan) => `${plan.key}! ${verdict("a")}`,
    );
    const ofAB = calls.filter(({ plan }) => plan.order === "AB");
    expect(calls).toHaveLength(8);
    expect(ofAB.map(({ plan }) => plan.key)).toEqual(["turn:0 AB", "turn:1 AB", "turn:2 AB", "turn:3 AB"]);
    const last = lastOf(ofAB[3]?.plan as CallPlan);
    for (const turn of [0, 1, 2]) expect(last).toContain(`turn:${turn} AB!`);
    expect(last).not.toContain("BA!");
    expect(last).toContain("You are referee 2. Critic");
    expect(lastOf(ofAB[2]?.plan as CallPlan)).toContain("You are referee 1. General Public");
  });

  test("the majority of the last round decides, and an even split is a tie", () => {
    const by = (letters: readonly string[]) => (plan: CallPlan) =>
      verdict(letters[Number(/turn:(\d+)/.exec(plan.key)?.[1]) % letters.length] as string);
    const three = { roles: ["One", "Two", "Three"] };
    const { drafted } = simulate(method("llmbar.chateval*"), input, three, by(["b", "b", "a"]));
    expect(drafted.values[0]).toMatchObject({ order: "AB", value: "B", votes: ["B", "B", "A"] });
    const split = simulate(method("llmbar.chateval*"), input, {}, by(["a", "b"])).drafted;
    expect(labelsOf(split.values)).toEqual([
      ["AB", "tie"],
      ["BA", "tie"],
    ]);
  });

  test("scores decide by their mean, and equal ones are a tie", () => {
    const scored = (a: number, b: number) => (plan: CallPlan) =>
      lastOf(plan).includes("round of discussion") ? "Well." : `So.\nScore (a): ${a}\nScore (b): ${b}`;
    const of = (a: number, b: number) =>
      labelsOf(simulate(method("llmbar.chateval*"), input, { final: "scores" }, scored(a, b)).drafted.values);
    expect(of(7, 6)).toEqual([
      ["AB", "A"],
      ["BA", "B"],
    ]);
    expect(of(5, 5)).toEqual([
      ["AB", "tie"],
      ["BA", "tie"],
    ]);
  });

  test("says how many calls it makes with other roles and rounds", () => {
    const each = method("llmbar.chateval*");
    const params = each.params.parse({ roles: ["One", " Two ", "", "Three"], rounds: 3 });
    expect(each.most(input, params)).toBe(18);
    expect(simulate(each, input, params, () => verdict("a")).calls).toHaveLength(18);
    expect(each.params.safeParse({ roles: ["Alone"] }).success).toBe(false);
  });
});

describe("ratings", () => {
  test.each([...RATINGS, "prometheus.rate", "prometheus.rate+reference"])(
    "%s scores each output alone, and prefers the higher score",
    (id) => {
      const scored = (plan: CallPlan) =>
        id.startsWith("prometheus") && plan.key.startsWith("score:")
          ? `Feedback: fine. [RESULT] ${lastOf(plan).includes(LONG) ? 5 : 2}`
          : fair(plan);
      const { drafted, calls } = simulate(method(id), input, {}, scored);
      const [high, low] = id.startsWith("prometheus") ? [5, 2] : [8, 3];
      expect(drafted.values.map(({ target, response, value }) => [target, response, value])).toEqual([
        ["overall", "r1", high],
        ["overall", "r2", low],
        ["preference", undefined, "A"],
      ]);
      for (const { plan } of calls.filter(({ plan }) => plan.key.startsWith("score:")))
        expect([LONG, "It rains."].filter((text) => lastOf(plan).includes(text))).toHaveLength(1);
    },
  );

  test("equal ratings are a tie, and one that could not be read leaves no preference", () => {
    const tied = simulate(method("llmbar.rating*"), input, {}, () => "5").drafted;
    expect(tied.values.at(-1)).toMatchObject({ target: "preference", value: "tie" });
    const half = simulate(method("llmbar.rating*"), input, {}, ({ key }) =>
      key === "score:0" ? "5" : "good",
    ).drafted;
    expect(half.values.map(({ value }) => value)).toEqual([5, null, null]);
  });
});

test("examples are earlier turns, with the labels (b) and then (a)", () => {
  const turns = (id: string) =>
    method(id)
      .plan(input, method(id).params.parse({}), fence)[0]
      ?.messages.map(({ role }) => role);
  expect(turns("llmbar.vanilla*")).toEqual(["system", "user"]);
  expect(turns("llmbar.vanilla*_2shot")).toEqual([
    ...["system", "user", "assistant", "user", "assistant", "user"],
  ]);
  const labels = (id: string) =>
    method(id)
      .plan(input, method(id).params.parse({}), fence)[0]
      ?.messages.flatMap(({ role, content }) => (role === "assistant" ? [content] : []));
  expect(labels("llmbar.vanilla*_1shot")).toEqual(["Output (b)"]);
  expect(labels("llmbar.vanilla*_2shot")).toEqual(["Output (b)", "Output (a)"]);
  expect(labels("llmbar.vanilla*_2shot:structured")).toEqual(['{"choice":"b"}', '{"choice":"a"}']);
});

test.each([
  ["llmbar.vanilla", 2],
  ["llmbar.cot*", 2],
  ["llmbar.metrics*", 3],
  ["llmbar.reference*", 3],
  ["llmbar.metrics_reference*", 4],
  ["llmbar.swap*", 4],
  ["llmbar.swap_cot*", 4],
  ["llmbar.chateval*", 8],
  ["llmbar.vanilla*_2shot", 2],
  ["llmbar.rating*", 2],
  ["llmbar.rating_metrics_reference*", 4],
  ["prometheus.rate", 2],
  ["llmbar.metrics", 1],
])("%s makes at most %i calls for a pair", (id, calls) => {
  const each = method(id);
  expect(each.most(input, each.params.parse({}))).toBe(calls);
});

test("asked for JSON, every evaluator reaches the same labels", () => {
  const json = (plan: CallPlan): string => {
    const text = lastOf(plan);
    const shown = text.slice(
      text.lastIndexOf("<<<BEGIN OUTPUT (a)"),
      text.lastIndexOf("<<<BEGIN OUTPUT (b)"),
    );
    const letter = shown.includes(LONG) ? "a" : "b";
    switch (plan.schema?.name) {
      case "questions":
        return JSON.stringify({ questions: ["Does it rhyme?"] });
      case "response":
        return JSON.stringify({ response: "Rain, rain." });
      case "score":
        return JSON.stringify({ score: text.includes(LONG) ? 8 : 3 });
      default:
        return JSON.stringify(
          text.includes('"reasoning"') ? { reasoning: "So.", choice: letter } : { choice: letter },
        );
    }
  };
  for (const id of [...EVALUATORS, ...RATINGS]) {
    const { drafted } = simulate(method(`${id}:structured`), input, {}, json);
    const labels = drafted.values.flatMap(({ target, value }) => (target === "preference" ? [value] : []));
    expect(new Set(labels), id).toEqual(new Set(["A"]));
  }
});
