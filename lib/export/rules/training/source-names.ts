import { type Source, sourceKey } from "@/lib/export/rules/training/task-data";

const ORIGINS = { human: "human", "llm+human": "reviewed", gold: "gold", llm: "llm" } as const;

const slug = (text: string) =>
  text
    .toLowerCase()
    .replace(/[^a-z0-9.]+/g, "-")
    .replace(/^[-.]+|[-.]+$/g, "")
    .slice(0, 60);

/**
 * Names of sources that are file names and names of configurations, unique in a study: "human-scores",
 * "gpt-4o-salc.evaluate-absolute-scores". Conditions of one model and method are numbered in the order of the study.
 */
export class SourceNames {
  readonly #names = new Map<string, string>();
  readonly #taken = new Set<string>();

  of(source: Source): string {
    const key = sourceKey(source);
    const known = this.#names.get(key);
    if (known !== undefined) return known;
    const { origin, rater, method, values } = source;
    const by = origin === "llm" ? [rater, method].flatMap((part) => (part ? slug(part) || [] : [])) : [];
    const name = [...(by.length > 0 ? by : [ORIGINS[origin]]), values].join("-");
    let unique = name;
    for (let n = 2; this.#taken.has(unique); n++) unique = `${name}-${n}`;
    this.#taken.add(unique);
    this.#names.set(key, unique);
    return unique;
  }
}

/** A source in words. */
export function sourceTitle({ origin, values, rater, method, condition }: Source): string {
  const what = values === "scores" ? "scores" : "preferences";
  if (origin === "human") return `People’s ${what}, without a draft`;
  if (origin === "llm+human") return `People’s ${what}, with a draft in view`;
  if (origin === "gold") return `Gold ${what} of the dataset`;
  return [`${rater}’s ${what}`, method, condition].filter((part) => part !== null).join(", ");
}
