import { CurationDesign, type CurationView, type OutputSource, STRUCTURES } from "@/lib/curation/schema";

/** The form's fields as they are typed. */
export interface CurationFields {
  from: "instances" | "outputs" | "constraints" | "negation" | "benchmark" | "problems";
  name: string;
  seed: string;
  isFiltered: boolean;
  methods: string[];
  models: string[];
  sample: string;
  mixed: boolean;
  subset: string;
  better: string;
  worse: string;
  /** Run of the vectors; empty: the worse output answers the same task. */
  neighbours: string;
  below: string;
  structures: string[];
  all: boolean;
  /** The benchmark, as a tag; empty: the tasks keep theirs. */
  tag: string;
  /** Pairs of the benchmark; empty: all. */
  pairs: string;
  base: string;
  count: string;
}

export const sourceValue = ({ model, method }: OutputSource) => JSON.stringify([model, method]);

export function defaultsOf(name: string, view: CurationView): CurationFields {
  const [first, second] = view.sources.map(({ source }) => sourceValue(source));
  return {
    from: view.subsets.length > 0 || view.sources.length < 2 ? "instances" : "outputs",
    name: `${name}: candidates`.slice(0, 200),
    seed: "42",
    isFiltered: view.evaluators.length > 0,
    methods: view.panel.methods,
    models: view.panel.models,
    sample: "",
    mixed: false,
    subset: "",
    better: first ?? "",
    worse: second ?? "",
    neighbours: "",
    below: "0.9",
    structures: [...STRUCTURES],
    all: false,
    tag: "",
    pairs: "200",
    base: "9",
    count: "50",
  };
}

/** The design to send; null as long as a field is missing or wrong. */
export function designOf(fields: CurationFields, view: CurationView): CurationDesign | null {
  const { from, name } = fields;
  const common = { from, name, seed: numberIn(fields.seed) };
  const parsed = CurationDesign.safeParse({ ...common, ...OWN[from](fields, view) });
  return parsed.success ? parsed.data : null;
}

const numberIn = (text: string) => (text.trim() === "" ? Number.NaN : Number(text));

const OWN: Record<CurationFields["from"], (fields: CurationFields, view: CurationView) => object> = {
  instances: ({ isFiltered, methods, models, sample, mixed }) => ({
    // Without a method no panel is left, where the API takes an empty list for all of them.
    panel: isFiltered ? (methods.length > 0 && models.length > 0 ? { methods, models } : "missing") : null,
    sample: sample.trim() === "" ? null : numberIn(sample),
    mixed,
  }),
  outputs: ({ subset, better, worse, neighbours, below }, view) => {
    const source = (value: string) => view.sources.find((one) => sourceValue(one.source) === value)?.source;
    const isSame = better === worse && neighbours === "";
    return {
      subset,
      better: source(better),
      worse: isSame ? undefined : source(worse),
      neighbours: neighbours === "" ? null : { run: neighbours, below: numberIn(below) },
    };
  },
  constraints: ({ structures, all }) => ({ structures, all }),
  negation: () => ({}),
  benchmark: ({ tag, pairs }) => ({
    tag: tag.trim() === "" ? null : tag,
    sample: pairs.trim() === "" ? null : numberIn(pairs),
  }),
  problems: ({ base, count }) => ({ base: numberIn(base), count: numberIn(count) }),
};
