/**
 * What web server and worker say about themselves: one JSON object to a line on standard output, with the same few
 * fields everywhere. Ids, routes, counts and kinds only. What people wrote, names, addresses, tokens and the messages
 * of errors (which repeat all of these) have no place here: there is no field for them.
 */
export type LogLevel = "info" | "warning" | "error";

interface Fields {
  /** The request it belongs to, as in its answer's X-Request-Id. */
  request?: string;
  method?: string;
  /** With the names of ids in place of the ids: /api/v1/batches/[id]. */
  route?: string;
  status?: number;
  ms?: number;
  /** The account's id; null when nobody was signed in. */
  actor?: string | null;
  task?: string;
  job?: string;
  attempt?: number;
  /** Which seal of the audit log. */
  seal?: number;
  /** What an error page shows to quote. */
  reference?: string;
  /** Of an error: its class, the code a library gave it, and where in the program it was. */
  kind?: string;
  code?: string;
  stack?: string[];
}

const RANK: Record<LogLevel, number> = { info: 0, warning: 1, error: 2 };

/** Whether lines of a level are written: LOG_LEVEL may ask for what is more important only. */
export function isLogged(level: LogLevel): boolean {
  const least = process.env.LOG_LEVEL;
  return least === undefined || !isLevel(least) || RANK[level] >= RANK[least];
}

/** Writes a line, where lines of its level are. */
export function log(level: LogLevel, event: string, fields: Fields = {}): void {
  if (!isLogged(level)) return;
  process.stdout.write(`${JSON.stringify({ level, time: new Date().toISOString(), event, ...fields })}\n`);
}

/** What may be said of an error: everything but its message. */
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
