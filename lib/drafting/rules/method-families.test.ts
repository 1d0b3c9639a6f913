import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { methods } from "@/lib/drafting/rules/methods";

test("the guide to drafting names every family of methods", () => {
  const guide = readFileSync("docs/how-to/drafting.md", "utf8");
  const table = guide.slice(
    guide.indexOf("| family | drafts |"),
    guide.indexOf("A run that judges by a rubric"),
  );
  const families = methods.map(({ id }) => id.replace(":structured", "").replace(/\..*/, ".*"));
  for (const family of new Set(families)) expect(table).toContain(`\`${family}\``);
});
