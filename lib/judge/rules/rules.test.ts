import { describe, expect, test } from "vitest";
import { startingPoint } from "@/lib/drafting/rules/judge/starting-points";
import { JudgeSpec } from "@/lib/drafting/schema/judge-spec";
import { confusionOf } from "@/lib/judge/rules/confusion";
import { changesBetween, diffLines } from "@/lib/judge/rules/diff";
import { changeOf, figuresOf, gainOf } from "@/lib/judge/rules/figures";
import { distanceFrom, labelOf, meanOf } from "@/lib/judge/rules/labels";
import { splitTasks } from "@/lib/judge/rules/split";
import { warningsOf } from "@/lib/judge/rules/warnings";
import type { LabelPart } from "@/lib/judge/schema/split";
import type { Figure, VersionFigures } from "@/lib/judge/schema/workshop";

describe("the split", () => {
  const tasks = Array.from({ length: 50 }, (_, n) => ({
    id: `id${n}`,
    key: `t${n}`,
    isLabelled: n < 30,
    isExample: n === 3,
  }));
  const shares = { examples: 20, development: 40 };

  test("depends on the seed and not on the order of the tasks, and divides labelled tasks on their own", () => {
    const parts = splitTasks(tasks, 42, shares);
    expect(splitTasks([...tasks].reverse(), 42, shares)).toEqual(new Map([...parts].reverse()));
    expect(splitTasks(tasks, 43, shares)).not.toEqual(parts);
    const count = (part: string, isLabelled: boolean) =>
      tasks.filter((task) => task.isLabelled === isLabelled && parts.get(task.id) === part).length;
    // 29 labelled tasks are drawn: 6, 12 and 11, and the example.
    expect(["examples", "development", "held-out"].map((part) => count(part, true))).toEqual([7, 12, 11]);
    expect(["examples", "development", "held-out"].map((part) => count(part, false))).toEqual([4, 8, 8]);
  });

  test("puts tasks that a prompt contains among the examples", () => {
    expect(splitTasks(tasks, 1, { examples: 0, development: 50 }).get("id3")).toBe("examples");
  });

  test.each([1, 2, 7])("keeps its shares where tasks are added and assigned %i at a time", (step) => {
    const added = Array.from({ length: 280 }, (_, n) => ({
      ...{ id: `id${n}`, key: `t${n}`, isLabelled: n % 2 === 0, isExample: false },
    }));
    const parts = new Map<string, LabelPart>();
    for (let from = 0; from < added.length; from += step) {
      const before = added.flatMap(({ id, isLabelled }) => {
        const part = parts.get(id);
        return part ? [{ isLabelled, part }] : [];
      });
      for (const [id, part] of splitTasks(added.slice(from, from + step), 42, shares, before))
        parts.set(id, part);
    }
    const count = (part: string, isLabelled: boolean) =>
      added.filter((task) => task.isLabelled === isLabelled && parts.get(task.id) === part).length;
    for (const isLabelled of [true, false])
      expect(["examples", "development", "held-out"].map((part) => count(part, isLabelled))).toEqual([
        28, 56, 56,
      ]);
  });

  test("gives new tasks to the parts that have too few where another one has too many", () => {
    const before = Array.from({ length: 6 }, () => ({ isLabelled: true, part: "held-out" as const }));
    const next = splitTasks(
      tasks.filter(({ isLabelled, isExample }) => isLabelled && !isExample).slice(0, 4),
      42,
      shares,
      before,
    );
    // Of ten: 2, 4 and 4 would be theirs; four places are left for the six that are missing.
    expect([...next.values()].sort()).toEqual(["development", "development", "development", "examples"]);
  });
});

