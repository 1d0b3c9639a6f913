import { expect, test } from "vitest";
import { parseTheme, themeAttribute } from "./theme";

test.each([
  ["light", "light", "light"],
  ["dark", "dark", "dark"],
  ["system", "system", undefined],
  [undefined, "system", undefined],
  ['dark" onload="', "system", undefined],
])("the cookie %s means %s", (cookie, theme, attribute) => {
  expect(parseTheme(cookie)).toBe(theme);
  expect(themeAttribute(cookie)).toBe(attribute);
});
