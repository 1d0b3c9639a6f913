import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { CITATIONS } from "@/lib/protocol/rules/citations";

test("the documents name each paper as the program does", () => {
  const page = readFileSync("docs/reference/methods.md", "utf8");
  for (const citation of Object.values(CITATIONS)) {
    const [, authors = "", title = ""] = /^(.*?), (.*?)(?: \(\w+\))?$/.exec(citation) ?? [];
    const [short] = title.split(": ");
    expect(page).toContain(`${authors}, *${short}`);
  }
});
