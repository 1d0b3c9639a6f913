import "server-only";
import { randomUUID } from "node:crypto";

/**
 * Logs an error nobody expected and returns the id under which it can be found. The message is left out, because
 * those of drivers and parsers repeat what people wrote; its kind and its place in our code are enough to go on.
 */
export function reportUnexpected(error: unknown, method: string, route: string): string {
  const id = randomUUID();
  const kind = error instanceof Error ? error.name : typeof error;
  const code = hasCode(error) ? error.code : undefined;
  const stack = error instanceof Error ? error.stack?.split("\n").filter((line) => /^\s+at /.test(line)) : [];
  console.error(
    JSON.stringify({ level: "error", at: new Date().toISOString(), id, method, route, kind, code, stack }),
  );
  return id;
}

function hasCode(error: unknown): error is { code: string } {
  return typeof error === "object" && error !== null && "code" in error && typeof error.code === "string";
}
