import type { Table } from "@/lib/report/schema/table";

/** Of a table by hand in a test that is not about where its numbers are from. */
export const PROVENANCE: Table["provenance"] = {
  study: "s",
  raters: {},
  exposure: [],
  levels: [],
  n: { of: "judgements", count: 4 },
  excluded: [],
  interval: null,
  versions: { rules: 1 },
  data: null,
};
