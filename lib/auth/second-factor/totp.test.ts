import { expect, test } from "vitest";
import { base32, codeAt, setupAddress, stepAt, stepOfCode } from "@/lib/auth/second-factor/totp";

/** The secret of RFC 6238, appendix B. */
const secret = Buffer.from("12345678901234567890");

test.each([
  [59, "287082"],
  [1_111_111_109, "081804"],
  [1_111_111_111, "050471"],
  [1_234_567_890, "005924"],
  [2_000_000_000, "279037"],
  [20_000_000_000, "353130"],
])("at %d seconds the code of RFC 6238 is %s", (seconds, code) => {
  expect(codeAt(secret, stepAt(new Date(seconds * 1000)))).toBe(code);
});

test.each([
  ["", ""],
  ["f", "MY"],
  ["fo", "MZXQ"],
  ["foo", "MZXW6"],
  ["foobar", "MZXW6YTBOI"],
])("“%s” in base 32 is %s (RFC 4648)", (text, encoded) => {
  expect(base32(Buffer.from(text))).toBe(encoded);
});

test("a code is good in its step and the ones before and after", () => {
  const now = new Date(1_234_567_890_000);
  const step = stepAt(now);
  for (const near of [-1, 0, 1])
    expect(stepOfCode(secret, codeAt(secret, step + near), now)).toBe(step + near);
  for (const far of [-2, 2]) expect(stepOfCode(secret, codeAt(secret, step + far), now)).toBeNull();
  expect(stepOfCode(secret, " 005 924 ", now)).toBe(step);
  for (const wrong of ["", "5924", "0059245", "00592４"]) expect(stepOfCode(secret, wrong, now)).toBeNull();
});

test("the address names issuer and account, whatever they are", () => {
  const url = new URL(setupAddress("MZXW6", "Countersign lab.uni.edu", "ada+x@uni.edu"));
  expect(decodeURIComponent(url.pathname)).toContain("Countersign lab.uni.edu:ada+x@uni.edu");
  expect(url.searchParams.get("issuer")).toBe("Countersign lab.uni.edu");
  expect(url.search).not.toContain("+");
});
