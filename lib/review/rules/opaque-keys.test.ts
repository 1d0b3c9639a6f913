import { createHash } from "node:crypto";
import { test as property } from "@fast-check/vitest";
import { describe, expect, test } from "vitest";
import { fold } from "@/lib/review/rules/apply";
import { missing } from "@/lib/review/rules/complete";
import {
  frameWithOpaqueKeys,
  missingWithOpaqueKeys,
  opaqueKeys,
  opWithOpaqueKeys,
  readOp,
} from "@/lib/review/rules/opaque-keys";
import { anyOp, anyOps, fullFrame, revealFrame } from "@/lib/review/testing/arbitrary";

const draw = (name: string) => createHash("sha256").update(name).digest("base64url").slice(0, 16);

describe.each([
  ["drafts from the start", fullFrame],
  ["drafts that come later", revealFrame],
])("of a frame with %s", (_, frame) => {
  const keys = opaqueKeys(frame, draw);
  const shown = frameWithOpaqueKeys(frame, keys);

  test("no key of the study file is shown", () => {
    const sent = JSON.stringify(shown);
    for (const key of ["C1", "c1", "C2", "__proto__", "toString", "constructor", "r", "k"])
      expect(sent).not.toMatch(new RegExp(`"(key|rubric|item|of)":"${key}"`));
    const own = shown.steps.flatMap((step) =>
      step.type === "rubric" ? step.rubrics.flatMap(({ items }) => items.map(({ key }) => key)) : [],
    );
    for (const key of own) expect(key).toMatch(/^[\w-]{16}$/);
  });

  property.prop([anyOp()])("an operation comes back as it was recorded", (op) => {
    expect(readOp(opWithOpaqueKeys(op, keys), keys)).toEqual(op);
  });

  property.prop([anyOps])("the same work done under the shown keys is the same document", (ops) => {
    const here = fold(
      shown,
      ops.map((op) => opWithOpaqueKeys(op, keys)),
    );
    expect(missing(shown, here)).toEqual(missingWithOpaqueKeys(missing(frame, fold(frame, ops)), keys));
  });

  property.prop([anyOp()])("a key of the study file that is guessed names nothing", (op) => {
    const { known: _, ...shownKeys } = keys;
    const guessed = JSON.stringify(readOp(op, keys));
    for (const key of shownKeys.shown.keys()) expect(guessed).not.toContain(`"item":${JSON.stringify(key)}`);
  });
});

test("two assignments share no key", () => {
  const [one, other] = ["a", "b"].map((salt) => opaqueKeys(fullFrame, (name) => draw(salt + name)));
  const shared = [...(one?.shown.values() ?? [])].filter((key) => other?.known.has(key));
  expect(shared).toEqual([]);
});
