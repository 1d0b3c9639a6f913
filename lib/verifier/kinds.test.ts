import { expect, test } from "vitest";
import { kindCases } from "./testing/cases";
import { verify } from "./verify";

for (const { kind, cases } of kindCases) {
  test.each(cases)(`${kind}: $item → $verdict`, ({ item, response, verdict, instruction }) => {
    const found = verify(item, response, { instruction: instruction ?? "" });
    expect({ tier: found.tier, verdict: found.verdict }).toEqual({
      tier: verdict === "open" ? expect.not.stringMatching(/^full$/) : "full",
      verdict: verdict === "open" ? null : verdict,
    });
  });

  test(`${kind}: has at least twelve positives and twelve near misses`, () => {
    expect(cases.filter(({ verdict }) => verdict === "yes").length).toBeGreaterThanOrEqual(12);
    expect(cases.filter(({ verdict }) => verdict !== "yes").length).toBeGreaterThanOrEqual(12);
  });
}
