import type { OpenApiDocument, Operation, Schema } from "@/lib/api/openapi";
import { PythonModels, pascal, pythonName, pythonText } from "./models";

/** Folder of the Python client's generated modules. */
export const PYTHON_CLIENT_FOLDER = "clients/python/src/countersign/generated";

const HEADER = (what: string) =>
  `"""${what}\n\nWritten by \`npm run python-client\` from the OpenAPI document. Do not edit.\n"""\n`;

/**
 * The generated modules of the Python client, by file name: a typed dictionary for each body and answer of the API, and
 * a class with a method for each operation that a token may call.
 */
export function pythonClientFiles(document: OpenApiDocument): Record<string, string> {
  const models = new PythonModels();
  const methods = Object.entries(document.paths).flatMap(([path, operations]) =>
    Object.entries(operations)
      .filter(([, operation]) => isForTokens(operation))
      // Modules list what they export in one order under Node, and in another under Vite.
      .toSorted(([a], [b]) => (a < b ? -1 : 1))
      .map(([method, operation]) => methodOf(models, method.toUpperCase(), path, operation)),
  );
  const api = [
    HEADER("Every operation of the API that a token may call."),
    "from __future__ import annotations\n",
    "from typing import Any, Literal, cast\n",
    "from .. import _transport",
    "from . import models\n\n",
    "class Api:",
    '    """One method for each operation, named as it is in the OpenAPI document."""\n',
    "    def __init__(self, transport: _transport.Transport) -> None:",
    "        self._transport = transport\n",
    methods.join("\n"),
  ].join("\n");
  return {
    "__init__.py": HEADER("What is generated from the OpenAPI document."),
    "models.py": models.toModule(HEADER("What the operations of the API take and answer.")),
    "api.py": api,
  };
}

const isForTokens = ({ security }: Operation): boolean =>
  security.length === 0 || security.some((one) => "token" in one);

function methodOf(models: PythonModels, method: string, path: string, operation: Operation): string {
  const { operationId, parameters, requestBody, summary, description } = operation;
  const name = pascal(operationId);
  const inPath = parameters.filter((parameter) => parameter.in === "path");
  const inQuery = parameters.filter((parameter) => parameter.in === "query");
  const body = requestBody?.content["application/json"]?.schema;
  const answer = answerOf(models, name, operation);
  const taken = [
    "self",
    ...inPath.map(({ name: parameter }) => `${pythonName(parameter)}: str`),
    ...(body ? [`body: models.${models.define(`${name}Body`, body)}`] : []),
    ...(requestBody && !body ? ["content: _transport.Content"] : []),
    ...(inQuery.length > 0 ? ["*"] : []),
    ...inQuery.map(({ name: parameter, required, schema }) => {
      const type = queryType(models, schema, name + pascal(parameter));
      return `${pythonName(parameter)}: ${required ? type : `${type} | None = None`}`;
    }),
  ];
  const sent = [
    pythonText(method),
    inPath.length > 0 ? pathText(path) : pythonText(path),
    ...(inQuery.length > 0
      ? [`query={${inQuery.map((one) => `${pythonText(one.name)}: ${pythonName(one.name)}`).join(", ")}}`]
      : []),
    ...(body ? ["body=body"] : []),
    ...(requestBody && !body ? ["content=content"] : []),
  ];
  const call = `self._transport.${answer.read}(${sent.join(", ")})`;
  return [
    `    def ${snake(operationId)}(`,
    ...taken.map((one) => `        ${one},`),
    `    ) -> ${answer.type}:`,
    `        """${summary}.\n\n        ${[description, answer.note].filter(Boolean).join(" ")}\n        """`,
    answer.read === "read_bytes"
      ? `        return ${call}`
      : `        return cast(${pythonText(answer.type)}, ${call})`,
    "",
  ].join("\n");
}

/** A method's result: JSON with its type, the bytes of a file, or either, as the caller asks for. */
function answerOf(models: PythonModels, name: string, { responses }: Operation) {
  const content = responses["2XX"]?.content ?? {};
  const files = Object.keys(content).filter((type) => type !== "application/json");
  const json = content["application/json"]?.schema;
  const isFile = json?.type === "string" && files.length > 0;
  const note = files.length > 0 ? `Answers with ${Object.keys(content).join(", ")}.` : "";
  if (!json || isFile) return { type: "bytes", read: "read_bytes", note };
  const type = `models.${models.define(`${name}Answer`, json)}`;
  if (files.length > 0) return { type: `${type} | bytes`, read: "read_either", note };
  return { type, read: "read_json", note };
}

/** Lists and choices keep their types; texts with a pattern are texts. */
function queryType(models: PythonModels, schema: Schema, name: string): string {
  const type = models.typeOf(schema, name);
  return /^[A-Z]\w+$/.test(type) && type !== "Any" ? `models.${type}` : type;
}

const pathText = (path: string): string =>
  `f"${path.replace(/\{(\w+)\}/g, (_, name) => `{_transport.quoted(${pythonName(name)})}`)}"`;

/** getBatchesIdProgress → get_batches_id_progress */
function snake(operationId: string): string {
  return operationId.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
}
