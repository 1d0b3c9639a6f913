import { fc, test as propTest } from "@fast-check/vitest";
import { describe, expect, test } from "vitest";
import {
  eligibilityOf,
  minutesLeft,
  needsOf,
  nextVersionOf,
  type SubjectGroup,
  shareOf,
  stateAfter,
} from "@/lib/batch/rules";
import { withExposure } from "@/lib/batch/rules/design";
import { NewBatch } from "@/lib/batch/schema";
import { NEEDS, type SubjectNeed } from "@/lib/batch/schema/subject-needs";
import { Exposure } from "@/lib/judgement/schema";
import { DEFAULT_SETTINGS, PRESETS, presetOf, protocolOf, settingsOf } from "@/lib/protocol/rules/presets";
import { showsReference, subjectKindOf } from "@/lib/protocol/rules/subject-kind";
import { stepInWords } from "@/lib/protocol/rules/wording";
import { PreferForm, PresetId, Protocol, Settings, type Step, TaxonomyId } from "@/lib/protocol/schema";

const settings: fc.Arbitrary<Settings> = fc
  .record({
    exposure: fc.constantFrom(...Exposure.options),
    overallScore: fc.boolean(),
    question: fc.constantFrom("How good is it?", "How helpful is it?"),
    min: fc.integer({ min: -100, max: 91 }),
    span: fc.integer({ min: 1, max: 9 }),
    form: fc.constantFrom(...PreferForm.options),
    taxonomy: fc.constantFrom(...TaxonomyId.options),
  })
  .map(({ min, span, ...chosen }) => ({
    ...chosen,
    scale: { type: "points", min, max: min + span },
  }));
const preset = fc.constantFrom(...PresetId.options);

describe("presets", () => {
  test("every id has exactly one preset", () => {
    expect(PRESETS.map((p) => p.id).sort()).toEqual([...PresetId.options].sort());
    for (const id of PresetId.options) expect(presetOf(id).id).toBe(id);
  });

  test("have the steps of the literature", () => {
    const steps = (id: PresetId, change: Partial<Settings> = {}) =>
      protocolOf(id, { ...DEFAULT_SETTINGS, ...change }).steps.map((step) =>
        step.type === "score"
          ? `score ${step.opens}`
          : "kind" in step
            ? `${step.type} ${step.kind}`
            : step.type,
      );
    expect(steps("criteria-review")).toEqual(["rubric criteria"]);
    expect(steps("checklist-review")).toEqual(["rubric checklist"]);
    expect(steps("criterion-scoring")).toEqual(["judge criteria", "score when-judged"]);
    expect(steps("criterion-scoring", { overallScore: false })).toEqual(["judge criteria"]);
    expect(steps("checklist-answering")).toEqual(["judge checklist"]);
    expect(steps("check-then-score")).toEqual(["judge checklist", "score when-judged", "ask"]);
    expect(steps("check-then-score", { overallScore: false })).toHaveLength(3);
    expect(steps("direct-scoring", { overallScore: false })).toEqual(["score at-once"]);
    expect(steps("preference")).toEqual(["prefer"]);
    expect(steps("item-labelling")).toEqual(["label checklist"]);
    expect(steps("item-labelling", { taxonomy: "open-closed" })).toEqual(["label"]);
    expect(steps("checklist-writing")).toEqual(["ask", "ask", "rubric checklist"]);
    expect(steps("full-review")).toEqual(["rubric checklist", "judge checklist", "score when-judged"]);
    expect(steps("curation")).toEqual(["prefer", "rubric checklist"]);
    expect(steps("queue")).toEqual(["ask", "ask", "score at-once"]);
  });

  propTest.prop([preset, settings])("make a valid protocol that remembers its settings", (id, chosen) => {
    const protocol = protocolOf(id, chosen);
    expect(Protocol.parse(protocol)).toEqual(protocol);
    // Annotators who write from scratch, or choose alone, see no draft, whatever is chosen; curators see the parts.
    if (id !== "checklist-writing" && id !== "forced-choice" && id !== "curation")
      expect(withExposure(protocol.steps, chosen.exposure)).toEqual(protocol.steps);
    expect(protocolOf(id, settingsOf(protocol))).toEqual(protocol);
    for (const step of protocol.steps) expect(stepInWords(step, protocol.steps)).toMatch(/\S/);
  });

  test("presets that only read the task are about tasks, comparisons about pairs, others about responses", () => {
    const about = (kind: string) =>
      PRESETS.flatMap(({ id }) => (subjectKindOf(protocolOf(id, DEFAULT_SETTINGS)) === kind ? [id] : []));
    expect(about("task")).toEqual([
      "criteria-review",
      "checklist-review",
      "item-labelling",
      "checklist-writing",
    ]);
    expect(about("pair")).toEqual(["preference", "forced-choice", "curation"]);
    expect(about("response")).toHaveLength(PRESETS.length - 7);
  });

  test("a reference answer is hidden in all steps if one step hides it", () => {
    const { steps } = protocolOf("full-review", DEFAULT_SETTINGS);
    expect(showsReference({ steps })).toBe(true);
    expect(
      showsReference({
        steps: steps.map((step, n) => (n === 1 ? { ...step, reference: "hidden" } : step)) as Step[],
      }),
    ).toBe(false);
  });
});

