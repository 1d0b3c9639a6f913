import { expect, test } from "vitest";
import { isInstalled } from "./install.mjs";

const wanted = {
  packages: {
    "": {},
    "node_modules/pg": { version: "8.1.0" },
    "node_modules/swc-darwin": { version: "16.0.0", optional: true },
  },
};

test("nothing is installed without npm's own note of it", () => {
  expect(isInstalled(wanted, undefined)).toBe(false);
});

test("what is locked for this system is installed; what is for others may be missing", () => {
  expect(isInstalled(wanted, { packages: { "node_modules/pg": { version: "8.1.0" } } })).toBe(true);
});

test.each([
  ["missing", {}],
  ["older", { "node_modules/pg": { version: "8.0.9" } }],
])("a package that is %s is installed again", (_, packages) => {
  expect(isInstalled(wanted, { packages })).toBe(false);
});
