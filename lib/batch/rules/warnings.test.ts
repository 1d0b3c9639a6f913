import { describe, expect, test } from "vitest";
import { withExposure } from "@/lib/batch/rules/design";
import { withSources } from "@/lib/batch/rules/protocol-sources";
import { type Warned, warningsOf } from "@/lib/batch/rules/warnings";
import type { NamedProtocol } from "@/lib/batch/schema";
import {
  DraftedKind,
  type DraftOption,
  type DraftSource,
  keyOfSource,
  type RubricOption,
} from "@/lib/dataset/schema/sources";
import type { Exposure } from "@/lib/judgement/schema";
import { DEFAULT_SETTINGS, protocolOf } from "@/lib/protocol/rules/presets";
import { PresetId, type Step } from "@/lib/protocol/schema";
import { NO_MEASURES, type Quality } from "@/lib/quality/schema";

const arm = (
  name: string,
  k: number,
  exposure: Exposure,
  preset: PresetId = "criterion-scoring",
): NamedProtocol => ({
  name,
  k,
  protocol: { steps: withExposure(protocolOf(preset, DEFAULT_SETTINGS).steps, exposure) },
});

const warningsFor = (change: Partial<Warned>) =>
  warningsOf({
    kind: "response",
    subjects: 60,
    arms: [arm("A", 2, "none"), arm("B", 2, "draft-first")],
    annotators: 12,
    joinLater: false,
    reserve: null,
    reserved: 0,
    ...change,
  });
const about = (change: Partial<Warned>) => warningsFor(change).map((warning) => warning.about);

const ofRun = (n: number): DraftSource & { from: "run" } => ({ from: "run", run: `run-${n}` });
const FROM_RUN = { name: "Run", method: "m", model: "model", condition: null, isOver: true } as const;
const RUBRICS = (["checklist", "criteria"] as const).map(
  (of): RubricOption => ({ ...FROM_RUN, of, tasks: 9, at: "2026-01-01", source: ofRun(1) }),
);
const DRAFTS = [1, 2].flatMap((n) =>
  DraftedKind.options.map(
    (of): DraftOption => ({
      ...{ ...FROM_RUN, of, subjects: 9, at: `2026-01-0${3 - n}` },
      ...{ source: ofRun(n), judges: [keyOfSource(ofRun(1))] },
    }),
  ),
);

test("a sound design has no warning", () => {
  expect(about({})).toEqual([]);
  expect(about({ arms: [arm("A", 3, "none")] })).toEqual([]);
});

test("a rubric that arms show in two versions gives a warning by kind", () => {
  expect(about({ twoVersions: [] })).toEqual([]);
  const [warning] = warningsFor({ twoVersions: ["checklist", "criteria"] });
  expect(warning).toMatchObject({ about: "two-versions" });
  expect(warning?.reason).toContain("two versions of a checklist and criteria");
});

test("every warning has a reason and a remedy", () => {
  const all = warningsFor({ arms: [arm("A", 1, "draft-first"), arm("B", 1, "draft-first")], annotators: 1 });
  expect(all.length).toBeGreaterThan(2);
  for (const { reason, fix } of all) expect([reason.endsWith("."), fix.endsWith(".")]).toEqual([true, true]);
});

describe("a contrast cannot be estimated", () => {
  test("with fewer than two raters in an arm", () => {
    expect(about({ arms: [arm("A", 1, "none")] })).toEqual(["one-rater"]);
    expect(about({ arms: [arm("A", 2, "none"), arm("B", 1, "draft-first")] })).toEqual(["one-rater-in-arm"]);
    const [warning] = warningsFor({ arms: [arm("A", 2, "none"), arm("B", 1, "draft-first")] });
    expect(warning?.reason).toContain("B");
    expect(warning?.reason).not.toContain("A,");
  });

  test("with arms that are the same", () => {
    expect(about({ arms: [arm("A", 2, "none"), arm("B", 2, "none")] })).toEqual(["same-arms"]);
  });

  test("without a subject that both arms share", () => {
    expect(about({ annotators: 1 })).toEqual(["no-subject-in-both"]);
    expect(about({ annotators: 2 })).toEqual([]);
    expect(about({ annotators: 0 })).toEqual([]);
  });

  test("when no annotator works in every arm", () => {
    // 3 subjects × 4 people each among 12: one subject for each of them.
    expect(about({ subjects: 3 })).toEqual(["arm-is-annotator"]);
    expect(about({ subjects: 6 })).toEqual([]);
  });

  test("when arms differ in their steps and in exposure", () => {
    expect(about({ arms: [arm("A", 2, "none"), arm("B", 2, "draft-first", "direct-scoring")] })).toEqual([
      "more-than-exposure",
    ]);
    expect(about({ arms: [arm("A", 2, "none"), arm("B", 2, "none", "direct-scoring")] })).toEqual([]);
  });

  describe("once the sources of what arms show are filled in", () => {
    const resolved = (arms: NamedProtocol[]) => {
      const protocols = withSources(
        arms.map(({ protocol }) => protocol),
        { rubrics: RUBRICS, drafts: DRAFTS, several: [] },
      );
      return about({ arms: arms.map((one, n) => ({ ...one, protocol: protocols[n] ?? one.protocol })) });
    };

    test.each(PresetId.options)("not because one arm of %s shows drafts and the other none", (preset) => {
      const arms = (["draft-first", "none"] as const).map((exposure) => arm("A", 2, exposure, preset));
      expect(resolved(arms)).not.toContain("more-than-exposure");
      expect(resolved(arms.toReversed())).not.toContain("more-than-exposure");
    });

    const judging = (exposure: Exposure, chosen: object = {}): NamedProtocol => ({
      ...{ name: exposure, k: 2 },
      protocol: { steps: [{ type: "judge", kind: "criteria", exposure, ...chosen }] },
    });

    test("when arms that both show drafts show those of two runs", () => {
      expect(resolved([judging("draft-first"), judging("judge-then-reveal")])).toEqual([]);
      const other = judging("judge-then-reveal", { drafts: ofRun(2) });
      expect(resolved([judging("draft-first"), other])).toEqual(["more-than-exposure"]);
      expect(resolved([judging("none"), other])).toEqual([]);
    });

    test("not because one of them names a source that the other was given", () => {
      const named = judging("judge-then-reveal", { rubric: ofRun(1), drafter: "hidden", drafts: ofRun(1) });
      expect(resolved([judging("draft-first"), named])).toEqual([]);
    });
  });

  test("where annotators choose whether to see drafts", () => {
    expect(about({ arms: [arm("A", 2, "none"), arm("B", 2, "on-request")] })).toEqual(["own-choice"]);
  });
});