describe("settings", () => {
  test("a scale has 2 to 10 points", () => {
    const scale = (min: number, max: number) =>
      Settings.safeParse({ ...DEFAULT_SETTINGS, scale: { type: "points", min, max } }).success;
    expect([scale(1, 5), scale(0, 9), scale(0, 10), scale(3, 3), scale(5, 1)]).toEqual([
      true,
      true,
      false,
      false,
      false,
    ]);
  });

  test("a new batch takes no field it does not know", () => {
    const batch = {
      project: crypto.randomUUID(),
      dataset: crypto.randomUUID(),
      name: " Pilot ",
      preset: "direct-scoring",
      arms: [{ name: "A", k: 3, steps: [], exposure: null }],
    };
    expect(NewBatch.parse(batch)).toMatchObject({ name: "Pilot", leaseMinutes: 30, dueAt: null });
    expect(NewBatch.safeParse({ ...batch, state: "open" }).success).toBe(false);
    const arm = batch.arms[0];
    const refused = [
      [],
      [{ ...arm, k: 101 }],
      [{ ...arm, steps: null }],
      [{ ...arm, exposure: "none" }],
      [arm, { ...arm, name: "a", steps: null }],
    ];
    for (const arms of refused) expect(NewBatch.safeParse({ ...batch, arms }).success).toBe(false);
  });
});

describe("eligibility", () => {
  const needs = (id: PresetId, exposure: Settings["exposure"]) =>
    needsOf(protocolOf(id, { ...DEFAULT_SETTINGS, exposure }));

  test("says what each protocol needs of a subject", () => {
    expect(needs("criteria-review", "none")).toEqual([]);
    expect(needs("criteria-review", "draft-first")).toEqual(["criteria"]);
    expect(needs("checklist-review", "draft-first")).toEqual(["checklist"]);
    expect(needs("criterion-scoring", "none")).toEqual(["criteria"]);
    expect(needs("criterion-scoring", "draft-first")).toEqual(["criteria", "criteriaDraft"]);
    expect(needs("check-then-score", "draft-first")).toEqual(["checklist", "checklistDraft"]);
    expect(needs("direct-scoring", "none")).toEqual([]);
    expect(needs("direct-scoring", "draft-first")).toEqual(["overallDraft"]);
  });

  test("counts each ineligible subject under its first missing requirement", () => {
    const nothing = Object.fromEntries(NEEDS.map((need) => [need, false])) as Record<
      (typeof NEEDS)[number],
      false
    >;
    const groups: SubjectGroup[] = [
      { ...nothing, count: 4 },
      { ...nothing, criteria: true, count: 2 },
      { ...nothing, criteria: true, criteriaDraft: true, count: 10 },
    ];
    expect(eligibilityOf(groups, ["criteria", "criteriaDraft"])).toEqual({
      eligible: 10,
      leftOut: [
        { reason: "no criteria", count: 4 },
        { reason: "no drafted scores for its criteria", count: 2 },
      ],
    });
    expect(eligibilityOf(groups, [])).toEqual({ eligible: 16, leftOut: [] });
  });

  propTest.prop([
    fc.array(
      fc.record({ has: fc.subarray([...NEEDS]), count: fc.nat(1000) }).map(
        ({ has, count }): SubjectGroup => ({
          ...(Object.fromEntries(NEEDS.map((need) => [need, has.includes(need)])) as Record<
            SubjectNeed,
            boolean
          >),
          count,
        }),
      ),
    ),
    fc.subarray([...NEEDS]),
  ])("every subject is either eligible or counted once as ineligible", (groups, need) => {
    const { eligible, leftOut } = eligibilityOf(groups, need);
    const total = groups.reduce((sum, group) => sum + group.count, 0);
    expect(eligible + leftOut.reduce((sum, each) => sum + each.count, 0)).toBe(total);
  });
});

propTest.prop([
  fc.integer({ min: 1, max: 5000 }),
  fc.integer({ min: 1, max: 100 }),
  fc.integer({ min: 1, max: 60 }),
])(
  "even shares cover every slot that can be filled, without an annotator doing a subject twice",
  (subjects, k, annotators) => {
    const slots = subjects * k;
    const share = shareOf({ slots, subjects, annotators });
    expect(share).toBeLessThanOrEqual(subjects);
    expect(share * annotators).toBeGreaterThanOrEqual(Math.min(slots, subjects * annotators));
  },
);

test("the remaining assignments of an annotator take time only while subjects are available", () => {
  const queue = { share: 12, submitted: 9, minutesEach: 2, hasWork: true };
  expect(minutesLeft(queue)).toBe(6);
  expect(minutesLeft({ ...queue, minutesEach: 0.01 })).toBe(1);
  expect(minutesLeft({ ...queue, submitted: 12 })).toBeNull();
  expect(minutesLeft({ ...queue, minutesEach: null })).toBeNull();
  // One was skipped, and is not offered to them again.
  expect(minutesLeft({ ...queue, submitted: 11, hasWork: false })).toBeNull();
});

test("a batch is opened once, and closed for good", () => {
  expect(stateAfter("draft", "open")).toBe("open");
  expect(stateAfter("open", "pause")).toBe("paused");
  expect(stateAfter("paused", "resume")).toBe("open");
  expect(stateAfter("paused", "close")).toBe("closed");
  expect(stateAfter("open", "open")).toBeNull();
  expect(stateAfter("closed", "resume")).toBeNull();
  expect(stateAfter("draft", "close")).toBeNull();
  expect(stateAfter("closed", "archive")).toBe("archived");
  expect(stateAfter("archived", "unarchive")).toBe("closed");
  expect(stateAfter("open", "archive")).toBeNull();
});

test("the name of a new version has the next number, within the length limit", () => {
  expect(nextVersionOf("Pilot")).toBe("Pilot, version 2");
  expect(nextVersionOf("Pilot, version 9")).toBe("Pilot, version 10");
  expect(nextVersionOf("x".repeat(200))).toHaveLength(200);
});
