import { type ParseArgsConfig, parseArgs } from "node:util";
import type { IntervalRequest } from "@/lib/agreement/bootstrap";
import type { Estimate } from "@/lib/agreement/estimate";
import { alphaWithKalphaInterval } from "@/lib/agreement/kalpha-interval";
import { agreementWithRest, dropOneRater, pairwiseMatrix } from "@/lib/agreement/raters";
import type { Ratings } from "@/lib/agreement/ratings";
import { evaluateBatch } from "./agreement/batch";
import { shortNames } from "./agreement/metric-names";
import { answersOf, type MetricInput, measureOf, metrics, ofTwoRaters } from "./agreement/metrics";
import { dropOneTable, matrixTable, statisticsTable } from "./agreement/print";
import { readRatings, readText } from "./agreement/read";
import { AgreementBatch, AgreementRequest } from "./agreement/request";
import { BadInput } from "./bad-input";
import { type Output, terminal } from "./terminal";

const help = `Usage: countersign agreement FILE [--metric NAME]… [--level LEVEL] [options]
       countersign agreement --batch FILE.json

Reads long rows (columns unit, rater, value; empty = missing) as .csv, .jsonl or .json, or with --matrix a
table with one row per rater and one column per unit. "-" reads CSV from standard input.

  --metric NAME        alpha (default), percent, cohen, cohen-linear, cohen-quadratic, scott, light, fleiss,
                       fleiss-complete, ac1, ac2, ac2-linear, pearson, spearman, kendall, mae, rmse,
                       mean-difference, accuracy, precision, recall, f1, pld-0, pld-1, pld-2, wpld,
                       percent-pairs, percent-all, drfr, pass-rate; may be given several times
  --level LEVEL        for alpha: nominal (default), ordinal, interval or ratio
  --bootstrap N        a percentile interval from N resamples of the units
  --kalpha N           for alpha: Krippendorff's own interval instead, as the KALPHA macro makes it
  --seed N             default 42
  --confidence P       default 0.95
  --cluster COLUMN     resample whole clusters of units, for example all items of a task
  --resample WHICH     pairable-units (default) or all-units
  --raters A,B         which two raters to compare (gold first); default: the first two of the file
  --average WAY        for precision, recall, f1: macro (default), micro, weighted or binary
  --positive VALUE     the positive class for binary; default: the last one
  --order A,B,…        the values from lowest to highest, where they are not numbers
  --categories A,B,…   the declared scale, also values that no rater gave; kappa weights, AC1 and AC2 depend on it
  --pairwise           the metric for every two raters
  --drop-one           the metric without each rater in turn, and each rater's agreement with the rest
  --matrix             the file is a rater × unit table
  --unit, --rater, --value COLUMN   names of the columns
  --json               output for programs
  --batch FILE.json    many data sets and metrics at once: {"datasets": …, "vectors": [{"name", "dataset",
                       "metric", "level", "params"}]} gives {"results": [{"name", "value", "ci", "reason"}]}
`;

const options = {
  metric: { type: "string", multiple: true, default: ["alpha"] },
  level: { type: "string", default: "nominal" },
  bootstrap: { type: "string" },
  kalpha: { type: "string" },
  seed: { type: "string", default: "42" },
  confidence: { type: "string", default: "0.95" },
  cluster: { type: "string" },
  resample: { type: "string", default: "pairable-units" },
  raters: { type: "string" },
  average: { type: "string", default: "macro" },
  positive: { type: "string" },
  order: { type: "string" },
  categories: { type: "string" },
  pairwise: { type: "boolean", default: false },
  "drop-one": { type: "boolean", default: false },
  matrix: { type: "boolean", default: false },
  unit: { type: "string", default: "unit" },
  rater: { type: "string", default: "rater" },
  value: { type: "string", default: "value" },
  json: { type: "boolean", default: false },
  batch: { type: "string" },
  help: { type: "boolean", short: "h", default: false },
} as const satisfies ParseArgsConfig["options"];

type Options = ReturnType<typeof parseArgs<{ options: typeof options }>>["values"];

/**
 * `countersign agreement`: the statistics of a file of ratings. Returns 0, or 2 with one line on bad input.
 */
export async function agreement(args: string[], output: Output = terminal): Promise<number> {
  try {
    output.stdout(await answer(args, output));
    return 0;
  } catch (error) {
    if (!(error instanceof BadInput)) throw error;
    output.stderr(`countersign agreement: ${error.message}\n`);
    return 2;
  }
}

