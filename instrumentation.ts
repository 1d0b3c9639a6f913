import type { Instrumentation } from "next";

/*
 * The framework also compiles this file for its edge runtime, which we do not use and which has no Node.js APIs. What
 * needs them stands in a file that only the branch for Node.js imports: the compiler leaves that branch out elsewhere.
 */

export async function register() {
  if (process.env.NEXT_RUNTIME === "nodejs") {
    const { beginProcess } = await import("./instrumentation-node");
    await beginProcess();
  }
}

export const onRequestError: Instrumentation.onRequestError = async (...failed) => {
  if (process.env.NEXT_RUNTIME === "nodejs") {
    const { logPageError } = await import("./instrumentation-node");
    await logPageError(...failed);
  }
};
