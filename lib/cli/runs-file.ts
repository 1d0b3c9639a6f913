import { readFileSync } from "node:fs";
import { z } from "zod";
import { RunHeader, RunList } from "@/lib/export/schema/run-header";
import { BadInput } from "./bad-input";
import { badInputError } from "./file-errors";
import { jsonOf } from "./json";

/** An earlier version's header, which names the sampling of the first call only. */
const EarlierHeader = z.looseObject({
  samplingRequested: z.unknown(),
  samplingSent: z.unknown(),
  samplingDropped: z.array(z.string()),
});

/** A header in a file, with its sampling as a list where an earlier version wrote it. */
export function withSamplings(header: unknown): unknown {
  const earlier = EarlierHeader.safeParse(header);
  if (!earlier.success) return header;
  const { samplingRequested, samplingSent, samplingDropped: dropped, ...same } = earlier.data;
  const first = { requested: samplingRequested, sent: samplingSent, dropped, calls: null };
  return { ...same, samplings: samplingSent === null ? [] : [first], samplingsLeftOut: 0 };
}

const ListInFile = RunList.extend({ runs: z.array(z.preprocess(withSamplings, RunHeader)) });

/** The runs in the file of an earlier version: a JSON list, whose last header has the number of older runs that it left out. */
const EarlierList = z
  .array(z.preprocess(withSamplings, RunHeader.extend({ olderRunsLeftOut: z.number().default(0) })))
  .transform(
    (headers): RunList => ({
      runs: headers.map(({ olderRunsLeftOut: _, ...run }) => run),
      olderRunsLeftOut: headers.at(-1)?.olderRunsLeftOut ?? 0,
    }),
  );

/** The headers of runs in a file, as recipes and bundles write them. */
export function readRuns(file: string): RunList {
  let text: string;
  try {
    text = readFileSync(file, "utf8");
  } catch (error) {
    throw badInputError(file, error);
  }
  const read = z.union([ListInFile, EarlierList]).safeParse(jsonOf(text));
  if (!read.success) throw new BadInput(`${file} is no list of runs, as runs.json of a recipe or a bundle`);
  return read.data;
}
