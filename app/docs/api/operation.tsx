import { Badge } from "@/components/ui/badge";
import { Disclosure } from "@/components/ui/disclosure";
import { ListTable } from "@/components/ui/list-table";
import { ScrollRegion } from "@/components/ui/scroll-region";
import { type Operation, type Schema, sampleOf, typeWords } from "@/lib/api/openapi";

interface OperationProps {
  path: string;
  method: string;
  operation: Operation;
  server: string;
}

/** An API operation: collapsed to a line; open, its fields and an example. */
export function OperationEntry({ path, method, operation, server }: OperationProps) {
  const body = operation.requestBody?.content["application/json"]?.schema;
  const answer = operation.responses["2XX"]?.content?.["application/json"]?.schema;
  const fields = operation.parameters.map(({ name, in: place, required, schema }) => ({
    name,
    place,
    required,
    schema,
  }));
  return (
    <Disclosure
      summary={
        <span className="flex flex-wrap items-baseline gap-x-3 gap-y-0.5">
          <span className="sm:w-16">
            <Badge tone={method === "GET" ? "neutral" : "accent"}>{method}</Badge>
          </span>
          <code className="font-mono text-sm wrap-anywhere text-ink">{path}</code>
          <span className="font-normal">{operation.summary}</span>
        </span>
      }
    >
      <div className="grid gap-3 pb-2 text-sm">
        <p className="text-muted">{operation.description}</p>
        {fields.length > 0 && <Fields label={`In the address of ${method} ${path}`} fields={fields} />}
        {body && <Fields label={`In the body of ${method} ${path}`} fields={fieldsOf(body)} />}
        <ScrollRegion label={`Example of ${method} ${path}`} className="rounded-md border bg-sunken p-3">
          <pre className="font-mono text-xs">{exampleOf(path, method, body, server)}</pre>
        </ScrollRegion>
        {answer && (
          <>
            <Fields label={`In the answer to ${method} ${path}`} fields={answerFieldsOf(answer)} given />
            <ScrollRegion
              label={`Answer to ${method} ${path}, as an example`}
              className="max-h-72 rounded-md border bg-sunken p-3"
            >
              <pre className="font-mono text-xs">{JSON.stringify(sampleOf(answer), null, 2)}</pre>
            </ScrollRegion>
          </>
        )}
      </div>
    </Disclosure>
  );
}

interface FieldLine {
  name: string;
  place: string;
  required: boolean;
  schema: Schema;
}

/** Fields of a request or, when `given`, of a response. */
function Fields({
  label,
  fields,
  given = false,
}: {
  label: string;
  fields: readonly FieldLine[];
  given?: boolean;
}) {
  return (
    <ListTable
      label={label}
      bare
      columns={[
        { header: "Field" },
        { header: "In" },
        { header: given ? "Holds" : "Takes" },
        { header: given ? "Always" : "Needed" },
      ]}
    >
      {fields.map(({ name, place, required, schema }) => (
        <tr key={`${place} ${name}`} className="align-top">
          <th scope="row" className="text-left font-normal">
            <code className="font-mono">{name}</code>
          </th>
          <td className="text-muted">{place}</td>
          <td className="wrap-anywhere">{typeWords(schema)}</td>
          <td>{required ? "yes" : "no"}</td>
        </tr>
      ))}
    </ListTable>
  );
}

/** Fields of a body; of a union, those of all its variants. */
function fieldsOf(body: Schema): FieldLine[] {
  const forms = body.anyOf ?? body.oneOf ?? [body];
  const found = new Map<string, FieldLine>();
  for (const { properties = {}, required = [] } of forms) {
    for (const [name, schema] of Object.entries(properties)) {
      if (!found.has(name)) {
        const always = forms.every((form) => form.required?.includes(name));
        found.set(name, { name, place: "body", required: always && required.includes(name), schema });
      }
    }
  }
  return [...found.values()];
}

/** Fields of a response; of a list also those of its items. */
function answerFieldsOf(answer: Schema): FieldLine[] {
  return fieldsOf(answer).flatMap((field) => {
    const { name, schema } = field;
    const line = { ...field, place: "answer" };
    if (schema.type !== "array" || typeof schema.items !== "object" || !schema.items.properties)
      return [line];
    const inner = fieldsOf(schema.items).map((one) => ({
      ...one,
      name: `${name}[].${one.name}`,
      place: "answer",
    }));
    return [{ ...line, schema: { type: "array", items: { type: "object" } } }, ...inner];
  });
}

function exampleOf(path: string, method: string, body: Schema | undefined, server: string): string {
  return [
    `curl ${method === "GET" ? "" : `-X ${method} `}"${server}${path}" \\`,
    `  -H "Authorization: Bearer $COUNTERSIGN_TOKEN"${body ? " \\" : ""}`,
    ...(body ? [`  -H "Content-Type: application/json" -d @body.json`] : []),
  ].join("\n");
}