async function answer(args: string[], output: Output): Promise<string> {
  const { given, files } = readOptions(args);
  if (given.help) return help;
  if (given.batch !== undefined) return answerBatch(given.batch, output);
  const [file] = files;
  if (file === undefined || files.length > 1) {
    throw new BadInput("name one file of ratings, or a --batch file; --help says more");
  }
  const names = given.metric.flatMap((list) => list.split(","));
  const requests = names.map((name) => requestNamed(name, given));
  const { unit, rater, value, cluster, matrix } = given;
  const { ratings, clusters } = await readRatings(
    file,
    { unit, rater, value, cluster, matrix },
    { categories: listed(given.categories), valueOrder: listed(given.order) },
  );
  const requested = requests.map((request) => ofRaters(request, given.raters, ratings));
  if (given.pairwise) return answerPairwise(ratings, requested, given.json);
  if (given["drop-one"]) return answerDropOne(ratings, requested, given.json);
  return answerStatistics(ratings, requested, requestedInterval(given, clusters), given.json);
}

/** One requested metric, ready to be computed. */
interface RequestedStatistic {
  name: string;
  metric: string;
  level: AgreementRequest["level"];
  params: AgreementRequest["params"];
  /** The two raters compared, for metrics of two raters. */
  between: [string, string] | null;
}

/** A bootstrap interval, or Krippendorff's own. */
type RequestedInterval = { kind: "bootstrap" | "kalpha"; request: IntervalRequest } | null;

function answerStatistics(
  ratings: Ratings,
  requested: RequestedStatistic[],
  intervalRequest: RequestedInterval,
  asJson: boolean,
): string {
  const results = requested.map((request) => ({ ...request, ...compute(ratings, request, intervalRequest) }));
  if (!asJson) return statisticsTable(results);
  const records = results.map(
    ({ name, level, value, interval, reason, units, raters, pairable, between }) => ({
      metric: name,
      level: level ?? null,
      value,
      ci: interval ? [interval.low, interval.high] : null,
      reason,
      units,
      raters,
      pairable,
      ...(between ? { between } : {}),
      ...(interval ? { interval } : {}),
    }),
  );
  return json(records.length === 1 ? records[0] : records);
}

function compute(
  ratings: Ratings,
  { metric, level, params }: RequestedStatistic,
  intervalRequest: RequestedInterval,
): Estimate {
  if (intervalRequest?.kind === "kalpha") {
    if (metric !== "krippendorff_alpha") throw new BadInput("--kalpha is an interval for alpha only");
    return alphaWithKalphaInterval(ratings, level ?? "nominal", intervalRequest.request);
  }
  const evidence: MetricInput = { ratings, items: [], weights: [] };
  if (metric === "drfr" || metric === "pass_rate_macro") {
    const answers = answersOf(ratings);
    if (!answers) throw new BadInput(`${metric} needs yes or no (or true/false, 1/0) for every value`);
    evidence.items = answers;
  }
  const statistic = metrics[metric] as (typeof metrics)[string];
  return statistic(evidence, { level, params }, intervalRequest?.request);
}

function answerPairwise(ratings: Ratings, requested: RequestedStatistic[], asJson: boolean): string {
  const raters = raterNames(ratings);
  const matrices = requested.map(({ name, ...request }) => ({
    metric: name,
    level: request.level ?? null,
    raters,
    matrix: pairwiseMatrix(ratings, (two) =>
      compute(two, { name, ...request, params: { ...request.params, raters: [0, 1] } }, null),
    ),
  }));
  if (!asJson) return matrices.map(matrixTable).join("\n");
  return json(matrices.length === 1 ? matrices[0] : matrices);
}

function answerDropOne(ratings: Ratings, requested: RequestedStatistic[], asJson: boolean): string {
  const raters = raterNames(ratings);
  const withRest = agreementWithRest(ratings);
  const tables = requested.map(({ name, ...request }) => {
    const measure = measureOf(request.metric, request);
    if (!measure)
      throw new BadInput(`--drop-one has no meaning for ${name}, which compares two given raters`);
    const without = dropOneRater(ratings, measure);
    return {
      metric: name,
      level: request.level ?? null,
      all: compute(ratings, { name, ...request }, null),
      raters: raters.map((rater, r) => ({ rater, without: without[r], agreementWithRest: withRest[r] })),
    };
  });
  if (!asJson) return tables.map(dropOneTable).join("\n");
  return json(tables.length === 1 ? tables[0] : tables);
}

