import type { z } from "zod";
import { JsonProblem, parseStrictJson } from "@/lib/formats/json";
import { refuse } from "@/lib/http/refusals";
import { errorResponse, refused } from "@/lib/http/response";

export function queryOf(request: Request): Record<string, string | string[]> {
  const search = new URL(request.url).searchParams;
  return Object.fromEntries(
    [...new Set(search.keys())].map((key) => {
      const all = search.getAll(key);
      return [key, all.length === 1 ? (all[0] ?? "") : all];
    }),
  );
}

export async function parseBody<S extends z.ZodType>(schema: S, request: Request, most: number) {
  const bytes = await readBytes(request, most);
  if (bytes === null) return refused(refuse("too-large"));
  let text: string;
  try {
    text = new TextDecoder("utf-8", { fatal: true }).decode(bytes);
  } catch {
    return malformed([{ field: "body", message: "is not valid UTF-8" }]);
  }
  // Stricter than JSON.parse: rejects duplicate fields and excessive nesting, which parsers read differently.
  const parsed = parseStrictJson(text);
  if (parsed instanceof JsonProblem) {
    const field = parsed.place === "" ? "body" : `body.${parsed.place}`;
    return malformed([{ field, message: `is not JSON that can be read: ${parsed.reason}` }]);
  }
  return parse(schema, parsed.value, "body");
}

/** The body, or null as soon as it is larger than allowed, whatever its declared length. */
async function readBytes(request: Request, most: number): Promise<Uint8Array | null> {
  const declared = request.headers.get("content-length");
  if (Number(declared ?? 0) > most) return null;
  if (!request.body) return new Uint8Array();
  // The server accepts no more than the declared length, so it can be read at once.
  if (declared !== null) return new Uint8Array(await request.arrayBuffer());
  const chunks: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of request.body as unknown as AsyncIterable<Uint8Array>) {
    size += chunk.byteLength;
    if (size > most) return null;
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
}

export function parse<S extends z.ZodType>(schema: S, value: unknown, place: "body" | "query") {
  const unfit = findUnfit(value, place);
  if (unfit) return malformed([unfit]);
  const parsed = schema.safeParse(value);
  if (parsed.success) return parsed;
  return malformed(
    parsed.error.issues.slice(0, 20).flatMap((issue) => {
      const path = [place, ...issue.path.map(String)];
      if (issue.code !== "unrecognized_keys") return [{ field: path.join("."), message: issue.message }];
      return issue.keys.map((key) => ({ field: [...path, key].join("."), message: NOT_A_FIELD }));
    }),
  );
}

interface Problem {
  field: string;
  message: string;
}

const NOT_A_FIELD = "is not a known field";

function malformed(problems: Problem[]): Response {
  const words = problems.map(({ field, message }) => `${field}: ${message}`).join("; ");
  return errorResponse(400, {
    code: "invalid",
    message: `The request is not well formed. ${words}`,
    problems,
  });
}

/** Problems that no schema has to check: text that PostgreSQL cannot store, and the key `__proto__`. */
function findUnfit(value: unknown, field: string): Problem | undefined {
  if (typeof value === "string")
    return isText(value) ? undefined : { field, message: "is not well-formed text" };
  if (typeof value !== "object" || value === null) return undefined;
  for (const [key, inner] of Object.entries(value)) {
    if (key === "__proto__") return { field: `${field}.${key}`, message: NOT_A_FIELD };
    const unfit = isText(key)
      ? findUnfit(inner, `${field}.${key}`)
      : { field, message: "has an unreadable key" };
    if (unfit) return unfit;
  }
  return undefined;
}

/** True for text without U+0000 and unpaired surrogates. */
function isText(text: string): boolean {
  return !text.includes("\0") && !/\p{Surrogate}/u.test(text);
}
