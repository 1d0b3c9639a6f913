import { AGGREGATION_LABELS, OUTPUT_LABELS, PANEL_RULE_LABELS } from "@/lib/drafting/rules/judge/wording";
import type { JudgeExample, JudgeSpec } from "@/lib/drafting/schema/judge-spec";

/** A line of two compared texts. */
export interface DiffLine {
  kind: "same" | "removed" | "added";
  text: string;
  /** Number of the line in the earlier text, from 1; null where it was added. */
  before: number | null;
  /** Number of the line in the later text, from 1; null where it was removed. */
  after: number | null;
}

/** Texts of more lines are not compared line by line. */
const MOST_LINES = 2000;

/** Line diff of two texts by a longest common subsequence, removed lines before added ones. */
export function diffLines(before: string, after: string): DiffLine[] {
  const [old, now] = [before.split("\n"), after.split("\n")];
  const removed = (text: string, at: number): DiffLine => ({
    ...{ kind: "removed", text },
    ...{ before: at + 1, after: null },
  });
  const added = (text: string, at: number): DiffLine => ({
    ...{ kind: "added", text },
    ...{ before: null, after: at + 1 },
  });
  if (old.length > MOST_LINES || now.length > MOST_LINES) return [...old.map(removed), ...now.map(added)];
  const width = now.length + 1;
  const common = new Uint16Array((old.length + 1) * width);
  const at = (i: number, j: number) => common[i * width + j] as number;
  for (let i = old.length - 1; i >= 0; i--)
    for (let j = now.length - 1; j >= 0; j--)
      common[i * width + j] = old[i] === now[j] ? at(i + 1, j + 1) + 1 : Math.max(at(i + 1, j), at(i, j + 1));
  const lines: DiffLine[] = [];
  let [i, j] = [0, 0];
  while (i < old.length || j < now.length) {
    if (i < old.length && j < now.length && old[i] === now[j])
      lines.push({ kind: "same", text: old[i] as string, before: ++i, after: ++j });
    else if (i < old.length && (j === now.length || at(i + 1, j) >= at(i, j + 1)))
      lines.push(removed(old[i] as string, i++));
    else lines.push(added(now[j] as string, j++));
  }
  return lines;
}

/** The changes from one version to another. */
export interface VersionChanges {
  /** Settings with another value. */
  settings: { name: string; before: string; after: string }[];
  /** Null where the text is the same. */
  system: DiffLine[] | null;
  user: DiffLine[] | null;
  examples: { added: JudgeExample[]; removed: JudgeExample[] };
}

type Compared = { spec: JudgeSpec; model: string };

export function changesBetween(before: Compared, after: Compared): VersionChanges {
  const [old, now] = [settingsOf(before), settingsOf(after)];
  const keyOf = ({ source: _, ...shown }: JudgeExample) => JSON.stringify(shown);
  const without = (from: Compared, other: Compared) => {
    const known = new Set(other.spec.examples.map(keyOf));
    return from.spec.examples.filter((example) => !known.has(keyOf(example)));
  };
  const lines = (field: "system" | "user") =>
    before.spec[field] === after.spec[field] ? null : diffLines(before.spec[field], after.spec[field]);
  return {
    settings: [...new Set([...Object.keys(old), ...Object.keys(now)])]
      .filter((name) => old[name] !== now[name])
      .map((name) => ({ name, before: old[name] ?? "", after: now[name] ?? "" })),
    system: lines("system"),
    user: lines("user"),
    examples: { added: without(after, before), removed: without(before, after) },
  };
}

/** The settings of a version in words, in the order of the editor. */
export function settingsOf({ spec, model }: Compared): Record<string, string> {
  const { scale, subject, labels: set, panel } = spec;
  if (panel)
    return {
      "Value from members": PANEL_RULE_LABELS[panel.rule],
      ...Object.fromEntries(
        panel.members.map(({ judge, number, model: asked, weight }) => [
          `${judge}, version ${number}`,
          [asked, ...(panel.rule === "weighted" ? [`weight ${weight.toFixed(2)}`] : [])].join(", "),
        ]),
      ),
    };
  const labels = Object.entries(scale?.labels ?? {})
    .filter(([, label]) => label.trim() !== "")
    .map(([point, label]) => `${point}: ${label.trim()}`);
  return {
    Model: model,
    "Form of the answer": OUTPUT_LABELS[spec.output],
    Format: spec.profile === "faithful" ? "Text" : "JSON",
    ...(scale && { Scale: [`${scale.min} to ${scale.max}`, ...labels].join("; ") }),
    ...(set && {
      "Compared with": set.text === undefined ? set.question : `${set.question}: ${set.text}`,
      Labels: set.options.map(({ name, hint }) => (hint === "" ? name : `${name}: ${hint}`)).join("; "),
    }),
    ...(subject === "pair" && { "Both orders": spec.swap ? "yes" : "no" }),
    Samples: String(spec.samples),
    "Value from samples": AGGREGATION_LABELS[spec.aggregation],
    Temperature:
      spec.temperature === null ? `${spec.samples > 1 ? 0.7 : 0} (default)` : String(spec.temperature),
    "Max tokens": String(spec.maxOutputTokens),
    Seed: spec.seed === null ? "none" : String(spec.seed),
  };
}
