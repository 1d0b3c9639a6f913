import { subjectOf } from "@/lib/report/rules/machine-readings";
import type { Inclusion, StudyData } from "@/lib/report/schema/study";

/** The chances of a study's responses and pairs to be in its sample, by the subjects of units; those without a lot are left out. */
export function inclusionsOf({ responses, tasks }: StudyData): ReadonlyMap<string, Inclusion> {
  const drawn = responses.filter(
    ({ probability, stratum }) => probability !== undefined || stratum !== undefined,
  );
  return new Map<string, Inclusion>([
    ...drawn.map(({ id, ...inclusion }) => [id, inclusion] as const),
    ...tasks.flatMap(({ sampledPairs = [] }) =>
      sampledPairs.map(({ pair, ...inclusion }) => [subjectOf({ pair, response: null }), inclusion] as const),
    ),
  ]);
}
