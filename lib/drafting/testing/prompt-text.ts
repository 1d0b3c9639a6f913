import type { DraftInput, DraftMethod } from "@/lib/drafting/schema";
import { fence } from "@/lib/drafting/testing/simulate";

/** The first calls of a method with its default parameters as text: whatever the model is sent, equal calls once. */
export function promptText(method: DraftMethod, on: DraftInput): string {
  const calls = method
    .plan(on, method.params.parse({}), fence)
    .map(({ template, messages, sampling, schema, reminder }) => {
      const settings = Object.entries(sampling).filter(([, value]) => value !== undefined);
      return [
        `${template.id}@${template.version}, ${template.hash}`,
        ...messages.map(({ role, content }) => `--- ${role}\n${content}`),
        ...(schema ? [`--- schema ${schema.name}\n${JSON.stringify(schema.jsonSchema, null, 1)}`] : []),
        `--- reminder\n${reminder}`,
        `--- settings\n${JSON.stringify(Object.fromEntries(settings.sort()))}`,
      ].join("\n");
    });
  const times = new Map<string, number>();
  for (const text of calls) times.set(text, (times.get(text) ?? 0) + 1);
  return [...times].map(([text, count]) => `=== ${count} of ${calls.length} calls: ${text}\n`).join("\n");
}
