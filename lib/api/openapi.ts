import { z } from "zod";
import type { As, RouteOptions } from "@/lib/api/route-options";
import { scopeFor } from "@/lib/auth/rules";

/** The parts of a JSON schema that are used here. */
export interface Schema {
  type?: string | string[];
  description?: string;
  properties?: Record<string, Schema>;
  required?: string[];
  items?: Schema | boolean;
  /** Schemas of a tuple's elements. */
  prefixItems?: Schema[];
  enum?: unknown[];
  const?: unknown;
  anyOf?: Schema[];
  oneOf?: Schema[];
  format?: string;
  default?: unknown;
  [key: string]: unknown;
}

interface Parameter {
  name: string;
  in: "path" | "query";
  required: boolean;
  schema: Schema;
}

/** One method of one path. */
export interface Operation {
  operationId: string;
  summary: string;
  description: string;
  tags: string[];
  parameters: Parameter[];
  requestBody?: { required: true; content: Record<string, { schema: Schema }> };
  responses: Record<string, { description: string; content?: Record<string, { schema: Schema }> }>;
  security: Record<string, string[]>[];
}

export interface OpenApiDocument {
  openapi: "3.1.0";
  info: { title: string; version: string; description: string };
  servers: { url: string }[];
  paths: Record<string, Record<string, Operation>>;
  components: Record<string, unknown>;
}

/** A path and method of the API, with the options of its route. */
interface Described {
  /** The path in the file system's form: "/api/v1/batches/[id]". */
  path: string;
  method: string;
  options: RouteOptions;
}

/** The callers that each access level admits, in words. */
const ACCESS_WORDS: Record<As, string> = {
  anyone: "All callers, without signing in",
  user: "All signed-in users",
  "site-admin": "Site admins of the installation",
  member: "All members of the project",
  annotator: "All members of the project, for their own work",
  researcher: "Researchers and admins of the project",
  admin: "Admins of the project",
};

/** The API as an OpenAPI 3.1 document, derived from the options of the routes. */
export function describeApi(
  routes: readonly Described[],
  { server, version, cookie }: { server: string; version: string; cookie: string },
): OpenApiDocument {
  const paths: OpenApiDocument["paths"] = {};
  for (const { path, method, options } of routes) {
    const place = templated(path);
    paths[place] = { ...paths[place], [method.toLowerCase()]: operationOf(path, method, options) };
  }
  return {
    openapi: "3.1.0",
    info: { title: "Countersign", version, description: INTRODUCTION },
    servers: [{ url: server }],
    paths,
    components: {
      securitySchemes: {
        token: {
          type: "http",
          scheme: "bearer",
          description: "A personal API token, created on the account page.",
        },
        session: { type: "apiKey", in: "cookie", name: cookie, description: "A signed-in browser." },
      },
      schemas: { Refusal: REFUSAL },
    },
  };
}

const INTRODUCTION =
  "Send a personal token as Authorization: Bearer. A change needs Content-Type: application/json. A resource that does " +
  "not exist and one that you may not see both answer 404. Unknown fields are refused.";

const REFUSAL: Schema = {
  type: "object",
  properties: {
    error: {
      type: "object",
      properties: {
        code: { type: "string", description: "A stable code for programs." },
        message: { type: "string", description: "What happened and what to do, for people." },
      },
      required: ["code", "message"],
    },
  },
  required: ["error"],
};

function operationOf(path: string, method: string, options: RouteOptions): Operation {
  const open = options.as === "anyone";
  const refused = { schema: { $ref: "#/components/schemas/Refusal" } };
  const words = [
    `${ACCESS_WORDS[options.as]}.`,
    ...(options.browserOnly
      ? ["Not with an API token."]
      : open
        ? []
        : [`A token needs the scope “${scopeFor(method, options.tokenScope)}”.`]),
    ...(options.limit
      ? [`At most ${options.limit.perMinute} a minute, ${options.limit.burst} at once.`]
      : []),
  ];
  const answer = answerSchemaOf(options);
  const success = {
    description: "Done.",
    ...((answer || options.files) && {
      content: {
        ...Object.fromEntries((options.files ?? []).map((type) => [type, { schema: { type: "string" } }])),
        ...(answer && { "application/json": { schema: answer } }),
      },
    }),
  };
  return {
    operationId: `${method.toLowerCase()}${path.replace(/^\/api\/v1/, "").replace(/[^A-Za-z0-9]+(.|$)/g, (_, next) => next.toUpperCase())}`,
    summary: options.summary,
    description: words.join(" "),
    tags: [path.split("/")[3] ?? "api"],
    parameters: [
      ...parametersOf(options.params, "path", pathNames(path)),
      ...parametersOf(options.query, "query"),
    ],
    ...bodyOf(options),
    responses: {
      "2XX": success,
      "4XX": { description: "Refused, with the reason.", content: { "application/json": refused } },
    },
    security: open ? [] : [...(options.browserOnly ? [] : [{ token: [] }]), { session: [] }],
  };
}

