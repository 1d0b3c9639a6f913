import { expect, test } from "vitest";
import { withLabel, withOption } from "./multiple-choice";

test("a pressed option replaces the only answer, and joins or leaves several", () => {
  expect(withOption({}, "a", "b")).toBe("b");
  expect(withOption({}, "a", "a")).toBe("a");
  const several = { form: "several" } as const;
  expect(withOption(several, null, "a")).toEqual(["a"]);
  expect(withOption(several, ["a"], "b")).toEqual(["a", "b"]);
  expect(withOption(several, ["a", "b"], "a")).toEqual(["b"]);
  expect(withOption(several, ["b"], "b")).toBeNull();
});

test("pressing a chosen label again deselects it only where several can be chosen", () => {
  expect(withLabel({ several: false }, ["a"], "a")).toEqual(["a"]);
  expect(withLabel({ several: false }, ["a"], "b")).toEqual(["b"]);
  expect(withLabel({ several: true }, ["a", "b"], "a")).toEqual(["b"]);
  expect(withLabel({ several: true }, ["a"], "a")).toBeNull();
});