describe("labels", () => {
  test("are the median of scores and the majority of answers and sides; null where people are split", () => {
    expect(labelOf("response", [1, 2, 5])).toBe(2);
    expect(labelOf("response", [2, 3])).toBe(3);
    expect(labelOf("response", ["na"])).toBeNull();
    expect(labelOf("item", ["yes", "yes", "no", "na"])).toBe("yes");
    expect(labelOf("item", ["yes", "no"])).toBeNull();
    expect(labelOf("pair", [1, 2, "B"])).toBe("A");
    expect(labelOf("pair", [3])).toBe("tie");
    expect(meanOf("pair", ["A", "B", "tie"])).toBe(0.5);
    expect(meanOf("item", ["na"])).toBeNull();
    expect(labelOf("criterion", [1, 4, 5])).toBe(4);
    expect(labelOf("criterion", ["yes"])).toBeNull();
    expect(labelOf("label", ["safe", "error", "safe"])).toBe("safe");
    expect(labelOf("label", ["safe", "error"])).toBeNull();
    // Two found that not one label fits.
    expect(labelOf("label", ["safe", null, null])).toBeNull();
    expect(labelOf("label", ["safe", null])).toBeNull();
    expect(labelOf("label", ["safe", null, "safe"])).toBe("safe");
  });

  test("of names are as far from a judge as the share of people with another one", () => {
    const people = ["safe", "safe", "error"].map((value, n) => ({ rater: `A${n}`, value, explanation: "" }));
    expect(distanceFrom("label", { people, mean: 0 }, "error")).toBeCloseTo(2 / 3);
    expect(distanceFrom("criterion", { people: [], mean: 2.5 }, 4)).toBe(1.5);
  });
});