function bodyOf({ body, receives }: RouteOptions): Pick<Operation, "requestBody"> {
  if (body)
    return { requestBody: { required: true, content: { "application/json": { schema: schemaOf(body) } } } };
  if (receives !== "raw") return {};
  const schema: Schema = { type: "string", contentMediaType: "application/octet-stream" };
  return { requestBody: { required: true, content: { "application/octet-stream": { schema } } } };
}

function parametersOf(
  given: z.ZodType | undefined,
  place: "path" | "query",
  names: readonly string[] = [],
): Parameter[] {
  const { properties = {}, required = [] } = given ? schemaOf(given) : {};
  const known = Object.entries(properties).map(([name, schema]) => ({
    name,
    in: place,
    required: place === "path" || required.includes(name),
    schema,
  }));
  const unknown = names.filter((name) => !(name in properties));
  return [
    ...known,
    ...unknown.map((name) => ({ name, in: place, required: true, schema: { type: "string" } })),
  ];
}

function pathNames(path: string): string[] {
  return [...path.matchAll(/\[(?:\.\.\.)?(\w+)\]/g)].map(([, name]) => name ?? "");
}

function templated(path: string): string {
  return path.replace(/\[(?:\.\.\.)?(\w+)\]/g, "{$1}");
}

/**
 * The JSON schema of a zod schema's input or output. Conditions that JSON schema cannot express, such as
 * those between two fields, are left out.
 */
export function schemaOf(schema: z.ZodType, io: "input" | "output" = "input"): Schema {
  const { $schema: _, ...rest } = z.toJSONSchema(schema, {
    io,
    unrepresentable: "any",
    reused: "inline",
    override: ({ zodSchema, jsonSchema }) => {
      // Dates become text in JSON.
      if (zodSchema._zod.def.type === "date")
        Object.assign(jsonSchema, { type: "string", format: "date-time" });
    },
  });
  return rest as Schema;
}

/** The schema of a route's response; null when it declares none, as for files. */
export function answerSchemaOf({ answer }: Pick<RouteOptions, "answer">): Schema | null {
  return answer ? schemaOf(answer, "output") : null;
}

/** An example value of a schema. */
export function sampleOf(schema: Schema | boolean | undefined): unknown {
  if (typeof schema !== "object") return "…";
  if (schema.const !== undefined) return schema.const;
  if (schema.enum) return schema.enum[0];
  const choices = schema.anyOf ?? schema.oneOf;
  if (choices) return sampleOf(choices.find(({ type }) => type !== "null"));
  const type = [schema.type].flat().find((one) => one !== "null");
  if (type === "object") {
    const fields = Object.entries(schema.properties ?? {});
    const known = Object.fromEntries(fields.map(([name, field]) => [name, sampleOf(field)]));
    const others = schema.additionalProperties as Schema | boolean | undefined;
    const named = (schema.required ?? []).filter((name) => !(name in known));
    return { ...known, ...Object.fromEntries(named.map((name) => [name, sampleOf(others)])) };
  }
  if (type === "array" && schema.prefixItems) return schema.prefixItems.map(sampleOf);
  if (type === "array")
    return Array.from({ length: Number(schema.minItems ?? 1) }, () => sampleOf(schema.items));
  if (type === "integer" || type === "number")
    return Math.min(
      Number(schema.maximum ?? Number.POSITIVE_INFINITY),
      Math.max(1, Number(schema.minimum ?? 1)),
    );
  if (type === "boolean") return true;
  const known = SAMPLES[schema.format ?? ""];
  if (known !== undefined) return known;
  const least = Number(schema.minLength ?? 0);
  const pattern = new RegExp(String(schema.pattern ?? ""), "u");
  return WORDS.find((word) => word.length >= least && pattern.test(word)) ?? "…";
}

/** Example texts, shortest first, for schemas with a length or a pattern. */
const WORDS = ["…", "abc", "EUR", "12345678", "a-long-passphrase", "a".repeat(43), "0".repeat(64)];

const SAMPLES: Record<string, string> = {
  uuid: "0d4e1f0a-6a3b-4c1e-9d6f-2b7a51c8e390",
  "date-time": "2026-11-21T09:30:00.000Z",
  date: "2026-11-21",
  uri: "https://example.org/",
};

/** The type of a field in a few words. */
export function typeWords(schema: Schema | boolean | undefined): string {
  if (typeof schema !== "object") return "anything";
  if (schema.const !== undefined) return JSON.stringify(schema.const);
  if (schema.enum) return schema.enum.map((value) => JSON.stringify(value)).join(" or ");
  const choices = schema.anyOf ?? schema.oneOf;
  if (choices) return [...new Set(choices.map(typeWords))].join(" or ");
  if (schema.type === "array") return `list of ${typeWords(schema.items)}`;
  if (schema.type === "object") {
    const names = Object.keys(schema.properties ?? {});
    return names.length > 0 ? `object: ${names.join(", ")}` : "object";
  }
  if (schema.type === undefined) return "anything";
  const type = [schema.type].flat().join(" or ");
  return schema.format ? `${type} (${schema.format})` : type;
}
