import type { RichCell } from "@/components/ui/cell";
import { noValue } from "@/components/ui/format";
import { MISSING_WORDS, type NumberOrMissing } from "@/lib/drafting/rules/comparison";
import { methodById } from "@/lib/drafting/rules/methods";

export function methodName(method: string | null): string {
  return method === null ? "Method not known" : (methodById(method)?.title ?? method);
}

/** A method with the model that followed it, and under which condition where there are several. */
export function named(method: string | null, model: string | null, condition?: string | null): RichCell {
  const name = methodName(method);
  return {
    value: [name, model ?? "", ...(condition ? [condition] : [])].join(" "),
    content: (
      <span className="grid">
        <span>{name}</span>
        {model && <span className="text-xs text-muted wrap-anywhere">{model}</span>}
        {condition && <span className="text-xs text-muted wrap-anywhere">{condition}</span>}
      </span>
    ),
  };
}

export function cell({ value, reason }: NumberOrMissing): RichCell {
  return { value, reason: reason ? noValue(MISSING_WORDS[reason]) : undefined };
}

interface Judged {
  judge: string;
  method: string | null;
  condition: string | null;
}

/** The judge of a row, with its condition where these rows have several of one model and method. */
export function judgeIn(rows: readonly Judged[], { judge, method, condition }: Judged): RichCell {
  const conditions = new Set(
    rows.flatMap((row) => (row.judge === judge && row.method === method ? [row.condition] : [])),
  );
  return named(method, judge, conditions.size > 1 ? condition : null);
}
