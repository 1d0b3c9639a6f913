/*
 * Croissant 1.0 as its specification defines it: the classes with their properties, what each holds and how often, and the
 * terms of the JSON-LD context. https://docs.mlcommons.org/croissant/docs/croissant-spec.html
 */

const SCHEMA = "https://schema.org/";
const CROISSANT = "http://mlcommons.org/croissant/";
const CONFORMS_TO = "http://purl.org/dc/terms/conformsTo";

/** The values that a property may hold: a text, a class, a reference to another part of the document, or one of these. */
type Range = "text" | "url" | "date" | "boolean" | "reference" | "type" | readonly string[];

interface Property {
  range: Range;
  required?: boolean;
  /** Several values are allowed. */
  many?: boolean;
}

const sc = (name: string) => SCHEMA + name;
const cr = (name: string) => CROISSANT + name;

const CLASSES: Record<string, Record<string, Property>> = {
  [sc("Dataset")]: {
    [CONFORMS_TO]: { range: "url", required: true },
    [sc("name")]: { range: "text", required: true },
    [sc("description")]: { range: "text", required: true },
    [sc("license")]: { range: "text", required: true, many: true },
    [sc("url")]: { range: "url", required: true },
    [sc("creator")]: { range: [sc("Organization"), sc("Person")], required: true, many: true },
    [sc("datePublished")]: { range: "date", required: true },
    [sc("version")]: { range: "text" },
    [sc("distribution")]: { range: [cr("FileObject"), cr("FileSet")], required: true, many: true },
    [cr("recordSet")]: { range: [cr("RecordSet")], many: true },
    [cr("isLiveDataset")]: { range: "boolean" },
    [cr("citeAs")]: { range: "text" },
  },
  [sc("Organization")]: { [sc("name")]: { range: "text", required: true }, [sc("url")]: { range: "url" } },
  [cr("FileObject")]: {
    [sc("name")]: { range: "text", required: true },
    [sc("description")]: { range: "text" },
    [sc("contentUrl")]: { range: "text", required: true },
    [sc("contentSize")]: { range: "text" },
    [sc("encodingFormat")]: { range: "text", required: true },
    // The implementation of reference wants this, or MD5, of every file that is not inside another one.
    [sc("sha256")]: { range: "text", required: true },
  },
  [cr("RecordSet")]: {
    [sc("name")]: { range: "text" },
    [sc("description")]: { range: "text" },
    [cr("field")]: { range: [cr("Field")], required: true, many: true },
    [cr("key")]: { range: "reference", many: true },
  },
  [cr("Field")]: {
    [sc("name")]: { range: "text" },
    [sc("description")]: { range: "text" },
    [cr("dataType")]: { range: "type", required: true, many: true },
    [cr("repeated")]: { range: "boolean" },
    [cr("source")]: { range: [cr("DataSource")], required: true },
    [cr("references")]: { range: "reference" },
  },
  [cr("DataSource")]: {
    [cr("fileObject")]: { range: "reference", required: true },
    [cr("extract")]: { range: [cr("Extract")], required: true },
  },
  [cr("Extract")]: { [cr("column")]: { range: "text", required: true } },
};

/** Classes that documents do not name, because only one can stand there. */
const IMPLIED = new Set([cr("DataSource"), cr("Extract")]);
/** Classes whose members others refer to, by an id of their own. */
const IDENTIFIED = new Set([cr("FileObject"), cr("RecordSet"), cr("Field")]);
/** Atomic types of fields. */
const TYPES = new Set(["Boolean", "Date", "DateTime", "Float", "Integer", "Text", "URL"].map(sc));

type Json = Record<string, unknown>;
type Context = Record<string, string | { "@id"?: string }>;

/** Everything in which a document is not Croissant 1.0. */
export function croissantProblems(document: Json): string[] {
  const context = (document["@context"] ?? {}) as Context;
  const problems: string[] = [];
  const ids: string[] = [];
  const references: string[] = [];

  /** The full name of a term or of a shortened name, as JSON-LD expands it. */
  const expand = (term: string): string => {
    const defined = context[term];
    const named = typeof defined === "object" ? (defined["@id"] ?? term) : (defined ?? term);
    const [, prefix = "", rest = ""] = /^(\w+):(?!\/\/)(.*)$/.exec(named) ?? [];
    if (prefix) return expand(prefix) + rest;
    return /^https?:\/\//.test(named) ? named : String(context["@vocab"] ?? "") + named;
  };

  const checkValue = (value: unknown, range: Range, where: string) => {
    const says = (what: string) => problems.push(`${where}: ${what}`);
    if (typeof range === "object") check(value as Json, range, where);
    else if (range === "boolean") typeof value === "boolean" || says("is not true or false");
    else if (range === "reference") {
      const id = (value as Json | null)?.["@id"];
      if (typeof id === "string") references.push(id);
      else says("refers to nothing");
    } else if (typeof value !== "string" || value === "") says("is no text");
    else if (range === "url" && !URL.canParse(value)) says("is no address");
    else if (range === "date" && Number.isNaN(Date.parse(value))) says("is no date");
    else if (range === "type" && !TYPES.has(expand(value))) says(`${value} is no type`);
  };

  const check = (node: Json, classes: readonly string[], where: string) => {
    const [implied = ""] = classes;
    const given = node["@type"];
    const name = given === undefined && IMPLIED.has(implied) ? implied : expand(String(given));
    if (!classes.includes(name)) return problems.push(`${where}: is a ${name}`);
    if (IDENTIFIED.has(name)) ids.push(String(node["@id"]));
    const properties = CLASSES[name] ?? {};
    const found = new Set<string>();
    for (const [term, value] of Object.entries(node)) {
      if (term.startsWith("@")) continue;
      const property = properties[expand(term)];
      found.add(expand(term));
      if (!property) problems.push(`${where}: ${term} is no property of it`);
      else if (Array.isArray(value) && !property.many) problems.push(`${where}: ${term} has several values`);
      else for (const one of [value].flat()) checkValue(one, property.range, `${where}/${term}`);
    }
    for (const [property, { required }] of Object.entries(properties))
      if (required && !found.has(property)) problems.push(`${where}: ${property} is missing`);
  };

  check(document, [sc("Dataset")], "dataset");
  if (document.conformsTo !== `${CROISSANT}1.0`) problems.push("dataset: conforms to another version");
  for (const id of new Set(ids)) {
    const times = ids.filter((one) => one === id).length;
    if (times > 1 || id === "undefined") problems.push(`the id ${id} is used ${times} times`);
  }
  for (const id of references) if (!ids.includes(id)) problems.push(`nothing has the id ${id}`);
  return problems;
}
