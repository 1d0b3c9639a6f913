import { shuffled } from "@/lib/agreement/group-by-cluster";
import { randomFrom } from "@/lib/agreement/random";
import { applyAdversarialFilter } from "@/lib/curation/rules/adversarial-filter";
import { preparedBenchmark } from "@/lib/curation/rules/benchmark";
import { constraintInstances } from "@/lib/curation/rules/constraint-pairs";
import { curatedInstances, curatedStudy } from "@/lib/curation/rules/curated";
import { instancesOf, pairsIn } from "@/lib/curation/rules/instances";
import { withNegations } from "@/lib/curation/rules/negation";
import type { Neighbour } from "@/lib/curation/rules/neighbours";
import { pairOutputs } from "@/lib/curation/rules/outputs";
import { candidateStudy, instancesStudy } from "@/lib/curation/rules/parts";
import type { CurationDesign, Instance } from "@/lib/curation/schema";
import type { StudyRecord } from "@/lib/dataset/schema";
import { additions } from "@/lib/drafting/rules/addition-problems";

/** A study for a dataset of its own, or null if nothing is left for it. */
export function studyOf(
  records: readonly StudyRecord[],
  design: CurationDesign,
  nearest: ReadonlyMap<string, Neighbour> | null,
): StudyRecord[] | null {
  const { name, seed, ...how } = design;
  const metadata = { curation: { seed, ...how } };
  switch (design.from) {
    case "instances": {
      const candidates = chosenInstances(records, design);
      return candidates.length === 0 ? null : candidateStudy(name, candidates, metadata);
    }
    case "outputs": {
      const { instances } = pairOutputs(records, { ...design, nearest });
      return studyOfInstances(name, instances, metadata);
    }
    case "constraints":
      return studyOfInstances(name, constraintInstances(pairsIn(records), design).instances, metadata);
    case "negation":
      return studyOfInstances(name, withNegations(instancesOf(records).instances), metadata);
    case "problems":
      return problemsStudy(name, design, metadata);
    case "benchmark": {
      const { instances, usable, leftOut } = preparedBenchmark(records, design);
      const counted = { curation: { ...metadata.curation, usable, leftOut } };
      return instances.length === 0 ? null : instancesStudy(name, instances, counted);
    }
    case "result": {
      const curated = curatedInstances(records);
      return curated.some(({ final }) => final !== null) ? curatedStudy(name, curated) : null;
    }
  }
}

function studyOfInstances(
  name: string,
  instances: readonly Instance[],
  metadata: Record<string, unknown>,
): StudyRecord[] | null {
  const candidates = instances.map((instance) => ({ instance }));
  return candidates.length === 0 ? null : candidateStudy(name, candidates, metadata);
}

function chosenInstances(
  records: readonly StudyRecord[],
  { panel, sample, mixed, seed }: Extract<CurationDesign, { from: "instances" }>,
) {
  const { instances } = instancesOf(records);
  const passed = panel
    ? applyAdversarialFilter(instances, records, panel)
        .verdicts.filter(({ isKept }) => isKept)
        .map(({ instance, labels, rightLabels }) => ({
          instance,
          note: { right: rightLabels, asked: labels },
        }))
    : instances.map((instance) => ({ instance }));
  const random = randomFrom(seed);
  const drawn = sample === null ? passed : shuffled(passed, random).slice(0, sample);
  return mixed
    ? drawn.map(({ instance, ...rest }) => ({ instance: turned(instance, random() < 0.5), ...rest }))
    : drawn;
}

/** The instance with its outputs in the other order. */
function turned(instance: Instance, isTurned: boolean): Instance {
  if (!isTurned) return instance;
  const [first, second] = instance.outputs;
  return { ...instance, outputs: [second, first], label: instance.label === 1 ? 2 : 1 };
}

function problemsStudy(
  name: string,
  { base, count, seed }: Extract<CurationDesign, { from: "problems" }>,
  metadata: Record<string, unknown>,
): StudyRecord[] {
  return [
    { type: "study", version: 1, name, metadata: metadata as never },
    ...additions(base, count, seed).map(({ question, sum }, at) => ({
      type: "task" as const,
      id: `base-${base}/${at + 1}`,
      instruction: question,
      reference: sum,
      tags: [`base-${base}`],
    })),
  ];
}
