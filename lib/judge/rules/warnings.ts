import type { VersionFigures } from "@/lib/judge/schema/workshop";

/** Fewer tasks tell little apart. */
const FEW_TASKS = 20;
/** A wider interval of the accuracy hides changes that matter. */
const WIDE = 0.25;
/** Fewer versions than this are no search. */
const MANY_VERSIONS = 3;
/** Versions that judged less than this share of the newest one's units, such as three tasks to try them, are not compared with it. */
const SAME_UNITS = 0.9;

/** The newest version's gain in accuracy over another, by its number, on the units that both judged. */
type GainOver = (number: number) => { units: number; gain: number };

/**
 * Warnings about conclusions that the comparison on the development part does not allow. `versions`: newest first.
 */
export function warningsOf(versions: readonly VersionFigures[], gainOver: GainOver): string[] {
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
            `The interval of the accuracy is ${Math.round(100 * width)} points wide: smaller changes cannot be distinguished from chance.`,
          ]
        : []),
    ...tooOften(versions, gainOver),
  ];
}

/**
 * The best of several versions looks better than it is. By chance alone the best of m equally good ones is about
 * sqrt(2 ln m) standard errors above the others (the limit of the expected maximum of m normal values); a gain no
 * larger than that is no evidence. Only versions that judged the same units are compared.
 */
function tooOften([newest, ...others]: readonly VersionFigures[], gainOver: GainOver): string[] {
  if (!newest) return [];
  const { units, accuracy } = newest.figures;
  const gains = others
    .map(({ number }) => gainOver(number))
    .filter((over) => over.units >= SAME_UNITS * units);
  const compared = gains.length + 1;
  if (compared < MANY_VERSIONS || accuracy.low === null || accuracy.high === null) return [];
  const error = (accuracy.high - accuracy.low) / (2 * 1.96);
  const optimism = error * Math.sqrt(2 * Math.log(compared));
  if ((gains.at(-1)?.gain ?? 0) > optimism) return [];
  return [
    `${compared} versions were compared on these labels. Of as many equally good ones the best would seem about ${(100 * optimism).toFixed(0)} points more accurate by chance, and the gain since the first is no larger. Label more tasks, or decide by the held-out labels.`,
  ];
}
