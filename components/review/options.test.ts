import { expect, test } from "vitest";
import { withOption } from "./options";

test("a pressed option replaces the only answer, and joins or leaves several", () => {
  expect(withOption({}, "a", "b")).toBe("b");
  expect(withOption({}, "a", "a")).toBe("a");
  const several = { form: "several" } as const;
  expect(withOption(several, null, "a")).toEqual(["a"]);
  expect(withOption(several, ["a"], "b")).toEqual(["a", "b"]);
  expect(withOption(several, ["a", "b"], "a")).toEqual(["b"]);
  expect(withOption(several, ["b"], "b")).toBeNull();
});
