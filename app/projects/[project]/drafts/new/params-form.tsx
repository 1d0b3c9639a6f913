"use client";

import { Checkbox } from "@/components/ui/checkbox";
import { Field } from "@/components/ui/field";
import { Input } from "@/components/ui/input";
import { Select } from "@/components/ui/select";
import { Textarea } from "@/components/ui/textarea";

/** Parameter fields of a method, as JSON Schema. A list is one text on each line. */
export type ParamFields = Record<
  string,
  {
    type?: string;
    title?: string;
    description?: string;
    default?: unknown;
    enum?: string[];
    minimum?: number;
    maximum?: number;
    exclusiveMinimum?: number;
    /** A text of several lines. */
    multiline?: boolean;
  }
>;

interface ParamsFormProps {
  fields: ParamFields;
  /** Values that differ from the defaults. */
  values: Record<string, unknown>;
  onChange: (values: Record<string, unknown>) => void;
}

/** Controls for a method's parameters, generated from their schema. */
export function ParamsForm({ fields, values, onChange }: ParamsFormProps) {
  const set = (name: string, value: unknown) => {
    const { [name]: _before, ...rest } = values;
    onChange(value === undefined || value === fields[name]?.default ? rest : { ...rest, [name]: value });
  };
  return (
    <div className="grid gap-4 sm:grid-cols-2 lg:grid-cols-3">
      {Object.entries(fields).map(([name, field]) => {
        const label = field.title ?? name;
        const value = values[name] ?? field.default;
        if (field.type === "boolean") {
          return (
            <Checkbox
              key={name}
              label={label}
              hint={field.description}
              checked={value === true}
              onCheckedChange={(on) => set(name, on)}
            />
          );
        }
        if (field.enum) {
          return (
            <Field key={name} label={label} hint={field.description}>
              <Select
                value={String(value ?? "")}
                choices={field.enum.map((one) => ({ value: one, label: one }))}
                onValueChange={(chosen) => set(name, chosen)}
              />
            </Field>
          );
        }
        if (field.multiline || field.type === "array") {
          const isList = field.type === "array";
          return (
            <Field key={name} label={label} hint={field.description} className="sm:col-span-full">
              <Textarea
                value={isList ? (Array.isArray(value) ? value.join("\n") : "") : String(value ?? "")}
                onChange={({ target: { value: typed } }) =>
                  set(name, isList ? (typed === "" ? undefined : typed.split("\n")) : typed)
                }
              />
            </Field>
          );
        }
        const isNumber = field.type === "number" || field.type === "integer";
        return (
          <Field key={name} label={label} hint={field.description}>
            <Input
              type={isNumber ? "number" : "text"}
              inputMode={field.type === "number" ? "decimal" : undefined}
              step={field.type === "number" ? "any" : undefined}
              min={within(field.minimum ?? field.exclusiveMinimum)}
              max={within(field.maximum)}
              value={values[name] === undefined ? String(field.default ?? "") : String(values[name])}
              onChange={(event) =>
                set(
                  name,
                  event.target.value === ""
                    ? undefined
                    : isNumber
                      ? Number(event.target.value)
                      : event.target.value,
                )
              }
            />
          </Field>
        );
      })}
    </div>
  );
}

/** A bound set by the method, not the limit of the number type. */
function within(bound: number | undefined): number | undefined {
  return bound !== undefined && Math.abs(bound) < Number.MAX_SAFE_INTEGER ? bound : undefined;
}
