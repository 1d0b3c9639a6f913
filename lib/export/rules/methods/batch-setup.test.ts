import { expect, test } from "vitest";
import { batchSetupSentences, type Setup } from "@/lib/export/rules/methods/batch-setup";
import { UNUSED_SETUP } from "@/lib/export/testing/setup";
import { DEFAULT_SETTINGS, protocolOf } from "@/lib/protocol/rules/presets";
import type { Step } from "@/lib/protocol/schema";
import { Quality } from "@/lib/quality/schema";

const judge: Step = {
  ...{ type: "judge", kind: "checklist", exposure: "draft-first" },
  rubric: { from: "run", run: "00000000-0000-4000-8000-000000000001" },
  drafts: { from: "imported", method: null, model: "model-1", condition: null },
};

const plain: Setup = {
  ...UNUSED_SETUP,
  arms: [
    { name: "A", k: 2, reserved: false, steps: [{ type: "judge", kind: "checklist", exposure: "none" }] },
  ],
  names: new Map([["00000000-0000-4000-8000-000000000001", "“Trial” (tick.generate, model-2)"]]),
};

const setupText = (part: Partial<Setup>) => batchSetupSentences({ ...plain, ...part }).join(" ");
const guarded = (quality: object) => ({ quality: Quality.parse(quality) });
const exam = { subjects: 8, pass: 80, within: 0, attempts: 1, reveal: false };

test("unset options are not mentioned", () => {
  expect(batchSetupSentences(plain)).toEqual([
    "The design had 1 arm: “A” (2 raters per response: judge a checklist without a draft).",
    "Assignments came in random order and items in fixed order, from seed 7.",
  ]);
});

test.each<[what: string, part: Partial<Setup>, sentence: string]>([
  [
    "sources of rubrics",
    { arms: [{ ...plain.arms[0], name: "A", k: 2, reserved: false, steps: [judge] }] },
    "Checklist from the run “Trial” (tick.generate, model-2).",
  ],
  [
    "conditions of a step",
    {
      arms: [
        { name: "A", k: 2, reserved: false, steps: protocolOf("checklist-writing", DEFAULT_SETTINGS).steps },
      ],
    },
    "without a draft only if “Is the instruction safe to answer?” is answered “Yes” and “Does the instruction make sense?” is answered “Yes”",
  ],
  [
    "sources of drafts",
    { arms: [{ name: "A", k: 2, reserved: false, steps: [judge] }] },
    "Drafted answers from the imported study (model-1).",
  ],
  [
    "the drafts of each arm, if they differ",
    {
      arms: [
        { name: "A", k: 1, reserved: false, steps: [judge] },
        { name: "B", k: 1, reserved: false, steps: [{ ...judge, drafts: { from: "rules" } }] },
      ],
    },
    "In “B”: drafted answers from the rule engine.",
  ],
  ["when work began", { opened: "2026-11-20" }, "The work began on 2026-11-20."],
  [
    "when it began and ended",
    { opened: "2026-11-20", closed: "2026-11-23" },
    "The work began on 2026-11-20 and ended on 2026-11-23.",
  ],
  [
    "progress of an open batch",
    {
      opened: "2026-11-20",
      asOf: { at: "2026-11-27T09:30:12.000Z", subjects: 100, finished: 40, rate: 0.1 },
    },
    "The work was still going on: all numbers are as of 2026-11-27, 09:30 UTC, when 40 of 100 responses had all their submissions. The batch took new ones as they came, each with a chance of 10 %.",
  ],
  [
    "time per submission",
    { opened: "2026-11-20", minutes: { median: 3.25, submissions: 40 } },
    "A submission took 3.3 active minutes at the median, over 40 submissions.",
  ],
  [
    "one version of the guidelines",
    { guidelines: [{ version: 2, submissions: 9 }] },
    "Every submission was made under version 2 of the guidelines.",
  ],
  [
    "several versions, by submissions",
    {
      guidelines: [
        { version: 1, submissions: 3 },
        { version: 2, submissions: 1 },
      ],
    },
    "The guidelines changed during the work: 3 submissions under version 1 and 1 submission under version 2.",
  ],
  [
    "guidelines that had to be read",
    { guidelines: [{ version: 1, submissions: 3 }], mustRead: true },
    "Annotators confirmed to have read them before they were given work.",
  ],
  [
    "training",
    guarded({ training: { subjects: 3 } }),
    "Annotators first went through a training of 3 responses.",
  ],
  [
    "the exam",
    guarded({ exam }),
    "Only who passed an exam of 8 responses with 80 % right, in at most 1 attempt, was given the work.",
  ],
  [
    "tolerance of scores",
    guarded({ exam: { ...exam, within: 1, attempts: 2 } }),
    "with 80 % right (a score up to 1 point from gold counting as right), in at most 2 attempts, was given the work.",
  ],
  [
    "attempts that were granted",
    { ...guarded({ exam }), attemptsGranted: 2 },
    "2 further attempts were granted.",
  ],
  ["whom the exam was waived for", { ...guarded({ exam }), waived: 1 }, "For 1 person the exam was waived."],
  [
    "gold checks, disclosed",
    { ...guarded({ gold: { share: 0.1, feedback: true } }), checks: 4 },
    "4 responses with known answers were mixed in as gold checks, with feedback after each, and are in no statistic. " +
      "Annotators were told so beforehand.",
  ],
  [
    "gold checks, not disclosed",
    { ...guarded({ gold: { share: 0.1, feedback: false }, disclosed: false }), checks: 1 },
    "1 response with known answers was mixed in as gold checks, and is in no statistic. " +
      "Annotators were not told so beforehand.",
  ],
  [
    "planted errors and the debriefing",
    { ...guarded({ planted: { share: 0.05, debrief: true } }), planted: 6 },
    "6 errors were planted in what was shown as drafted; what was said on them is in no statistic. " +
      "Annotators could read afterwards where they were. Annotators were told so beforehand.",
  ],
  [
    "a sample with unequal probabilities",
    { sample: { by: "disagreement", drawn: 20, lowest: 1 / 6, highest: 2 / 3 } },
    "20 responses were drawn at random, more often where judges disagree, with probabilities from 0.167 to 0.667; estimates of " +
      "models are weighted by the inverse.",
  ],
  [
    "a sample with equal ones",
    { sample: { by: "everything", drawn: 1, lowest: 0.25, highest: 0.25 } },
    "1 response was drawn at random, each with a probability of 0.25.",
  ],
  [
    "the crowd",
    { participants: 12 },
    "12 people came through participation links of a crowdsourcing platform.",
  ],
  [
    "adjudicated of contested",
    { adjudication: { contested: 5, decided: 3 } },
    "Adjudicators, who saw the votes, decided 3 of 5 contested cases; their rulings are in no statistic.",
  ],
])("the paragraph tells %s", (_, part, sentence) => {
  expect(setupText(part)).toContain(sentence);
  expect(setupText({})).not.toContain(sentence);
});

test("attempts and waivers are mentioned for exams only, and checks only if there were any", () => {
  expect(setupText({ attemptsGranted: 2, waived: 2 })).not.toMatch(/attempt|waived/);
  expect(
    setupText(guarded({ gold: { share: 0.1, feedback: false }, planted: { share: 0.1, debrief: true } })),
  ).toBe(batchSetupSentences(plain).join(" "));
});
