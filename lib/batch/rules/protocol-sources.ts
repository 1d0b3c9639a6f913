import { rankedSources } from "@/lib/dataset/rules/rank-sources";
import { type SourceNames, sourceInWords } from "@/lib/dataset/rules/source-names";
import {
  type DraftedKind,
  type DraftSource,
  keyOfSource,
  type RubricSource,
  type Sources,
} from "@/lib/dataset/schema/sources";
import type { Protocol, RubricKind, Step } from "@/lib/protocol/schema";

/** The kind of rubric a step uses; null for none. */
export function rubricOf(step: Step): RubricKind | null {
  return "kind" in step && step.kind ? step.kind : null;
}

/** True if a step shows the items of a rubric, instead of having them written. */
function showsItems(step: Step): boolean {
  return rubricOf(step) !== null && !(step.type === "rubric" && step.exposure === "none");
}

/** The kind of drafts that a step shows besides the items of a rubric; null for none. */
export function draftedIn(step: Step): DraftedKind | null {
  if (!("exposure" in step) || step.exposure === "none") return null;
  switch (step.type) {
    case "judge":
      return step.kind;
    case "score":
      return "overall";
    case "prefer":
      return "preference";
    case "label":
      return step.about === "items" ? "labels" : null;
    default:
      return null;
  }
}

export const sourceOfRubric = (step: Step): RubricSource | undefined =>
  "rubric" in step ? step.rubric : undefined;
export const sourceOfDrafts = (step: Step): DraftSource | undefined =>
  "drafts" in step ? step.drafts : undefined;

/**
 * True for steps that match two lists of items. Which list comes first follows from the study, unless the
 * admin chooses.
 */
const isMatching = (step: Step) => step.type === "label" && step.about === "matches";

/**
 * The protocols of a batch's arms with a source for everything they show. Where the admin chose none: the
 * newest finished run (`preferred` first), then what people made of its rubrics in review, then what was
 * imported. Drafts and the rubric they are about have the same source. Without any rubric, if all arms write
 * it from scratch, it is a list of people's own. If a study has nothing to show, a step has no source; nor
 * has its rubric if the rubrics are `pinned`, chosen individually.
 */
export function withSources(
  protocols: readonly Protocol[],
  sources: Sources,
  { preferred, pinned = false }: { preferred?: string | undefined; pinned?: boolean } = {},
): Protocol[] {
  const all = protocols.flatMap(({ steps }) => steps);
  const drafts = (of: DraftedKind, about?: RubricSource) => {
    const options = rankedSources(sources.drafts, of, preferred);
    const fitting = about && options.filter(({ judges }) => judges.includes(keyOfSource(about)));
    return (fitting?.[0] ?? options[0])?.source;
  };
  const rubricFor = (kind: RubricKind): RubricSource | undefined => {
    const same = all.filter((step) => rubricOf(step) === kind && !isMatching(step));
    const chosen = same.map(sourceOfRubric).find((source) => source !== undefined);
    if (chosen) return chosen;
    const options = rankedSources(sources.rubrics, kind, preferred);
    if (options.length === 0 && !same.some(showsItems)) return { from: "people" };
    const judged = same.find((step) => draftedIn(step) === kind);
    const by = judged && (sourceOfDrafts(judged) ?? drafts(kind));
    const found = by && sources.drafts.find((one) => one.of === kind && isSame(one.source, by));
    const fitting = found && options.find(({ source }) => found.judges.includes(keyOfSource(source)));
    return (fitting ?? options[0])?.source;
  };
  /** The source of a step's drafts: an overall score uses the drafter of the items, if they drafted both. */
  const draftsFor = (step: Step, rubric: RubricSource | undefined, before: readonly Step[]) => {
    const of = draftedIn(step);
    if (of === null) return undefined;
    const beside = of === "overall" ? before.find(({ type }) => type === "judge") : undefined;
    const by = beside && sourceOfDrafts(beside);
    const same = by && sources.drafts.find((one) => one.of === of && isSame(one.source, by));
    return same?.source ?? drafts(of, rubric);
  };
  return protocols.map(({ steps }) => {
    const chosen: Step[] = [];
    for (const step of steps) {
      const kind = rubricOf(step);
      const isOpen = kind !== null && !pinned && !isMatching(step);
      const rubric = sourceOfRubric(step) ?? (isOpen ? rubricFor(kind) : undefined);
      const by = sourceOfDrafts(step) ?? draftsFor(step, rubric, chosen);
      const who = withDrafter(step);
      chosen.push({ ...who, ...(rubric && { rubric }), ...(by && { drafts: by }) } as Step);
    }
    return { steps: chosen };
  });
}

/**
 * A step that shows drafts, completed with the setting that hides or names the drafter: hidden unless the
 * admin chose to show it.
 */
export function withDrafter(step: Step): Step {
  if (!("exposure" in step) || step.exposure === "none") return step;
  return { ...step, drafter: step.drafter ?? "hidden" };
}

