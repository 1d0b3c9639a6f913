import { expect, test } from "vitest";
import { turns } from "./take-turns.mjs";

test("one request begins in each turn of the event loop, in order, whatever else waits", async () => {
  const inTurn = turns();
  const begun: string[] = [];
  for (const name of ["a", "b", "c"]) inTurn(() => begun.push(name));
  expect(begun).toEqual([]);
  const seen: string[] = [];
  for (let n = 0; n < 3; n++) {
    await new Promise(setImmediate);
    seen.push(begun.join(""));
  }
  expect(seen).toEqual(["a", "ab", "abc"]);
  inTurn(() => begun.push("d"));
  await new Promise(setImmediate);
  expect(begun.join("")).toBe("abcd");
});