describe("independent judgements", () => {
  test("are missing where every arm shows drafts, until a share is reserved", () => {
    const arms = [arm("A", 2, "draft-first"), arm("B", 2, "score-hidden")];
    expect(about({ arms })).toEqual(["no-independent"]);
    expect(about({ arms: [arm("A", 2, "judge-then-reveal")] })).toEqual([]);
    expect(about({ arms, reserve: { share: 0.5, k: 2 }, reserved: 30 })).toEqual([]);
  });

  test("of one person cannot be compared", () => {
    const arms = [arm("A", 1, "none"), arm("B", 2, "draft-first")];
    expect(about({ arms })).toEqual(["one-rater-in-arm", "one-independent"]);
    expect(about({ arms, reserve: { share: 0.5, k: 2 }, reserved: 30 })).toEqual(["one-rater-in-arm"]);
  });

  test("that are reserved are too few, or more than needed", () => {
    const arms = [arm("A", 2, "draft-first")];
    expect(about({ arms, reserve: { share: 0.1, k: 2 }, reserved: 6 })).toEqual(["few-reserved"]);
    expect(about({ reserve: { share: 0.5, k: 2 }, reserved: 30 })).toEqual(["reserved-twice"]);
  });

  test("are not written from scratch beside what they are compared with", () => {
    const both = (exposure: "none" | "draft-first"): Step[] => [
      { type: "rubric", kind: "checklist", exposure },
      { type: "judge", kind: "checklist", exposure: "none" },
    ];
    const of = (exposure: "none" | "draft-first") =>
      about({ arms: [{ name: "A", k: 2, protocol: { steps: both(exposure) } }] });
    expect(of("none")).toEqual(["kept-items-shown"]);
    expect(of("draft-first")).toEqual(["no-independent"]);
  });
});

test("annotators who may still join are mentioned", () => {
  expect(about({ annotators: 0, joinLater: true })).toEqual(["nobody-yet"]);
  expect(warningsFor({ annotators: 3, joinLater: true })[0]?.reason).toContain("60 assignments");
});

describe("quality control", () => {
  const guarded = (quality: Partial<Quality>, gold: number | null) =>
    about({ guarded: { quality: { ...NO_MEASURES, ...quality }, gold } });
  const exam = { subjects: 4, pass: 80, within: 0, attempts: 1, reveal: false };

  test("needs gold: some, enough, and enough for the share of checks", () => {
    expect(guarded({}, 0)).toEqual([]);
    expect(guarded({ gold: { share: 0.1, feedback: false } }, 0)).toEqual(["no-gold"]);
    expect(guarded({ training: { subjects: 2 } }, 0)).toEqual(["no-gold"]);
    expect(guarded({ exam }, 3)).toEqual(["too-little-gold"]);
    expect(guarded({ exam }, 4)).toEqual([]);
    expect(guarded({ exam, gold: { share: 0.1, feedback: false } }, 4)).toEqual(["too-little-gold"]);
    // A tenth of 60 are six checks; of ten with gold, four are for the exam.
    expect(guarded({ exam, gold: { share: 0.1, feedback: false } }, 9)).toEqual(["few-checks"]);
    expect(guarded({ exam, gold: { share: 0.1, feedback: false } }, 10)).toEqual([]);
    expect(guarded({ exam, gold: { share: 0.1, feedback: false } }, null)).toEqual([]);
  });

  test.each<[PresetId, Exposure, boolean]>([
    ["criterion-scoring", "draft-first", true],
    ["criterion-scoring", "score-hidden", false],
    ["criterion-scoring", "none", false],
    ["preference", "on-request", true],
    ["preference", "none", false],
    ["item-labelling", "draft-first", true],
    ["item-labelling", "none", false],
    ["checklist-review", "draft-first", true],
    ["checklist-writing", "none", false],
  ])("errors in %s, drafts %s: can be planted is %s", (preset, exposure, can) => {
    const found = about({
      arms: [arm("A", 2, exposure, preset)],
      guarded: { quality: { ...NO_MEASURES, planted: { share: 0.1, debrief: true } }, gold: 0 },
    });
    expect(found.includes("nothing-to-plant")).toBe(!can);
  });

  test("gives a warning with a reason and a remedy", () => {
    const quality = { ...NO_MEASURES, exam, planted: { share: 0.1, debrief: false } };
    const warnings = warningsFor({ arms: [arm("A", 2, "none")], guarded: { quality, gold: 0 } });
    expect(warnings).toHaveLength(2);
    for (const { reason, fix } of warnings)
      expect([reason, fix].every((words) => words.endsWith("."))).toBe(true);
  });
});
