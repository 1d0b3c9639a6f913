import { readdirSync, readFileSync } from "node:fs";
import { renderToStaticMarkup } from "react-dom/server";
import { expect, test } from "vitest";
import { DocumentText } from "@/app/docs/(documents)/document-text";
import { readDocument } from "@/lib/documentation/rules";

const render = (source: string, file = "docs/how-to/a.md") =>
  renderToStaticMarkup(<DocumentText document={readDocument(file, source)} />);

test("every heading of every document has the anchor of its section", () => {
  const files = readdirSync("docs", { recursive: true, encoding: "utf8" }).filter((name) =>
    /\.md$/.test(name),
  );
  for (const name of files) {
    const source = readFileSync(`docs/${name}`, "utf8");
    const anchors = [...render(source, `docs/${name}`).matchAll(/<h[1-6] id="([^"]*)"/g)].map(([, id]) => id);
    expect(anchors, name).toEqual(readDocument(`docs/${name}`, source).sections.map(({ id }) => id));
  }
});

test("links and pictures get the addresses at which the application serves them", () => {
  const markup = render(
    "# A\n\n[b](../reference/b.md#c) [x](https://example.org) [file](../../CONTRIBUTING.md)\n\n![shot](../screenshots/s.png)",
  );
  expect(markup).toContain('href="/docs/reference/b#c"');
  expect(markup).toContain('href="https://example.org" target="_blank" rel="noopener noreferrer"');
  expect(markup).toContain('<span title="In the repository">file</span>');
  expect(markup).toContain('src="/docs/screenshots/s.png"');
});

test("HTML is shown as source, and no script can become part of an address", () => {
  const markup = render(
    "# A\n\n<script>alert(1)</script>\n\n<img src=x onerror=alert(1)> [x](javascript:alert(1))",
  );
  expect(markup).not.toMatch(/<script|<img|javascript:/);
  expect(markup).toContain("&lt;script&gt;");
});