/** A step with its open choices filled in as they would be now. */
export function resolvedStep(step: Step, protocols: readonly Protocol[], sources: Sources): Step {
  const alone = withSources([{ steps: [step] }, ...protocols], sources);
  return alone[0]?.steps[0] ?? step;
}

const isSame = (one: RubricSource | DraftSource, other: RubricSource | DraftSource) =>
  keyOfSource(one) === keyOfSource(other);

// ---------------------------------------------------------------- what subjects must have

/** The sources that a batch's protocols show, once for each use. */
export interface ChosenSources {
  rubrics: { of: RubricKind; source: RubricSource }[];
  drafts: { of: DraftedKind; source: DraftSource; rubric: RubricSource | null }[];
}

const once = <T extends object>(found: T[]): T[] => [
  ...new Map(found.map((one) => [JSON.stringify(one), one])).values(),
];

/** The sources of all rubrics that some of these steps use. */
export function rubricsIn(steps: readonly Step[]): ChosenSources["rubrics"] {
  return once(
    steps.flatMap((step) => {
      const of = rubricOf(step);
      if (of === null) return [];
      const both = [sourceOfRubric(step), step.type === "label" ? step.against : undefined];
      return both.flatMap((source) => (source ? [{ of, source }] : []));
    }),
  );
}

/** The sources that subjects must have something from. */
export function chosenIn(protocols: readonly Protocol[]): ChosenSources {
  const steps = protocols.flatMap((protocol) => protocol.steps);
  return {
    rubrics: rubricsIn(steps.filter(showsItems)),
    drafts: once(
      steps.flatMap((step) => {
        const of = draftedIn(step);
        const source = sourceOfDrafts(step);
        return of && source ? [{ of, source, rubric: sourceOfRubric(step) ?? null }] : [];
      }),
    ),
  };
}

/** True if a source is named for everything that protocols show: what comes later can then fit without a further choice. */
export function isEverySourceKnown(protocols: readonly Protocol[]): boolean {
  return protocols
    .flatMap(({ steps }) => steps)
    .every(
      (step) =>
        (!showsItems(step) || sourceOfRubric(step) !== undefined) &&
        (draftedIn(step) === null || sourceOfDrafts(step) !== undefined),
    );
}

/** The steps with the sources of earlier ones, as far as they show the same. */
export function keepingSources(steps: readonly Step[], before: readonly Step[]): Step[] {
  return steps.map((step) => {
    const like = before.find((other) => other.type === step.type && rubricOf(other) === rubricOf(step));
    const rubric = like && sourceOfRubric(like);
    const drafts = like && sourceOfDrafts(like);
    const drafter = like && "drafter" in like ? like.drafter : undefined;
    return {
      ...step,
      ...(drafter && { drafter }),
      ...(rubric && { rubric }),
      ...(drafts && { drafts }),
    } as Step;
  });
}

/** The steps without sources and drafters: the protocol itself, whatever data it is used on. */
export function withoutSources(steps: readonly Step[]): Step[] {
  return steps.map((step) => {
    const bare: Record<string, unknown> = { ...step };
    for (const field of ["rubric", "against", "drafts", "drafter"]) delete bare[field];
    return bare as Step;
  });
}

// ---------------------------------------------------------------- in words

const RUBRIC_WORDS: Record<RubricKind, string> = { checklist: "Checklist", criteria: "Criteria" };
const DRAFT_WORDS: Record<DraftedKind, string> = {
  checklist: "Drafted answers",
  criteria: "Drafted scores",
  overall: "Drafted overall score",
  preference: "Drafted preference",
  labels: "Drafted labels",
};

/** The sources of a protocol's steps in words, one line each. */
export function sourcesInWords({ steps }: Protocol, names: SourceNames): string[] {
  const lines = steps.flatMap((step) => {
    const kind = rubricOf(step);
    const of = draftedIn(step);
    const rubric = sourceOfRubric(step);
    const drafts = sourceOfDrafts(step);
    const against = step.type === "label" ? step.against : undefined;
    return [
      ...(kind && rubric ? [`${RUBRIC_WORDS[kind]} from ${sourceInWords(rubric, names)}.`] : []),
      ...(kind && against ? [`Matched with those from ${sourceInWords(against, names)}.`] : []),
      ...(of && drafts ? [`${DRAFT_WORDS[of]} from ${sourceInWords(drafts, names)}.`] : []),
    ];
  });
  return [...new Set(lines)];
}

/** The ids of the runs, or of the batches, that protocols name as sources. */
export function idsIn(protocols: readonly Protocol[], field: "run" | "batch"): string[] {
  const sources = protocols.flatMap(({ steps }) =>
    steps.flatMap((step) => [
      sourceOfRubric(step),
      sourceOfDrafts(step),
      step.type === "label" ? step.against : undefined,
    ]),
  );
  const ids = sources.flatMap((source) => {
    if (source?.from === "run") return field === "run" ? [source.run] : [];
    return source?.from === "reviewed" && field === "batch" ? [source.batch] : [];
  });
  return [...new Set(ids)];
}
