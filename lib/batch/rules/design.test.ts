import { fc, test as propTest } from "@fast-check/vitest";
import { describe, expect, test } from "vitest";
import { shareOf } from "@/lib/batch/rules";
import {
  type Designed,
  designSize,
  exposuresFor,
  isAsPreset,
  isExposedAs,
  nearestExposure,
  presetInWords,
  problemsOf,
  protocolsOf,
  reservedArm,
  reservedOf,
  stepKindsOf,
  subjectKindOfArms,
  withExposure,
} from "@/lib/batch/rules/design";
import { checksBeforeWork } from "@/lib/batch/rules/gold-quota";
import { asQueue, QUEUE_INTAKE } from "@/lib/batch/rules/queue-preset";
import type { ArmDesign, NamedProtocol, SampleBy } from "@/lib/batch/schema";
import { DEFAULT_SETTINGS, protocolOf } from "@/lib/protocol/rules/presets";
import { type PresetId, Protocol, type Step } from "@/lib/protocol/schema";
import { NO_MEASURES } from "@/lib/quality/schema";

const stepsOf = (preset: PresetId) => protocolOf(preset, DEFAULT_SETTINGS).steps;
const arm = (change: Partial<ArmDesign> = {}): ArmDesign => ({
  name: "A",
  k: 2,
  steps: stepsOf("criterion-scoring"),
  exposure: null,
  ...change,
});
const design = (change: Partial<Designed> = {}): Designed => ({
  name: "Pilot",
  selection: { sample: null },
  arms: [arm()],
  annotators: 2,
  joinLater: false,
  guidelines: "",
  mustRead: false,
  quality: NO_MEASURES,
  intake: null,
  ...change,
});

describe("arms", () => {
  test("follow the first in their steps, with their own exposure", () => {
    const [first, second, third] = protocolsOf([
      arm(),
      arm({ name: "B", steps: null, exposure: "none" }),
      arm({ name: "C", steps: null }),
    ]);
    expect(third?.protocol).toEqual(first?.protocol);
    expect(second?.protocol.steps.map((step) => "exposure" in step && step.exposure)).toEqual([
      "none",
      "none",
    ]);
    expect(stepKindsOf(second?.protocol ?? { steps: [] })).toBe("judge:criteria score");
  });

  test("show drafts of a rubric by the nearest exposure that drafted items allow", () => {
    const steps = protocolOf("criteria-review", DEFAULT_SETTINGS).steps.concat(stepsOf("direct-scoring"));
    const exposures = exposuresFor(steps).map((exposure) => {
      const exposed = withExposure(steps, exposure);
      expect(Protocol.parse({ steps: exposed }).steps).toEqual(exposed);
      expect(isExposedAs(exposed, exposure)).toBe(true);
      return exposed.map((step) => "exposure" in step && step.exposure);
    });
    expect(exposures).toEqual([
      ["none", "none"],
      ["draft-first", "draft-first"],
      ["on-request", "judge-then-reveal"],
      ["on-request", "on-request"],
      ["draft-first", "score-hidden"],
    ]);
    expect(exposuresFor(stepsOf("criteria-review"))).toEqual(["none", "draft-first", "on-request"]);
    expect(nearestExposure(stepsOf("criteria-review"), "judge-then-reveal")).toBe("on-request");
    expect(nearestExposure(steps, "judge-then-reveal")).toBe("judge-then-reveal");
  });

  test("are about tasks together only if each is", () => {
    const of = (...presets: PresetId[]) => subjectKindOfArms(presets.map((id) => ({ steps: stepsOf(id) })));
    expect(of("criteria-review", "checklist-review")).toBe("task");
    expect(of("criteria-review", "direct-scoring")).toBe("response");
  });

  test("steps are known as a preset's until they are changed", () => {
    const steps = stepsOf("check-then-score");
    expect(isAsPreset("check-then-score", steps)).toBe(true);
    expect(isAsPreset("check-then-score", steps.slice(0, 2))).toBe(false);
    expect(isAsPreset("checklist-answering", steps)).toBe(false);
    expect(presetInWords("check-then-score", steps)).toBe("After TICK (Cook et al. 2024), check-then-score.");
    expect(presetInWords("check-then-score", steps.slice(0, 2))).toMatch(/^Changed from TICK/);
  });
});

