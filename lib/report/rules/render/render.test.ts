import { fc, test as property } from "@fast-check/vitest";
import { parse } from "csv-parse/sync";
import { describe, expect, test } from "vitest";
import { unescapeCell } from "@/lib/formats/csv";
import type { Table, TableCell } from "@/lib/report/schema/table";
import { tableCsv } from "./csv";
import { formatCell, oneLine } from "./format-cell";
import { tableJson } from "./json";
import { escapeLatex, tableLatex } from "./latex";
import { escapeMarkdown, tableMarkdown } from "./markdown";

function tableWith(...rows: { name: string; alpha: TableCell; alphaCi: TableCell }[]): Table {
  const about = { unit: null, description: "…" };
  return {
    name: "agreement",
    title: "Agreement",
    description: "Among people",
    columns: [
      { id: "name", header: "Item", type: "text", ...about },
      { id: "alpha", header: "α", type: "number", ...about },
      { id: "alphaCi", header: "95 % interval", type: "interval", decimals: 2, ...about },
    ],
    rows,
    notes: ["A note_1"],
    provenance: {
      study: "s",
      raters: { human: 2, llm: 0 },
      exposure: ["independent"],
      levels: ["nominal"],
      n: { of: "judgements", count: 1204 },
      excluded: [{ why: "skipped", count: 1 }],
      interval: { method: "bootstrap-percentile", over: "tasks", confidence: 0.95, replicates: 50, seed: 42 },
      versions: { rules: 1 },
      data: "sha256:0",
    },
  };
}

const table = tableWith(
  { name: "Polite & clear", alpha: 8 / 15, alphaCi: [-0.25, 1] },
  { name: "=1+1", alpha: { undefined: "no-variation" }, alphaCi: null },
);

test("an interval of shares is written as the shares are", () => {
  const about = { id: "shareCi", header: "95 % interval", type: "interval", description: "…" } as const;
  expect(formatCell([0.3861, 0.5209], { ...about, unit: "share of pairs", decimals: 3 })).toBe(
    "[38.61, 52.09] %",
  );
  expect(formatCell([0.3861, 0.5209], { ...about, unit: null, decimals: 3 })).toBe("[0.386, 0.521]");
});

describe("a table with a number and an undefined one", () => {
  test("CSV keeps every digit, and says why a number is missing", () => {
    expect(tableCsv(table)).toBe(
      `"name","alpha","alphaCi_low","alphaCi_high","undefined"\r\n` +
        `"Polite & clear","0.5333333333333333","-0.25","1",""\r\n` +
        `"'=1+1","","","","alpha: no-variation"\r\n`,
    );
  });

  test("Markdown rounds, and gives the reason below", () => {
    expect(tableMarkdown(table).split("\n")).toEqual([
      "**Agreement.** Among people",
      "",
      "| Item | α | 95 % interval |",
      "| --- | ---: | ---: |",
      "| Polite &amp; clear | 0.53 | \\[−0.25, 1.00\\] |",
      "| =1+1 | — (a) |  |",
      "",
      "- (a) there is no value: the ratings never vary.",
      "- A note\\_1",
      "- Raters: 2 human. Read: 1,204 judgements.",
      "- Exposure: independent.",
      "- Level of measurement: nominal.",
      "- Left out: 1 (skipped).",
      "- Intervals: 95 %, bootstrap-percentile over tasks, 50 replicates, seed 42.",
      "- Rules of the report: version 1. Data: sha256:0.",
      "",
    ]);
  });

  test("LaTeX has the rules of booktabs, and nothing that needs Unicode maths", () => {
    const latex = tableLatex(table);
    expect(latex).toContain("\\begin{tabular}{lr}\n\\toprule\n{}Item & $\\alpha$ \\\\\n\\midrule");
    expect(latex).toContain("{}Polite \\& clear & 0.53 [$-$0.25, 1.00] \\\\\n\\bottomrule");
    expect(latex).toContain(
      "Not printed: 1 row without a value.\\par\nNumbers are missing where the ratings never vary.\\par",
    );
  });
});