async function answerBatch(file: string, output: Output): Promise<string> {
  let data: unknown;
  try {
    data = JSON.parse(await readText(file));
  } catch (error) {
    if (error instanceof BadInput) throw error;
    throw new BadInput(`${file} is not JSON`);
  }
  const batch = AgreementBatch.safeParse(data);
  if (!batch.success) {
    const [issue] = batch.error.issues;
    throw new BadInput(`${file}: ${issue?.path.join(".")}: ${issue?.message}`);
  }
  const results = evaluateBatch(batch.data);
  const unknown = results.filter(({ reason }) => reason === "unknown-metric" || reason === "unknown-dataset");
  if (unknown.length > 0) {
    const named = unknown.map(({ name, reason }) => `${name} (${reason})`).join(", ");
    output.stderr(
      `countersign agreement: ${unknown.length} of ${results.length} requests cannot be computed: ${named}\n`,
    );
  }
  return json({ results });
}

function readOptions(args: string[]): { given: Options; files: string[] } {
  try {
    const { values, positionals } = parseArgs({ args, options, allowPositionals: true });
    return { given: values, files: positionals };
  } catch (error) {
    throw new BadInput((error as Error).message.split(". ", 1)[0]);
  }
}

function requestNamed(name: string, given: Options): Omit<RequestedStatistic, "between"> {
  const known = Object.hasOwn(shortNames, name) ? shortNames[name] : undefined;
  if (!known)
    throw new BadInput(`there is no metric "${name}"; one of ${Object.keys(shortNames).join(", ")}`);
  const level = AgreementRequest.shape.level.safeParse(given.level);
  if (!level.success)
    throw new BadInput(`there is no level "${given.level}"; nominal, ordinal, interval or ratio`);
  const average = AgreementRequest.shape.params.unwrap().shape.average.safeParse(given.average);
  if (!average.success) throw new BadInput(`--average is macro, micro, weighted or binary`);
  const ofClasses = ["precision", "recall", "f1"].includes(name);
  return {
    name,
    metric: known.metric,
    level: known.metric === "krippendorff_alpha" ? level.data : undefined,
    params: ofClasses ? { average: average.data, positive: given.positive } : known.params,
  };
}

/** Determines the two raters of a metric of two, and the type of the positive class. */
function ofRaters(
  request: Omit<RequestedStatistic, "between">,
  chosen: string | undefined,
  ratings: Ratings,
): RequestedStatistic {
  const { positive } = request.params;
  const params = { ...request.params };
  if (positive !== undefined) {
    params.positive = ratings.values.find((value) => String(value) === String(positive));
    if (params.positive === undefined) throw new BadInput(`no rater gave the value "${positive}"`);
  }
  if (!ofTwoRaters.has(request.metric)) return { ...request, params, between: null };
  const names = raterNames(ratings);
  if (chosen === undefined) return { ...request, params, between: [names[0] ?? "", names[1] ?? ""] };
  const pair = chosen.split(",").map((name) => {
    const index = names.indexOf(name.trim());
    if (index === -1) throw new BadInput(`there is no rater "${name.trim()}"`);
    return index;
  });
  const [first, second] = pair;
  if (first === undefined || second === undefined || pair.length > 2) {
    throw new BadInput("--raters takes two names, separated by a comma");
  }
  return {
    ...request,
    params: { ...params, raters: [first, second] },
    between: [names[first] as string, names[second] as string],
  };
}

function requestedInterval(given: Options, clusters: IntervalRequest["clusters"]): RequestedInterval {
  const replicates = given.kalpha ?? given.bootstrap;
  if (replicates === undefined) return null;
  const { resample } = given;
  if (resample !== "pairable-units" && resample !== "all-units") {
    throw new BadInput("--resample is pairable-units or all-units");
  }
  const confidence = Number(given.confidence);
  if (!(confidence > 0 && confidence < 1)) throw new BadInput("--confidence is a number between 0 and 1");
  return {
    kind: given.kalpha === undefined ? "bootstrap" : "kalpha",
    request: {
      replicates: wholeNumber("--bootstrap and --kalpha take", replicates, 1),
      seed: wholeNumber("--seed takes", given.seed, Number.NEGATIVE_INFINITY),
      confidence,
      resample,
      clusters,
    },
  };
}

function wholeNumber(what: string, text: string, least: number): number {
  const number = Number(text);
  if (!Number.isSafeInteger(number) || number < least) {
    throw new BadInput(`${what} a whole number${least === 1 ? " of at least 1" : ""}, not "${text}"`);
  }
  return number;
}

function listed(list: string | undefined): string[] | undefined {
  return list?.split(",").map((item) => item.trim());
}

function raterNames({ raters, raterIds }: Ratings): string[] {
  return Array.from({ length: raters }, (_, r) => raterIds?.[r] ?? String(r));
}

function json(answer: unknown): string {
  return `${JSON.stringify(answer, null, 2)}\n`;
}
