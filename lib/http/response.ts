import "server-only";
import { explain, type Refusal } from "@/lib/http/refusals";
import { secured, securityHeaders } from "@/lib/http/security-headers";

/** The JSON response that most requests end with. */
export function answered(value: object): Response {
  const headers = { ...securityHeaders(), "Content-Type": "application/json" };
  return new Response(JSON.stringify(value), { headers });
}

/** A text that the browser saves as a file. */
export interface TextFile {
  fileName: string;
  contentType: string;
  text: string;
}

export function attachment({ fileName, contentType, text }: TextFile): Response {
  return new Response(text, {
    headers: { "Content-Type": contentType, "Content-Disposition": `attachment; filename="${fileName}"` },
  });
}

/** The body of error responses. */
export interface ErrorBody {
  error: {
    code: string;
    /** A message to show to the user. */
    message: string;
    /** The invalid fields of a malformed request: `body.name`. */
    problems?: { field: string; message: string }[];
    detail?: unknown;
    /** A reference for the user to quote to the server's operator. */
    id?: string;
  };
}

/** Seconds after which a retry makes sense, by status. */
const RETRY_AFTER: Record<number, string> = { 429: "60", 503: "2" };

export function refused({ refused: code, detail }: Refusal): Response {
  const { status, message } = explain(code);
  const seconds = RETRY_AFTER[status];
  return errorResponse(status, { code, message, detail }, seconds ? { "Retry-After": seconds } : undefined);
}

export function errorResponse(status: number, error: ErrorBody["error"], headers?: HeadersInit): Response {
  return secured(Response.json({ error } satisfies ErrorBody, { status, headers }));
}
