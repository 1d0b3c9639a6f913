/**
 * Log lines of web server and worker: one JSON object per line on standard output, with the same few fields
 * everywhere. Only ids, routes, counts and kinds. Users' texts, names, addresses, tokens and error messages
 * (which repeat all of these) must not be logged: there is no field for them.
 */
type LogLevel = "info" | "warning" | "error";

interface Fields {
  /** The id of the request, as in the response's X-Request-Id. */
  request?: string;
  method?: string;
  /** With parameter names instead of ids: /api/v1/batches/[id]. */
  route?: string;
  status?: number;
  ms?: number;
  /** The account's id; null when not signed in. */
  actor?: string | null;
  task?: string;
  job?: string;
  attempt?: number;
  /** A seal of the audit log. */
  seal?: number;
  /** The reference shown on an error page. */
  reference?: string;
  /** For errors: class, code, and position in the program. */
  kind?: string;
  code?: string;
  stack?: string[];
}

const RANK: Record<LogLevel, number> = { info: 0, warning: 1, error: 2 };

/** True if lines of a level are written, according to LOG_LEVEL. */
export function isLogged(level: LogLevel): boolean {
  const least = process.env.LOG_LEVEL;
  return least === undefined || !isLevel(least) || RANK[level] >= RANK[least];
}

/** Writes a line, unless LOG_LEVEL excludes it. */
export function log(level: LogLevel, event: string, fields: Fields = {}): void {
  if (!isLogged(level)) return;
  process.stdout.write(`${JSON.stringify({ level, time: new Date().toISOString(), event, ...fields })}\n`);
}

/** The loggable parts of an error: everything but its message. */
export function aboutError(error: unknown): Pick<Fields, "kind" | "code" | "stack"> {
  return {
    kind: error instanceof Error ? error.name : typeof error,
    code: hasCode(error) ? error.code : undefined,
    stack: error instanceof Error ? error.stack?.split("\n").filter((line) => /^\s+at /.test(line)) : [],
  };
}

function isLevel(text: string): text is LogLevel {
  return Object.hasOwn(RANK, text);
}

function hasCode(error: unknown): error is { code: string } {
  return typeof error === "object" && error !== null && "code" in error && typeof error.code === "string";
}