describe("figures", () => {
  const unit = (label: "yes" | "no", judge: "yes" | "no" | null, task: string) => ({
    task,
    label,
    judge,
    mean: label === "yes" ? 1 : 0,
  });
  // 40 right yes, 10 wrong, 20 wrong, 30 right no: Cohen's κ of the table is 0.4.
  const table = [
    ...Array.from({ length: 40 }, (_, n) => unit("yes", "yes", `a${n}`)),
    ...Array.from({ length: 10 }, (_, n) => unit("yes", "no", `b${n}`)),
    ...Array.from({ length: 20 }, (_, n) => unit("no", "yes", `c${n}`)),
    ...Array.from({ length: 30 }, (_, n) => unit("no", "no", `d${n}`)),
  ];

  test("are accuracy, κ and bias by hand, over units with a value", () => {
    const figures = figuresOf("item", [...table, unit("yes", null, "e")]);
    expect(figures).toMatchObject({ units: 100, tasks: 100, missing: 1 });
    expect(figures.accuracy.value).toBeCloseTo(0.7);
    expect(figures.kappa.value).toBeCloseTo(0.4);
    expect(figures.bias.value).toBeCloseTo(0.1);
    expect(figures.accuracy.low).toBeGreaterThan(0.58);
    expect(figures.accuracy.high).toBeLessThan(0.82);
  });

  test("an accuracy of 100 % has the lower end that the report gives it, and the change between two such has none", () => {
    const right = Array.from({ length: 16 }, (_, n) =>
      unit(n % 2 ? "yes" : "no", n % 2 ? "yes" : "no", `t${n}`),
    );
    const { accuracy } = figuresOf("item", right);
    expect(accuracy).toMatchObject({ value: 1, high: 1 });
    // Wilson's lower end of 16 of 16: 16 / (16 + 1.96²).
    expect(accuracy.low).toBeCloseTo(16 / (16 + 1.96 ** 2), 3);
    expect(changeOf("item", right, right).accuracy).toMatchObject({ value: 0, low: 0, high: 0 });
  });

  test("are undefined with a reason, never 0", () => {
    const figures = figuresOf("item", [unit("yes", "yes", "a")]);
    expect(figures.kappa).toMatchObject({ value: null, reason: "expected-agreement-is-1", low: null });
    expect(figuresOf("item", []).accuracy.value).toBeNull();
  });

  test("of labels have accuracy and κ by hand, and no bias", () => {
    const named = (label: string, judge: string | null, n: number) =>
      Array.from({ length: n }, (_, at) => ({ task: `${label}${judge}${at}`, label, judge, mean: 0 }));
    // Of 20 units 13 are equal. By chance 0.5 · 0.55 + 0.3 · 0.3 + 0.2 · 0.15 would be.
    const units = [
      ...[...named("safe", "safe", 8), ...named("safe", "refusal", 2)],
      ...[...named("refusal", "refusal", 4), ...named("refusal", "safe", 2), ...named("refusal", null, 3)],
      ...[...named("error", "error", 1), ...named("error", "safe", 1), ...named("error", "odd", 2)],
    ];
    const figures = figuresOf("label", units);
    expect(figures).toMatchObject({
      units: 20,
      missing: 3,
      bias: { value: null, reason: "non-numeric-values" },
    });
    expect(figures.accuracy.value).toBeCloseTo(0.65);
    const chance = (10 / 20) * (11 / 20) + (6 / 20) * (6 / 20) + (4 / 20) * (1 / 20);
    expect(figures.kappa.value).toBeCloseTo((0.65 - chance) / (1 - chance));
    const confusion = confusionOf(JudgeSpec.parse(startingPoint("plain.label")?.spec), units);
    expect(confusion.values).toEqual(["answered", "refused", "failed", "error", "odd", "refusal", "safe"]);
    const labels = {
      question: "q",
      options: ["safe", "refusal", "error"].map((name) => ({ name, hint: "" })),
    };
    expect(confusionOf({ subject: "label", scale: null, labels }, units)).toEqual({
      values: ["safe", "refusal", "error", "odd"],
      rows: [
        { label: "safe", units: 10, given: [8, 2, 0, 0], found: 0.8, right: 8 / 11 },
        { label: "refusal", units: 9, given: [2, 4, 0, 0], found: 4 / 6, right: 4 / 6 },
        { label: "error", units: 4, given: [1, 0, 1, 2], found: 0.25, right: 1 },
        { label: "odd", units: 0, given: [0, 0, 0, 0], found: null, right: 0 },
      ],
      reason: null,
    });
  });

  test("of criteria have no κ, bias and table together where their scales differ", () => {
    const scored = (label: number, judge: number, max: number) => ({
      ...{ task: `t${label}${judge}${max}`, label, judge, mean: label, range: { min: 1, max } },
    });
    const alike = [scored(1, 1, 5), scored(5, 4, 5), scored(3, 3, 5)];
    expect(figuresOf("criterion", alike).bias.value).toBeCloseTo(-1 / 3);
    expect(figuresOf("criterion", alike).kappa.value).toBeGreaterThan(0.8);
    const mixed = [...alike, scored(10, 9, 10)];
    expect(figuresOf("criterion", mixed)).toMatchObject({
      accuracy: { value: 0.5 },
      kappa: { value: null, reason: "mixed-scales" },
      bias: { value: null, reason: "mixed-scales" },
    });
    const unjudged = { ...scored(9, 9, 10), judge: null };
    const spec = { subject: "criterion" as const, scale: null };
    // What counts is what the judge has a value on: κ and table are of the same units.
    expect(figuresOf("criterion", [...alike, unjudged]).kappa.value).toBeGreaterThan(0.8);
    expect(confusionOf(spec, [...alike, unjudged]).values).toEqual(["1", "3", "4", "5"]);
    expect(confusionOf(spec, mixed)).toMatchObject({ rows: [], reason: "mixed-scales" });
    expect(confusionOf(spec, alike).values).toEqual(["1", "3", "4", "5"]);
    expect(confusionOf(spec, [])).toMatchObject({ reason: "no-ratings" });
  });

  test("of scores weight κ by squared distance", () => {
    const scored = [1, 2, 3, 4, 5].flatMap((label) =>
      [0, 1].map((off) => ({ task: `t${label}${off}`, label, mean: label, judge: Math.min(5, label + off) })),
    );
    const near = figuresOf("response", scored).kappa.value ?? 0;
    const far = figuresOf(
      "response",
      scored.map((one) => ({ ...one, judge: one.judge === one.label ? one.judge : 6 - one.label })),
    ).kappa.value;
    expect(near).toBeGreaterThan(0.85);
    expect(far).toBeLessThan(near);
  });

  test("a change is computed on the units of both versions, narrower than two separate intervals", () => {
    const better = table.map((one, n) =>
      n < 45 ? { ...one, judge: one.label } : n === 99 ? { ...one, judge: null } : one,
    );
    const change = changeOf("item", table, better);
    expect(change).toMatchObject({ units: 99, missing: 1 });
    expect(change.accuracy.value).toBeCloseTo(5 / 99);
    const width = ({ low, high }: Figure) => (high ?? 0) - (low ?? 0);
    expect(width(change.accuracy)).toBeLessThan(width(figuresOf("item", table).accuracy));
    expect(changeOf("item", table, table).accuracy).toMatchObject({ value: 0, low: 0, high: 0 });
  });
});

