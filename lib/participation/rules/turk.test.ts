import { expect, test } from "vitest";
import { externalQuestion, turkSubmitAddress } from "@/lib/participation/rules/turk";

test.each([
  ["https://www.mturk.com/", "https://www.mturk.com/mturk/externalSubmit"],
  ["https://workersandbox.mturk.com", "https://workersandbox.mturk.com/mturk/externalSubmit"],
  ["https://www.mturk.com/elsewhere?x=1", "https://www.mturk.com/mturk/externalSubmit"],
  ["http://www.mturk.com/", null],
  ["https://mturk.com.example.org/", null],
  ["https://www.mturk.com@example.org/", null],
  ["https://user@www.mturk.com/", null],
  ["javascript:alert(1)", null],
  ["", null],
  [undefined, null],
])("a HIT of %s is submitted to %s", (turkSubmitTo, address) => {
  expect(turkSubmitAddress(turkSubmitTo)).toBe(address);
});

test("the question of a HIT names the page for the frame", () => {
  expect(externalQuestion("https://lab.example.org/join/abc")).toContain(
    "<ExternalURL>https://lab.example.org/join/abc/mturk</ExternalURL>",
  );
});
