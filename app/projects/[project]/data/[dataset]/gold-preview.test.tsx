import { renderToStaticMarkup } from "react-dom/server";
import { expect, test } from "vitest";
import { GoldPreview } from "./gold-preview";

test("ids of responses and items are shown whole, so that they are not mistaken for others", () => {
  const [response, item] = [`r-${"long-".repeat(60)}1`, `i-${"long-".repeat(60)}1`];
  const lines = [{ line: 2, row: { response, item, value: 4, explanation: null } }];
  const check = { problems: [], unfit: 0, replaces: 0, takesBack: 0 };
  const page = renderToStaticMarkup(
    <GoldPreview checked={{ file: "gold.csv", lines, problems: [], check } as never} />,
  );
  for (const id of [response, item]) {
    const [, classes] = new RegExp(`<t[hd][^>]*class="([^"]*)"[^>]*>${id}</t[hd]>`).exec(page) ?? [];
    expect(classes).toMatch(/wrap-anywhere/);
    expect(classes).not.toMatch(/truncate|line-clamp/);
  }
});
