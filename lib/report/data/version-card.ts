import "server-only";
import type { Member } from "@/lib/auth/actor";
import type { Refusal } from "@/lib/http/refusals";
import { compareVersion, type VersionComparison } from "@/lib/judge/data/version-comparison";
import { hasMixedScales } from "@/lib/judge/rules/figures";
import { versionStudies } from "@/lib/report/data/version-study";
import { againstGoldOf } from "@/lib/report/rules/against-gold";
import { judgeCardsOf } from "@/lib/report/rules/inference/judge-cards";
import { machineReadings } from "@/lib/report/rules/machine-readings";
import { DEFAULT_OPTIONS, RULES_VERSION } from "@/lib/report/rules/report";
import { unitsOf } from "@/lib/report/rules/units";
import type { CardNumber, JudgeCard } from "@/lib/report/schema/judge-cards";
import type { StudyData } from "@/lib/report/schema/study";
import type { VersionCard, VersionDetails } from "@/lib/report/schema/version-card";

/**
 * The card of a version on a dataset: agreement with people on the development part, recorded looks at held-out labels,
 * and the labels it was tuned on. Reads no held-out label. Null when the researcher may not read version or dataset.
 */
export async function findVersionCard(
  researcher: Member<"researcher">,
  versionId: string,
  datasetId: string,
): Promise<VersionCard | Refusal<"no-label-split"> | null> {
  const found = await compareVersion(researcher, versionId, datasetId);
  if (!found || "refused" in found) return found;
  const { judge, version, dataset, split, tunedOn, figures, change, humanKappa, looks } = found;
  const { confusion, criteria } = found;
  const { runs: _, author: __, isPanel: ___, endpoint, ...stored } = version;
  const { examples, development, "held-out": heldOut } = split.parts;
  return {
    ...{ format: "countersign-judge-card", formatVersion: 1, rules: RULES_VERSION, madeAt: new Date() },
    judge: { id: judge.id, name: judge.name },
    version: { ...stored, endpoint: endpoint.name },
    ...{ dataset, tunedOn },
    split: {
      seed: split.seed,
      labelled: {
        examples: examples.labelled,
        development: development.labelled,
        "held-out": heldOut.labelled,
      },
    },
    development: { figures, change, humanKappa, confusion, criteria, details: await detailsOf(found) },
    heldOut: looks.map(({ by: _by, ...look }) => look),
  };
}

async function detailsOf(found: VersionComparison): Promise<VersionDetails | null> {
  const studies = await versionStudies(found);
  const [values, samples] = [cardOf(studies.values), cardOf(studies.samples)];
  if (!values) return null;
  const { coverage, abstention, tpr, tnr, tags, fewestPerTag, family } = values;
  const { work, version, units } = found;
  const isMixed = hasMixedScales(units.map(({ unit: { range }, value }) => ({ judge: value, range })));
  const without = version.spec.subject === "label" ? "non-numeric-values" : isMixed ? "mixed-scales" : null;
  return {
    ...{ coverage, abstention, tpr, tnr, tags, fewestPerTag, family },
    ...(without ? numbersWithout(without) : numbersOf(values)),
    flips: samples?.flips ?? NOTHING,
    firstSide: samples?.firstSide ?? NOTHING,
    stability: samples?.stability ?? NOTHING,
    calibration: samples?.samples ?? { bins: [], ece: null, brier: null, n: 0, reason: "none-qualify" },
    dollarsPerValue: perValue(work.dollars, work.values),
    secondsPerValue: perValue(work.seconds, work.values),
  };
}

const NOTHING: CardNumber = { value: null, ci: null, n: 0, reason: "none-qualify" };

const numbersOf = ({ rmse, lengthSlope, correlation, lengthAdjusted, ownFamily }: JudgeCard) => ({
  ...{ rmse, lengthSlope, correlation, lengthAdjusted, ownFamily },
});

/** Labels have no distance, and numbers of several scales none in common. */
function numbersWithout(reason: "non-numeric-values" | "mixed-scales"): ReturnType<typeof numbersOf> {
  const none: CardNumber = { value: null, ci: null, n: 0, reason };
  return { rmse: none, lengthSlope: none, correlation: none, lengthAdjusted: none, ownFamily: none };
}

function cardOf(study: StudyData): JudgeCard | undefined {
  const units = unitsOf(study);
  const machines = machineReadings(study, units);
  const againstGold = againstGoldOf(study, units, DEFAULT_OPTIONS);
  return judgeCardsOf(study, units, machines, { againstGold, againstMajority: [] }, DEFAULT_OPTIONS)[0];
}

function perValue(amount: number | null, values: number): CardNumber {
  return amount === null || values === 0
    ? { value: null, ci: null, n: values, reason: "not-measured" }
    : { value: amount / values, ci: null, n: values, reason: null };
}
