import path from "node:path";

process.env.NEXT_TELEMETRY_DISABLED = "1";

/** A minimal Next app as the baseline. */
export default { turbopack: { root: path.resolve(import.meta.dirname, "../../../..") } };
