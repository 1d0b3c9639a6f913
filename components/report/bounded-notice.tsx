import { Banner } from "@/components/ui/banner";
import { formatCount } from "@/components/ui/format";
import type { Bounded } from "@/lib/report/schema/bounds";

const WORDS: Record<string, (shown: string, of: string) => string> = {
  items: (shown, of) => `the ${shown} items and categories with most units, of ${of}`,
  machineValues: (_, of) => `no model among judge cards and model estimates (${of} drafted values)`,
  machines: (shown, of) => `the ${shown} models, methods and rules with most values, of ${of}`,
};

/**
 * A notice on the rows that a large report does not show. It says that pooled numbers include them, and where
 * all rows are.
 */
export function BoundedNotice({ bounded }: { bounded: readonly Bounded[] }) {
  if (bounded.length === 0) return null;
  const parts = bounded.map(({ dimension, shown, of }) => {
    const [few, all] = [formatCount(shown), formatCount(of)];
    return WORDS[dimension]?.(few, all) ?? `the first ${few} of ${all} rows of ${dimension}`;
  });
  return (
    <Banner tone="info" title="The largest groups are shown">
      Rows of their own have {new Intl.ListFormat("en").format(parts)}. “Other items” are all items without
      one, and “All items” counts everything. To have every row, export the study file and run{" "}
      <code>countersign report</code> on it.
    </Banner>
  );
}
