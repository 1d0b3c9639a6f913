import { ranked, type SourceNames, sourceInWords } from "@/lib/dataset/rules/sources";
import {
  type DraftedKind,
  type DraftSource,
  keyOfSource,
  type RubricSource,
  type Sources,
} from "@/lib/dataset/schema/sources";
import type { Protocol, RubricKind, Step } from "@/lib/protocol/schema";

/** The kind of rubric a step works on; null where it works on none. */
export function rubricOf(step: Step): RubricKind | null {
  return "kind" in step && step.kind ? step.kind : null;
}

/** Whether a step shows the items of a rubric, rather than leave them to be written. */
export function showsItems(step: Step): boolean {
  return rubricOf(step) !== null && !(step.type === "rubric" && step.exposure === "none");
}

/** What a step shows drafts of, beside a rubric's items; null where it shows none. */
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

/** Two lists are matched as they stand in the study unless somebody says which: nothing tells them apart. */
const isMatching = (step: Step) => step.type === "label" && step.about === "matches";

/**
 * The protocols of a batch's arms with a source for everything they show. What was not chosen is the newest finished run
 * of it (`preferred` before all others), what people made of its rubrics where they have reviewed them since, and else
 * what was imported. Drafts and the rubric they are about go together. Where there is no rubric and all arms write it from
 * nothing, it is a list of people's own. Where a study has nothing to show, a step stays without a source; so does its
 * rubric where they are `pinned`, chosen one by one.
 */
export function withSources(
  protocols: readonly Protocol[],
  sources: Sources,
  { preferred, pinned = false }: { preferred?: string | undefined; pinned?: boolean } = {},
): Protocol[] {
  const all = protocols.flatMap(({ steps }) => steps);
  const drafts = (of: DraftedKind, about?: RubricSource) => {
    const options = ranked(sources.drafts, of, preferred);
    const fitting = about && options.filter(({ judges }) => judges.includes(keyOfSource(about)));
    return (fitting?.[0] ?? options[0])?.source;
  };
  const rubricFor = (kind: RubricKind): RubricSource | undefined => {
    const same = all.filter((step) => rubricOf(step) === kind && !isMatching(step));
    const chosen = same.map(sourceOfRubric).find((source) => source !== undefined);
    if (chosen) return chosen;
    const options = ranked(sources.rubrics, kind, preferred);
    if (options.length === 0 && !same.some(showsItems)) return { from: "people" };
    const judged = same.find((step) => draftedIn(step) === kind);
    const by = judged && (sourceOfDrafts(judged) ?? drafts(kind));
    const found = by && sources.drafts.find((one) => one.of === kind && isSame(one.source, by));
    const fitting = found && options.find(({ source }) => found.judges.includes(keyOfSource(source)));
    return (fitting ?? options[0])?.source;
  };
  /** Who drafted the values of a step: of an overall score whoever drafted those of the items, if they did both. */
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

/** A step that shows drafts with whether it names who drafted them: only where somebody wants it to. */
export function withDrafter(step: Step): Step {
  if (!("exposure" in step) || step.exposure === "none") return step;
  return { ...step, drafter: step.drafter ?? "hidden" };
}

/** What a step of one of these protocols would show, with what it leaves open chosen as it would be now. */
export function resolvedStep(step: Step, protocols: readonly Protocol[], sources: Sources): Step {
  const alone = withSources([{ steps: [step] }, ...protocols], sources);
  return alone[0]?.steps[0] ?? step;
}

const isSame = (one: RubricSource | DraftSource, other: RubricSource | DraftSource) =>
  keyOfSource(one) === keyOfSource(other);

// ---------------------------------------------------------------- what subjects must have

/** Every source that the protocols of a batch show, once for each thing that it is needed for. */
export interface ChosenSources {
  rubrics: { of: RubricKind; source: RubricSource }[];
  drafts: { of: DraftedKind; source: DraftSource; rubric: RubricSource | null }[];
}

const once = <T extends object>(found: T[]): T[] => [
  ...new Map(found.map((one) => [JSON.stringify(one), one])).values(),
];

/** The sources of every rubric that some of these steps work on. */
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

/** The sources subjects must have something of. */
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

/** The steps with what others say of where their rubrics and drafts come from, as far as they show the same. */
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

/** The same steps with nothing said of where things come from, or who is named: what a protocol is, whatever it is used on. */
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

/** Where what the steps of a protocol show comes from, one line for each thing. */
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