describe("missing parts", () => {
  const judge: Step = { type: "judge", kind: "criteria", exposure: "none" };
  const score: Step = {
    type: "score",
    question: "How good?",
    scale: { type: "points", min: 1, max: 5 },
    exposure: "none",
    opens: "when-judged",
  };
  const askStep: Step = {
    type: "ask",
    id: "q",
    question: "Safe?",
    options: [
      { value: "yes", label: "Yes" },
      { value: "no", label: "No" },
    ],
  };
  const messages = (...steps: Step[]) =>
    problemsOf(design({ arms: [arm({ steps })] })).map(({ step, field }) => [step, field]);

  test("nothing, in a complete design", () => {
    expect(problemsOf(design())).toEqual([]);
    expect(messages(judge, score, askStep)).toEqual([]);
  });

  test("is named with its step and field", () => {
    expect(messages()).toEqual([[undefined, undefined]]);
    expect(messages(judge, judge)).toEqual([[1, undefined]]);
    expect(messages(judge, score, score)).toEqual([[2, undefined]]);
    expect(messages(score, judge)).toEqual([[0, "opens"]]);
    expect(messages(judge, { ...score, question: " " })).toEqual([[1, "question"]]);
    expect(messages(judge, { ...score, scale: { type: "points", min: 3, max: 3 } })).toEqual([[1, "scale"]]);
    expect(messages({ ...askStep, options: askStep.options.slice(1) })).toEqual([[0, "options"]]);
    expect(
      messages({ ...askStep, options: askStep.options.map((option) => ({ ...option, label: "Yes" })) }),
    ).toEqual([[0, "options"]]);
    expect(messages(askStep, { ...askStep, id: "q2" })).toEqual([]);
  });

  test("a condition that no earlier step can meet prevents opening", () => {
    const [safe, sense, writing] = stepsOf("checklist-writing") as [Step, Step, Step];
    const broken = (...steps: Step[]) =>
      problemsOf(design({ arms: [arm({ steps })] })).filter(({ field }) => field === "onlyIf");
    expect(broken(safe, sense, writing)).toEqual([]);
    expect(broken(safe, writing, sense)).toMatchObject([{ part: "protocol", arm: 0, step: 1 }]);
    expect(broken(sense, writing)).toHaveLength(1);
  });

  test("a sample that its kind of subject cannot be spread by prevents opening", () => {
    const parts = (by: SampleBy, preset: PresetId) =>
      problemsOf(
        design({ selection: { sample: { size: 9, by } }, arms: [arm({ steps: stepsOf(preset) })] }),
      ).map(({ part }) => part);
    expect(parts("uncertainty", "criterion-scoring")).toEqual([]);
    expect(parts("disagreement", "preference")).toEqual([]);
    expect(parts("model", "preference")).toEqual([]);
    expect(parts("disagreement", "checklist-writing")).toEqual(["subjects"]);
    expect(parts("model", "checklist-writing")).toEqual(["subjects"]);
    expect(parts("tag", "checklist-writing")).toEqual([]);
  });

  test("is listed under the part it belongs to", () => {
    const parts = (change: Partial<Designed>) => problemsOf(design(change)).map(({ part }) => part);
    const planted = { ...NO_MEASURES, planted: { share: 0.1, debrief: false } };
    expect(parts({ quality: planted })).toEqual([]);
    expect(parts({ quality: planted, intake: QUEUE_INTAKE })).toEqual(["quality"]);
    const queue = asQueue({ selection: { filter: {}, sample: null }, quality: planted }, stepsOf("queue"));
    expect(parts({ ...queue, annotators: 3 })).toEqual([]);
    expect(parts({ ...queue, annotators: 2 })).toEqual(["annotators"]);
    expect(parts({ name: " " })).toEqual(["subjects"]);
    expect(parts({ arms: [arm(), arm({ name: "B", steps: [] })], annotators: 4 })).toEqual(["arms"]);
    expect(parts({ annotators: 1 })).toEqual(["annotators"]);
    expect(parts({ annotators: 1, joinLater: true })).toEqual([]);
    expect(parts({ mustRead: true })).toEqual(["guidelines"]);
  });
});

const arms = fc
  .array(fc.integer({ min: 1, max: 20 }), { minLength: 1, maxLength: 6 })
  .map((ks) => ks.map((k, n): NamedProtocol => ({ name: `arm ${n}`, k, protocol: { steps: [] } })));

