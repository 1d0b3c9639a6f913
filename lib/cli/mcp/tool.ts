import type { z } from "zod";
import { type Schema, schemaOf } from "@/lib/api/openapi";
import { requestServer, type Server } from "@/lib/cli/client";

type Shape = z.ZodObject;

/** A tool that calls one route of the API. Its input has the route's path parameters, query and body side by side. */
export interface Tool {
  name: string;
  title: string;
  /** For the assistant: the purpose, and what to know before calling it. */
  description: string;
  method: "GET" | "POST";
  /** As in `app/api/routes.ts`: "/api/v1/batches/[id]". */
  path: string;
  params?: Shape;
  query?: Shape;
  body?: Shape;
  /** True for a POST that changes nothing. */
  isReadOnly?: true;
  /** Path parameters that are the same in every call. */
  fixed?: Readonly<Record<string, string>>;
  /** Input that is not sent: it selects from the response. */
  selection?: Shape;
  /** The part of the response that the assistant gets; missing: all of it. */
  select?: (response: unknown, input: Readonly<Record<string, unknown>>) => unknown;
  /** The request body, where the tool's input is not that of the route. Throws ZodError. */
  toBody?: (input: Readonly<Record<string, unknown>>) => object;
}

/** Descriptions of path parameters, which say where the ids come from. */
const IDS: Readonly<Record<string, string>> = {
  project: "Id of the project, from list_projects",
  dataset: "Id of the dataset, from list_datasets",
  id: "Id of the batch, from list_batches",
  run: "Id of the run, from list_runs",
};

/** The JSON schema of a tool's input. */
export function inputSchemaOf({ params, query, body, selection, fixed = {} }: Tool): Schema {
  const properties: Record<string, Schema> = {};
  const required: string[] = [];
  for (const shape of [params, query, body, selection]) {
    if (!shape) continue;
    const schema = schemaOf(shape);
    for (const [name, property] of Object.entries(schema.properties ?? {})) {
      if (name in fixed) continue;
      const description = shape === params ? IDS[name] : undefined;
      properties[name] = { ...withoutUuidPatterns(property), ...(description && { description }) };
      if (schema.required?.includes(name)) required.push(name);
    }
  }
  return { type: "object", properties, required, additionalProperties: false };
}

/** The format says it already, and assistants read every schema. */
function withoutUuidPatterns(schema: Schema): Schema {
  return JSON.parse(JSON.stringify(schema), (_, value) => {
    if (value?.format !== "uuid") return value;
    const { pattern: _pattern, ...rest } = value;
    return rest;
  });
}

/** Calls the route of a tool. Throws ServerError when the server refuses. */
export async function callTool(
  tool: Tool,
  server: Server,
  input: Readonly<Record<string, unknown>>,
): Promise<unknown> {
  const known = { ...input, ...tool.fixed };
  const path = tool.path.replace(/\[(\w+)\]/g, (_, name: string) => encodeURIComponent(String(known[name])));
  const query = queryString(ofShape(tool.query, input));
  const body = tool.body && (tool.toBody?.(input) ?? ofShape(tool.body, input));
  const response = await requestServer<unknown>(server, tool.method, `${path}${query}`, body);
  return tool.select ? tool.select(response, input) : response;
}

function ofShape(
  shape: Shape | undefined,
  input: Readonly<Record<string, unknown>>,
): Record<string, unknown> {
  const names = Object.keys(shape?.shape ?? {});
  return Object.fromEntries(names.filter((name) => name in input).map((name) => [name, input[name]]));
}

function queryString(values: Record<string, unknown>): string {
  const parameters = new URLSearchParams();
  for (const [name, value] of Object.entries(values))
    for (const one of [value].flat()) parameters.append(name, String(one));
  return parameters.size === 0 ? "" : `?${parameters}`;
}