describe("warnings", () => {
  const version = (number: number, value: number, tasks = 200, half = 0.05): VersionFigures => {
    const accuracy = { value, reason: null, low: value - half, high: value + half };
    const figures = { units: tasks, tasks, missing: 0, accuracy, kappa: accuracy, bias: accuracy };
    return { number, figures, change: null };
  };

  /** The warnings, where versions judged as many of the newest one's units as they have figures of. */
  const warned = (versions: readonly VersionFigures[]) =>
    warningsOf(versions, (number) => {
      const [newest, older] = [versions[0], versions.find((one) => one.number === number)];
      const gain = (newest?.figures.accuracy.value ?? 0) - (older?.figures.accuracy.value ?? 0);
      return { units: older?.figures.units ?? 0, gain };
    });

  test("say when there are too few tasks, or the interval is too wide", () => {
    expect(warned([version(1, 0.7, 12)])).toEqual([expect.stringContaining("12 labelled tasks")]);
    expect(warned([version(1, 0.7, 40, 0.2)])).toEqual([expect.stringContaining("40 points wide")]);
    expect(warned([version(1, 0.7)])).toEqual([]);
  });

  test("compare no version with one that was only tried on a few tasks", () => {
    // The first was tried on three tasks and wrong on all: no gain of .7 since then.
    const tried = [version(4, 0.7), version(3, 0.7), version(2, 0.7), version(1, 0, 3)];
    expect(warned(tried)).toEqual([expect.stringContaining("3 versions were compared")]);
    expect(warned([version(3, 0.7), version(2, 0.7), version(1, 0, 3)])).toEqual([]);
  });

  test("take the gain on the units that both versions judged", () => {
    const units = [0, 1, 2, 3].map((n) => ({
      task: `t${n}`,
      label: "yes" as const,
      mean: 1,
      judge: "yes" as const,
    }));
    const before = units.map((unit, n) => ({
      ...unit,
      judge: n === 0 ? ("no" as const) : n === 3 ? null : unit.judge,
    }));
    expect(gainOf("item", before, units)).toEqual({ units: 3, gain: 1 / 3 });
    expect(gainOf("item", [], units)).toEqual({ units: 0, gain: 0 });
  });

  test("say when so many versions were compared that the gain may be chance", () => {
    const many = [0.73, 0.72, 0.71, 0.7].map((value, at) => version(4 - at, value));
    expect(warned(many)).toEqual([expect.stringContaining("4 versions were compared")]);
    expect(warned([version(4, 0.9), ...many.slice(1)])).toEqual([]);
    expect(warned(many.slice(0, 2))).toEqual([]);
  });
});

describe("differences of versions", () => {
  test("are by line, removed before added", () => {
    expect(diffLines("a\nb\nc", "a\nx\nc\nd").map(({ kind, text }) => `${kind} ${text}`)).toEqual([
      "same a",
      "removed b",
      "added x",
      "same c",
      "added d",
    ]);
  });

  test("name settings, texts and examples", () => {
    const spec = JudgeSpec.parse({ subject: "item", user: "{{question}}", output: "answer" });
    const example = {
      instruction: "i",
      responses: ["r"],
      question: "q",
      value: "yes" as const,
      explanation: "",
      source: null,
    };
    const changes = changesBetween(
      { spec, model: "m" },
      { spec: { ...spec, samples: 3, user: "{{question}}?", examples: [example] }, model: "m2" },
    );
    expect(changes.settings.map(({ name }) => name)).toEqual(["Model", "Samples", "Temperature"]);
    expect(changes.system).toBeNull();
    expect(changes.user).toHaveLength(2);
    expect(changes.examples).toEqual({ added: [example], removed: [] });
  });
});
