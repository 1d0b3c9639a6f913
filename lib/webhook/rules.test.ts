import { fc, test } from "@fast-check/vitest";
import { describe, expect } from "vitest";
import { isAccepted, MAX_DELIVERY_AGE_MS, outcomeWords, pauseAfter } from "@/lib/webhook/rules";
import { DeliveryError } from "@/lib/webhook/schema";
import { newSecret, signedHeaders } from "@/lib/webhook/signing";

describe("signatures", () => {
  test("are those of the published example of Standard Webhooks", () => {
    const secret = "whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw";
    const at = new Date(1_614_265_330_000);
    const id = "msg_p5jXN8AQM9LWM0D4loKWxJek";
    expect(signedHeaders(secret, id, '{"test": 2432232314}', at)).toEqual({
      "webhook-id": id,
      "webhook-timestamp": "1614265330",
      "webhook-signature": "v1,g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE=",
    });
  });

  test("are made with secrets of 32 bytes, each its own", () => {
    const [one, other] = [newSecret(), newSecret()];
    expect(Buffer.from(one.replace("whsec_", ""), "base64")).toHaveLength(32);
    expect(one).not.toBe(other);
  });
});

describe("the wait before the next attempt", () => {
  test.prop([
    fc.integer({ min: 1, max: 60 }),
    fc.integer({ min: 0, max: MAX_DELIVERY_AGE_MS - 1 }),
    fc.double({ min: 0, max: 1, noNaN: true }),
  ])("grows with the attempts, within a tenth, and ends after three days", (attempts, waited, chance) => {
    const pause = pauseAfter(attempts, waited, chance);
    if (pause === null) return expect.fail();
    expect(pause).toBeGreaterThanOrEqual(5000);
    expect(pause).toBeLessThanOrEqual(1.1 * 12 * 3_600_000);
    expect(pauseAfter(attempts + 1, waited, 0) ?? 0).toBeGreaterThanOrEqual(
      pauseAfter(attempts, waited, 0) ?? 0,
    );
    expect(pauseAfter(attempts, MAX_DELIVERY_AGE_MS, chance)).toBe(null);
  });

  test("matches the documentation", () => {
    const pauses = Array.from({ length: 11 }, (_, n) => (pauseAfter(n + 1, 0, 0) ?? 0) / 1000);
    expect(pauses).toEqual([5, 30, 120, 600, 1800, 3600, 10_800, 21_600, 43_200, 43_200, 43_200]);
  });
});

test("every outcome of an attempt has a text, and only a 2xx is success", () => {
  expect([199, 200, 204, 299, 300, 304, 404].map(isAccepted)).toEqual([
    false,
    true,
    true,
    true,
    false,
    false,
    false,
  ]);
  expect(outcomeWords({ status: null, error: null })).toBe(null);
  expect(outcomeWords({ status: 500, error: null })).toBe("answered 500");
  for (const error of DeliveryError.options) expect(outcomeWords({ status: null, error })).toMatch(/\w{4}/);
});
