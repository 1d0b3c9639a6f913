import type { Instrumentation } from "next";
import { drainUnreadBodies } from "@/lib/api/drain-request-body";
import { aboutError, log } from "@/lib/log";

/**
 * What every web process begins with. The framework writes errors out with their messages, which repeat what people
 * wrote: in production its words are replaced by lines of ours, which say what kind of error it was and where.
 */
export function beginProcess(): void {
  if (process.env.NODE_ENV !== "production") return;
  drainUnreadBodies();
  process.removeAllListeners("warning");
  process.on("warning", (warning) => log("warning", "runtime", aboutError(warning)));
  for (const [method, level] of [
    ["error", "error"],
    ["warn", "warning"],
  ] as const) {
    console[method] = (...args: unknown[]) => {
      // Without an error, where it was said is all that can be told without repeating anybody's words.
      const error = args.find((one) => one instanceof Error) ?? new Error();
      log(level, "framework", aboutError(error));
    };
  }
}

/** A page that failed: its line carries the reference that the error page shows, and the id of the request. */
export const logPageError: Instrumentation.onRequestError = (error, request, context) => {
  const digest = typeof error === "object" && error !== null && "digest" in error ? error.digest : undefined;
  const id = request.headers["x-request-id"];
  log("error", "page-failed", {
    request: typeof id === "string" ? id : undefined,
    method: request.method,
    route: context.routePath,
    reference: typeof digest === "string" ? digest : undefined,
    ...aboutError(error),
  });
};