describe("the design in numbers", () => {
  propTest.prop([fc.nat(5000), arms, fc.integer({ min: 0, max: 60 })])(
    "slots are the sum of subjects × k over the arms, and the loads share what can be filled",
    (subjects, named, annotators) => {
      const numbers = designSize({ subjects, arms: named, annotators, joinLater: true, reserve: null });
      const each = named.reduce((sum, { k }) => sum + k, 0);
      expect(numbers.slots).toBe(named.reduce((sum, { k }) => sum + subjects * k, 0));
      expect(numbers.arms.reduce((sum, { slots }) => sum + slots, 0)).toBe(numbers.slots);
      if (numbers.load === null) {
        expect(annotators).toBe(0);
        return;
      }
      const { least, most } = numbers.load;
      const filled = subjects * Math.min(each, annotators);
      expect(most - least).toBeLessThanOrEqual(1);
      expect(most).toBeLessThanOrEqual(subjects);
      expect(least * annotators).toBeLessThanOrEqual(filled);
      expect(most * annotators).toBeGreaterThanOrEqual(filled);
      expect(most).toBe(shareOf({ slots: numbers.slots, subjects, annotators }));
    },
  );

  propTest.prop([fc.integer({ min: 1, max: 5000 }), arms, fc.integer({ min: 1, max: 100 }), fc.nat(60)])(
    "a reserved share adds its annotators to at least one subject",
    (subjects, named, percent, annotators) => {
      const reserve = { share: percent / 100, k: 2 };
      const without = designSize({ subjects, arms: named, annotators, joinLater: true, reserve: null });
      const numbers = designSize({ subjects, arms: named, annotators, joinLater: true, reserve });
      const extra = numbers.arms.at(-1);
      expect(extra).toMatchObject({ k: 2, subjects: reservedOf(subjects, reserve) });
      expect(extra?.subjects).toBeGreaterThanOrEqual(1);
      expect(extra?.subjects).toBeLessThanOrEqual(subjects);
      expect(Math.abs((extra?.subjects ?? 0) - subjects * reserve.share)).toBeLessThanOrEqual(1);
      expect(numbers.slots - without.slots).toBe(2 * (extra?.subjects ?? 0));
      expect(numbers.load?.most ?? 0).toBeGreaterThanOrEqual(without.load?.most ?? 0);
    },
  );

  test("a reserved share needs annotators, and shows no draft in any step", () => {
    const reserve = { share: 0.1, k: 3 };
    const named = protocolsOf([arm(), arm({ name: "without drafts", steps: null })]);
    const extra = reservedArm(named, reserve);
    expect(extra).toMatchObject({ name: "Without drafts 2", k: 3 });
    expect(extra?.protocol.steps.map((step) => "exposure" in step && step.exposure)).toEqual([
      "none",
      "none",
    ]);
    expect(reservedArm(named, null)).toBeNull();
    const needed = (annotators: number) =>
      problemsOf(design({ annotators, quality: { ...NO_MEASURES, reserve } })).map(({ part }) => part);
    expect(needed(4)).toEqual(["annotators"]);
    expect(needed(5)).toEqual([]);
  });

  test("without eligible subjects a batch does not open", () => {
    const none = { subjects: 0, arms: [], annotators: 1, joinLater: false, reserve: null };
    expect(designSize(none).blockers).toHaveLength(1);
  });

  test("a batch that takes new ones opens without any, if it is known what it would show of them", () => {
    const blockers = (steps: Step[], intake: object | null = QUEUE_INTAKE) =>
      designSize({
        ...{ subjects: 0, annotators: 3, joinLater: false, reserve: null, intake },
        arms: [{ name: "A", k: 1, protocol: { steps } }],
      }).blockers;
    const [judge] = stepsOf("checklist-answering") as [Extract<Step, { type: "judge" }>];
    const open: Step = { ...judge, exposure: "none" };
    const known: Step = { ...open, rubric: { from: "rules" } };
    const queue = withExposure(stepsOf("queue"), "none");
    expect(blockers(queue)).toEqual([]);
    expect(blockers(queue, null)).toHaveLength(1);
    expect(blockers([open])).toEqual([expect.stringContaining("no items or drafts")]);
    expect(blockers([known])).toEqual([]);
    expect(blockers([{ ...known, exposure: "draft-first" }])).toHaveLength(1);
    expect(blockers([{ ...known, exposure: "draft-first", drafts: { from: "rules" } }])).toEqual([]);
  });

  test("subjects of training and exam are subtracted from the work, except of a sample", () => {
    const quality = {
      ...NO_MEASURES,
      training: { subjects: 2 },
      exam: { subjects: 3, pass: 80, within: 0, attempts: 1, reveal: false },
    };
    expect(checksBeforeWork(NO_MEASURES, null)).toBe(0);
    expect(checksBeforeWork(quality, null)).toBe(5);
    expect(checksBeforeWork(quality, { size: 10, by: "everything" })).toBe(0);
    const design = { arms: [], annotators: 0, joinLater: true, reserve: null, before: 5 };
    expect(designSize({ ...design, subjects: 12 }).subjects).toBe(7);
    expect(designSize({ ...design, subjects: 4 })).toMatchObject({
      subjects: 0,
      blockers: [expect.any(String)],
    });
  });
});
