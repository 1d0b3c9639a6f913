"use client";

import type { DesignChoices } from "@/app/projects/[project]/batches/design-choices";
import { useDataset } from "@/app/projects/[project]/batches/wizard/use-dataset";
import type { Draft } from "@/app/projects/[project]/batches/wizard/use-draft";
import {
  type DesignProblem,
  type DesignSection,
  designSize,
  problemsOf,
  protocolsOf,
  subjectKindOfArms,
  subjectsOf,
} from "@/lib/batch/rules/design";
import { checksBeforeWork } from "@/lib/batch/rules/gold-quota";
import { judgeSpreadProblem } from "@/lib/batch/rules/judge-spread";
import { withSources } from "@/lib/batch/rules/protocol-sources";
import type { WarningKind } from "@/lib/batch/rules/warnings";
import { NewBatch } from "@/lib/batch/schema";

/** Warnings that also keep a batch from opening. */
const UNOPENABLE: readonly WarningKind[] = ["no-gold", "too-little-gold"];

interface DesignInput {
  project: string;
  choices: DesignChoices;
  draft: Draft;
  /** Id of the saved draft, if any. */
  id: string | null;
  /** Id of the run after which the batch opens. */
  awaited: string | null;
}

/** The design of a draft with the current material, and what keeps it from opening. */
export function useDesign({ project, choices, draft, id, awaited }: DesignInput) {
  const { answer, state } = useDataset(draft, id);
  const designed = protocolsOf(draft.arms);
  const sources = answer?.sources ?? null;
  // Open choices resolved as they would be now.
  const resolved =
    sources &&
    withSources(
      designed.map(({ protocol }) => protocol),
      sources,
    );
  const arms = designed.map((arm, n) => ({ ...arm, protocol: resolved?.[n] ?? arm.protocol }));
  const protocols = arms.map(({ protocol }) => protocol);
  const kind = subjectKindOfArms(protocols);
  const eligibility = answer && subjectsOf(answer.groups, protocols, draft.selection.sample);
  const design =
    eligibility &&
    designSize({
      subjects: eligibility.subjects,
      arms,
      annotators: draft.annotators.length,
      joinLater: draft.joinLater,
      reserve: draft.quality.reserve,
      intake: draft.intake,
      before: checksBeforeWork(draft.quality, draft.selection.sample),
      guarded: { quality: draft.quality, gold: answer.gold },
      twoVersions: answer.twoVersions,
    });
  const invalid = invalidIn(project, draft);
  const runs = choices.runs.filter(({ datasetId }) => datasetId === draft.dataset);
  const run = runs.find(({ id }) => id === awaited);
  const problems: DesignProblem[] = [
    ...problemsOf({ ...draft, annotators: draft.annotators.length }),
    ...[...invalid].map(([field, message]): DesignProblem => ({ part: partOf(field), message })),
    ...(design?.warnings ?? []).flatMap(({ about, reason, fix }): DesignProblem[] =>
      UNOPENABLE.includes(about) ? [{ part: "quality", message: `${reason} ${fix}` }] : [],
    ),
    // The run may draft just what subjects lack now.
    ...(run ? [] : [(answer?.judged && judgeSpreadProblem(answer.judged, kind)) ?? []].flat()),
    ...(run ? [] : (design?.blockers ?? [])).map((message): DesignProblem => ({ part: "subjects", message })),
  ];
  return {
    answer,
    arms,
    design,
    eligibility,
    invalid,
    kind,
    problems,
    protocols,
    run,
    runs,
    sources,
    hasFailed: state === "failed",
  };
}

export type WizardDesign = ReturnType<typeof useDesign>;

/** Validation errors by field path; a draft with any is not saved. */
function invalidIn(project: string, draft: Draft): ReadonlyMap<string, string> {
  const parsed = NewBatch.safeParse({ project, ...draft });
  return new Map(parsed.error?.issues.map(({ path, message }) => [path.join("."), message]));
}

function partOf(field: string): DesignSection {
  const [first = "", index] = field.split(".");
  switch (first) {
    case "arms":
      return index === "0" && field.includes("steps") ? "protocol" : "arms";
    case "annotators":
      return "annotators";
    case "guidelines":
      return "guidelines";
    case "quality":
      return "quality";
    case "seed":
    case "leaseMinutes":
    case "dueAt":
      return "order";
    default:
      return "subjects";
  }
}
