import { renderToString } from "react-dom/server";
import { expect, test } from "vitest";
import type { Table } from "@/lib/report/schema/table";
import { PROVENANCE } from "@/lib/report/testing/table";
import { PlainTable } from "./plain-table";

test("counts are written with separators, and nothing else is", () => {
  const about = { unit: null, description: "…" };
  const table: Table = {
    name: "agreement",
    title: "Agreement",
    description: "Among people",
    columns: [
      { id: "name", header: "Item", type: "text", ...about },
      { id: "alpha", header: "α", type: "number", ...about },
      { id: "units", header: "Units", type: "count", ...about },
    ],
    rows: [{ name: "Rule 12345", alpha: 0.5, units: 12_345 }],
    notes: [],
    provenance: PROVENANCE,
  };
  const cells = [...renderToString(<PlainTable table={table} />).matchAll(/<bdi>([^<]*)<\/bdi>/g)];
  expect(cells.map(([, text]) => text)).toEqual(["Rule 12345", "0.50", "12,345"]);
});
