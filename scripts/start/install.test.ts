import { expect, test } from "vitest";
import { isInstalled } from "./install.mjs";

const wanted = {
  packages: {
    "": {},
    "node_modules/pg": { version: "8.1.0" },
    "node_modules/swc-darwin": { version: "16.0.0", optional: true },
  },
};

test("packages count as installed only with npm's lock file of the folder", () => {
  expect(isInstalled(wanted, undefined)).toBe(false);
});

test("packages for this system must be installed, and those for other systems may be missing", () => {
  expect(isInstalled(wanted, { packages: { "node_modules/pg": { version: "8.1.0" } } })).toBe(true);
});

test.each([
  ["missing", {}],
  ["older", { "node_modules/pg": { version: "8.0.9" } }],
])("a package that is %s is installed again", (_, packages) => {
  expect(isInstalled(wanted, { packages })).toBe(false);
});
