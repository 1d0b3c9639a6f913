import { expect, test } from "vitest";
import { fullDisk, isFull } from "./full-disk.mjs";

test.each([
  Object.assign(new Error("write"), { code: "ENOSPC" }),
  Object.assign(new Error("write"), { code: "EDQUOT" }),
  Object.assign(new Error("could not extend file"), { code: "53100" }),
  new Error("initdb: error: could not write to file: No space left on device"),
])("a start that fails with %s reports a full disk", (error) => {
  expect(isFull(error)).toBe(true);
  expect(fullDisk("/srv/countersign")).toContain("No room is left on the disk of /srv/countersign");
});

test.each([new Error("some other"), undefined, null, "text"])(
  "a start that fails with %s reports no full disk",
  (error) => {
    expect(isFull(error)).toBe(false);
  },
);
