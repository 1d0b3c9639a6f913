import path from "node:path";

process.env.NEXT_TELEMETRY_DISABLED = "1";

/** The smallest app that Next serves: what ours is measured against. */
export default { turbopack: { root: path.resolve(import.meta.dirname, "../../../..") } };
