import { expect, test } from "vitest";
import { taxonomyOf } from "./taxonomies";

/** Furuhashi et al. (2025), appendix A.6.2, in meaning: what the definition of a label says, and what it must not say. */
const DEFINITIONS = [
  ["positive-items", "Explicit", /in so many words/, /without saying/],
  ["positive-items", "Implicit", /without saying so/, /in so many words/],
  // An item that expects a proposal or an opinion in the response; not one that names what a good answer contains.
  ["positive-items", "Proposal answer", /response.*(?:propose|opinion)/, /good answer|contain/],
  ["positive-items", "Clarity", /clear/, /elsewhere/],
  ["positive-items", "Additional", /more than the instruction/, /useful/],
  ["positive-items", "Tone", /voice|style|register/, /clear/],
  ["negative-items", "Non-negative", /nothing is wrong/, /narrow/],
  // A narrow aspect that misses quality; not an item that only one of several good answers passes.
  ["negative-items", "Limited", /narrow aspect.*miss/, /several good|only one/],
  // About how easily the response is understood; not clarity rewarded where something else counts.
  ["negative-items", "Clarity", /easily.*understood/, /reward|something else/],
  // Not asked for, and useful all the same.
  ["negative-items", "Additional", /does not ask.*still useful/, /useless/],
] as const;

test.each(DEFINITIONS)("the label %s, %s means what the paper means by it", (id, name, says, never) => {
  const label = taxonomyOf(id).step.labels.find((one) => one.name === name);
  expect(label?.hint).toMatch(says);
  expect(label?.hint).not.toMatch(never);
});

test("labels of items are exclusive, and in the order of tables 9 and 10", () => {
  for (const id of ["positive-items", "negative-items"] as const) {
    const { labels, several } = taxonomyOf(id).step;
    expect(several).toBe(false);
    expect(labels.map(({ name }) => name)).toEqual(
      DEFINITIONS.flatMap(([of, name]) => (of === id ? [name] : [])),
    );
  }
});
