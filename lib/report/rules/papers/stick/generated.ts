import { externalScores, metadataNumber, metadataText } from "@/lib/report/rules/papers/external-scores";
import type { PaperSource } from "@/lib/report/schema/paper-table";

/** A response that a run generated, as its metadata say. */
export interface Generated {
  id: string;
  task: string;
  model: string;
  method: string;
  role: string;
  iteration: number;
  isFinal: boolean;
  passRate: number | null;
  selfScore: number | null;
  scores: Record<string, number>;
}

/** The generated responses of a study: those whose metadata have a method and a role. */
export function generatedIn(source: PaperSource): Generated[] {
  return source.study.responses.flatMap(({ id, task, model }): Generated[] => {
    const [method, role] = [metadataText(source, id, "method"), metadataText(source, id, "role")];
    if (method === null || role === null) return [];
    return [
      {
        ...{ id, task, method: method.replace(/[:.]structured$/, ""), role, model: model ?? "unknown" },
        iteration: metadataNumber(source, id, "iteration") ?? 0,
        isFinal: source.metadata?.get(id)?.isFinal === true,
        passRate: metadataNumber(source, id, "passRate"),
        selfScore: metadataNumber(source, id, "selfScore"),
        scores: externalScores(source, id),
      },
    ];
  });
}

export const NO_RESPONSES =
  "responses of a run of STICK with what it wrote into their metadata: method, role and iteration (add all of a run’s responses to the dataset, or export its records)";
export const NO_SCORES =
  "external scores of these responses: numbers among their metadata, such as those of a benchmark";
