import type { Schema } from "@/lib/api/openapi";

const KEYWORDS = new Set(
  (
    "False None True and as assert async await break class continue def del elif else except finally for from global " +
    "if import in is lambda nonlocal not or pass raise return try while with yield"
  ).split(" "),
);

/** A name that Python takes: keywords get an underscore behind them, as PEP 8 wants it. */
export const pythonName = (name: string): string => (KEYWORDS.has(name) ? `${name}_` : name);

/** Text as a Python string. JSON's escapes are Python's. */
export const pythonText = (text: string): string => JSON.stringify(text);

/**
 * The typed dictionaries of a Python module, collected while their names are asked for. Objects of the same shape are
 * one type, named by where it is met first; what an operation takes or answers always has a name of its own.
 */
export class PythonModels {
  private readonly definitions: string[] = [];
  private readonly namesByShape = new Map<string, string>();
  private readonly taken = new Set<string>();

  /** The type of a whole body or answer, under exactly this name. */
  define(name: string, schema: Schema): string {
    const known = this.namesByShape.get(JSON.stringify(schema));
    const type = known ?? this.typeOf(schema, name);
    if (type !== name) {
      this.taken.add(name);
      this.definitions.push(`${name}: TypeAlias = ${quoteForward(type)}\n`);
    }
    return name;
  }

  /** A schema as a Python type; objects in it become typed dictionaries whose names begin with the given one. */
  typeOf(schema: Schema | boolean | undefined, name: string): string {
    if (typeof schema !== "object") return "Any";
    if (schema.const !== undefined) return literalOf([schema.const]);
    if (schema.enum) return literalOf(schema.enum);
    const choices = schema.anyOf ?? schema.oneOf;
    if (choices) return union(choices.map((one, at) => this.typeOf(one, memberName(name, one, at, choices))));
    if (Array.isArray(schema.type))
      return union(schema.type.map((type) => this.typeOf({ ...schema, type }, name)));
    switch (schema.type) {
      case "string":
        return "str";
      case "integer":
        return "int";
      case "number":
        return "float";
      case "boolean":
        return "bool";
      case "null":
        return "None";
      case "array":
        return this.listOf(schema, name);
      case "object":
        return this.objectOf(schema, name);
      default:
        return "Any";
    }
  }

  /** The module's text. */
  toModule(header: string): string {
    const imports =
      "from __future__ import annotations\n\nfrom typing import Any, Literal, NotRequired, TypeAlias, TypedDict\n";
    return `${header}\n${imports}\n\n${this.definitions.join("\n\n")}`;
  }

  private listOf(schema: Schema, name: string): string {
    const parts = schema.prefixItems;
    const type = parts
      ? union(parts.map((part, at) => this.typeOf(part, `${name}${at + 1}`)))
      : this.typeOf(schema.items, `${name}Item`);
    return `list[${type}]`;
  }

  private objectOf(schema: Schema, name: string): string {
    const { properties } = schema;
    const others = schema.additionalProperties as Schema | boolean | undefined;
    // Further fields may be given, which a typed dictionary cannot say.
    if (!properties || Object.keys(properties).length === 0 || isOpen(others))
      return `dict[str, ${this.typeOf(others, `${name}Value`)}]`;
    const shape = JSON.stringify(schema);
    const known = this.namesByShape.get(shape);
    if (known) return known;
    const own = this.free(name);
    this.namesByShape.set(shape, own);
    const required = new Set(schema.required ?? []);
    const fields = Object.entries(properties).map(([field, value]) => {
      const type = this.typeOf(value, own + pascal(field));
      return [field, required.has(field) ? type : `NotRequired[${type}]`] as const;
    });
    this.definitions.push(definitionOf(own, fields));
    return own;
  }

  private free(name: string): string {
    let own = name;
    for (let n = 2; this.taken.has(own); n++) own = `${name}${n}`;
    this.taken.add(own);
    return own;
  }
}

/** True if an object takes fields that are not named. */
function isOpen(others: Schema | boolean | undefined): boolean {
  return others === true || typeof others === "object";
}

function definitionOf(name: string, fields: (readonly [string, string])[]): string {
  const isPlain = fields.every(([field]) => /^[A-Za-z_]\w*$/.test(field) && !KEYWORDS.has(field));
  if (isPlain)
    return `class ${name}(TypedDict):\n${fields.map(([field, type]) => `    ${field}: ${type}\n`).join("")}`;
  const entries = fields.map(([field, type]) => `        ${pythonText(field)}: ${quoteForward(type)},\n`);
  return `${name} = TypedDict(\n    ${pythonText(name)},\n    {\n${entries.join("")}    },\n)\n`;
}

/** Types in an expression are evaluated at once, and may name what comes later or the type itself. */
const quoteForward = (type: string): string => pythonText(type);

/** The name of one member of a union: by the word that tells it apart, else by its number. */
function memberName(name: string, member: Schema, at: number, all: readonly Schema[]): string {
  if (all.filter(({ type }) => type === "object").length < 2) return name;
  const word = Object.values(member.properties ?? {}).find(({ const: value }) => typeof value === "string");
  return name + (word ? pascal(String(word.const)) : String(at + 1));
}

function literalOf(values: readonly unknown[]): string {
  const texts = values.map((value) => {
    if (value === null) return "None";
    if (typeof value === "boolean") return value ? "True" : "False";
    return JSON.stringify(value);
  });
  // Python has no literal types of fractions.
  if (values.some((value) => typeof value === "number" && !Number.isInteger(value))) return "float";
  return `Literal[${texts.join(", ")}]`;
}

function union(types: readonly string[]): string {
  const distinct = [...new Set(types)];
  if (distinct.includes("Any")) return "Any";
  return distinct.toSorted((a, b) => Number(a === "None") - Number(b === "None")).join(" | ");
}

export function pascal(words: string): string {
  return words.replace(/(?:^|[^A-Za-z0-9]+)([A-Za-z0-9])/g, (_, first: string) => first.toUpperCase());
}
