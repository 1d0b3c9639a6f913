import { expect, test } from "vitest";
import { judgeHash } from "@/lib/drafting/rules/judge/hash";
import { ORIGINAL_PROMPT_DIGESTS } from "@/lib/drafting/rules/judge/original-prompt-digests";
import { panelSpec } from "@/lib/drafting/rules/judge/panel";
import { changedPromptDigests } from "@/lib/drafting/rules/judge/prompt-digests";
import { STARTING_POINTS, startingPoint } from "@/lib/drafting/rules/judge/starting-points";
import { JudgeSpec, JudgeSubject, OUTPUTS, PromptSpec } from "@/lib/drafting/schema/judge-spec";

const ID = "3f1c9a52-6d0e-4a55-9c1b-2f6d1c1b8a77";
const plain = JudgeSpec.parse(startingPoint("plain.response")?.spec);
const taught = JudgeSpec.parse({
  ...plain,
  examples: [
    { instruction: "Name a river.", responses: ["The Nile."], value: 4, explanation: "It names one." },
  ],
});

test("versions that were made before keep their hashes", () => {
  // Of the release that stored them first.
  expect(STARTING_POINTS.map(({ id, spec }) => `${id} ${judgeHash(spec, "model-1").slice(0, 12)}`)).toEqual([
    "tick.direct 83ee3419f0ad",
    "tick.preference 2bda13395fe6",
    "tick.evaluate dc31d40e5d36",
    "plain.response e911928675b3",
    "plain.label 1156f46a34c7",
    "plain.pair 06bfe32049ac",
    "plain.item 946cd4afc79b",
    "plain.criterion d8d164fe1b47",
  ]);
});

// Where this fails, an update changes the prompts of stored versions: their hash no longer fits, their runs pause, and they have to
// be made anew. If that is meant, this test names what changed; ORIGINAL_PROMPT_DIGESTS stay.
test("Countersign writes the words into prompts that versions were made with", () => {
  const kinds = JudgeSubject.options.flatMap((subject) =>
    OUTPUTS[subject].flatMap((output) =>
      (["faithful", "structured"] as const).map((profile) => ({ ...taught, subject, output, profile })),
    ),
  );
  expect(kinds).toHaveLength(24);
  expect(kinds.filter((spec) => changedPromptDigests(spec).length > 0)).toEqual([]);
});

test("a change of these words changes the hash of the versions that send them, and of no other", () => {
  const changed = (key: string) => ({ ...ORIGINAL_PROMPT_DIGESTS, [key]: "other words" });
  const ofExamples = changed("response analysis-score faithful");
  expect(judgeHash(taught, "m", ofExamples)).not.toBe(judgeHash(taught, "m"));
  expect(judgeHash(plain, "m", ofExamples)).toBe(judgeHash(plain, "m"));
  expect(judgeHash(plain, "m", changed("response"))).not.toBe(judgeHash(plain, "m"));
  expect(judgeHash(plain, "m", changed("pair"))).toBe(judgeHash(plain, "m"));
  const member = { version: ID, judge: "Judge", number: 1, endpoint: ID, model: "m", weight: 1 };
  const panel = panelSpec({
    ...{ rule: "majority", weightedOn: null },
    members: [plain, taught].map((spec) => ({ ...member, spec: PromptSpec.parse(spec) })),
  });
  expect(judgeHash(panel, "m", ofExamples)).not.toBe(judgeHash(panel, "m"));
});
