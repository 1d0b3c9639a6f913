import type { Table } from "@/lib/report/schema/table";

/** Provenance of hand-made tables in tests. */
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