test("numbers that round to zero have no sign", () => {
  const small = tableWith({ name: "x", alpha: -0.00001, alphaCi: [-0.001, 0.5] });
  expect(tableMarkdown(small)).toContain("| x | 0.00 | \\[0.00, 0.50\\] |");
  expect(tableLatex(small)).toContain("{}x & 0.00 [0.00, 0.50] \\\\");
  expect(tableCsv(small)).toContain('"x","-0.00001","-0.001","0.5",""');
});

const hostile = fc
  .array(
    fc.constantFrom(..."\\{}#$%&_^~<>|`\"'*[]!-=+@,;—−α \n\r\t\0aé1", "\\\\", "--", "<br>", "](x)", "\ud800"),
    {
      maxLength: 12,
    },
  )
  .map((parts) => parts.join(""));

const cell = fc.oneof(
  fc.double({ noNaN: true, noDefaultInfinity: true }).map((x) => (x === 0 ? 0 : x)),
  fc.constant({ undefined: "no-variation" } as const),
);

property.prop([
  fc.array(fc.record({ name: hostile.filter((text) => !/\p{Cs}/u.test(text)), alpha: cell }), {
    maxLength: 6,
  }),
])("JSON and CSV are read as they were written", (rows) => {
  const written = tableWith(...rows.map((row) => ({ ...row, alphaCi: null })));
  expect(JSON.parse(tableJson(written))).toEqual(written);
  const read = parse(tableCsv(written), { columns: true }) as Record<string, string>[];
  expect(read.map(({ name, alpha, undefined: why }) => [unescapeCell(name ?? ""), alpha, why])).toEqual(
    rows.map(({ name, alpha }) => [
      name,
      typeof alpha === "number" ? String(alpha) : "",
      typeof alpha === "number" ? "" : "alpha: no-variation",
    ]),
  );
});

property.prop([hostile])("a cell of Markdown is one cell, without markup, and reads as the text", (text) => {
  const escaped = escapeMarkdown(text);
  expect(escaped.replace(/\\./g, "")).not.toMatch(/[|`*_[\]#~$<>\n\r]/);
  const read = escaped
    .replace(/\\(.)/g, "$1")
    .replaceAll("&lt;", "<")
    .replaceAll("&gt;", ">")
    .replaceAll("&amp;", "&");
  expect(read).toBe(oneLine(text));
});

const COMMANDS: Record<string, string> = {
  "\\textbackslash": "\\",
  "\\textasciicircum": "^",
  "\\textasciitilde": "~",
  "\\textless": "<",
  "\\textgreater": ">",
  "\\textbar": "|",
  "\\textasciigrave": "`",
  "\\char34": '"',
};

property.prop([hostile])("a cell of LaTeX begins no command of its own, and reads as the text", (text) => {
  const escaped = escapeLatex(text);
  const read = escaped.replace(
    /(\\(?:text[a-z]+|char34))\{\}|\$-\$|\$\\alpha\$|---\{\}|([-'])\{\}|\\([{}#$%&_])/gu,
    (found, command?: string, doubled?: string, sign?: string) => {
      if (command) return COMMANDS[command] ?? "?";
      if (found === "---{}") return "—";
      if (found === "$-$") return "−";
      if (found === "$\\alpha$") return "α";
      return doubled ?? sign ?? "?";
    },
  );
  expect(read).toBe(oneLine(text));
});

test("rows that begin with a bracket or a star are no argument of the line before", () => {
  const latex = tableLatex(
    tableWith({ name: "[1]", alpha: 1, alphaCi: null }, { name: "*", alpha: 1, alphaCi: null }),
  );
  expect(latex).toContain("\\midrule\n{}[1]");
  expect(latex).toContain("\\\\\n{}*");
});
