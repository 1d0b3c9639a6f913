import type { VersionFigures } from "@/lib/judge/schema/workshop";

/** Fewer tasks tell little apart. */
const FEW_TASKS = 20;
/** A wider interval of the accuracy hides changes that matter. */
const WIDE = 0.25;
/** Fewer versions than this are no search. */
const MANY_VERSIONS = 3;

/**
 * Warnings about conclusions that the comparison on the development part does not allow. `versions`: newest first.
 */
export function warningsOf(versions: readonly VersionFigures[]): string[] {
  const [newest] = versions;
  if (!newest || newest.figures.units === 0) return [];
  const { tasks, accuracy } = newest.figures;
  const width = accuracy.low === null || accuracy.high === null ? null : accuracy.high - accuracy.low;
  return [
    ...(tasks < FEW_TASKS
      ? [
          `Only ${tasks} labelled ${tasks === 1 ? "task is" : "tasks are"} compared: too few to tell versions apart. Label more tasks.`,
        ]
      : width !== null && width > WIDE
        ? [
            `The interval of the accuracy is ${Math.round(100 * width)} points wide: smaller changes cannot be told from chance.`,
          ]
        : []),
    ...tooOften(versions),
  ];
}

/**
 * The best of several versions looks better than it is. By chance alone the best of m equally good ones is about
 * sqrt(2 ln m) standard errors above the others (the limit of the expected maximum of m normal values); a gain no
 * larger than that is no evidence.
 */
function tooOften(versions: readonly VersionFigures[]): string[] {
  const [newest, first] = [versions[0]?.figures.accuracy, versions.at(-1)?.figures.accuracy];
  if (versions.length < MANY_VERSIONS || !newest || newest.low === null || newest.high === null) return [];
  const error = (newest.high - newest.low) / (2 * 1.96);
  const optimism = error * Math.sqrt(2 * Math.log(versions.length));
  const gain = (newest.value ?? 0) - (first?.value ?? 0);
  if (gain > optimism) return [];
  return [
    `${versions.length} versions were compared on these labels. Of as many equally good ones the best would seem about ${(100 * optimism).toFixed(0)} points more accurate by chance, and the gain since the first is no larger. Label more tasks, or decide by the held-out labels.`,
  ];
}
