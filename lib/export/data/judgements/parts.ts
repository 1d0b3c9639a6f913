import "server-only";
import { unitName } from "@/lib/dataset/rules/unit-names";
import type { Field, JudgementRow } from "@/lib/export/data/judgements/fields";
import { actionOnValue, explanationOf, type Rating } from "@/lib/export/rules/ratings";
import { swapSides } from "@/lib/judgement/rules/sides";
import { OVERALL, PREFERENCE } from "@/lib/judgement/schema/units";
import packageJson from "@/package.json" with { type: "json" };

type Column = keyof Rating;

/** Adjacent columns, and the fields they are made from. */
export interface Part {
  fields: readonly Field[];
  columns: readonly Column[];
  /** False when rows rarely have equal values. */
  repeats: boolean;
  make(row: JudgementRow): Partial<Rating>;
}

function part<F extends Field, C extends Column>(
  fields: readonly F[],
  columns: readonly C[],
  make: (row: Pick<JudgementRow, F>) => Pick<Rating, C>,
  repeats = true,
): Part {
  return { fields, columns, make, repeats };
}

export const PARTS: readonly Part[] = [
  part(
    ["study", "batch", "arm", "protocol"],
    ["study", "batch", "arm", "protocol"],
    ({ study, batch, arm, protocol }) => ({ study, batch, arm, protocol }),
  ),
  part(
    ["task", "target", "response", "responseB", "model", "modelB", "item"],
    ["task_id", "response_id", "response_model", "unit", "item_id"],
    ({ task, target, response, responseB, model, modelB, item }) => {
      const id = target === "item" ? (item ?? "") : target === "overall" ? OVERALL : PREFERENCE;
      const pair = responseB !== null;
      return {
        task_id: task,
        response_id: pair ? JSON.stringify([response, responseB]) : response,
        response_model: pair ? JSON.stringify([model, modelB]) : model,
        unit: unitName({ task, response, responseB, item: id, decision: false }),
        item_id: id,
      };
    },
  ),
  part(
    ["itemVersion", "itemText", "itemOrigin"],
    ["item_version", "item_text", "item_origin"],
    ({ itemVersion, itemText, itemOrigin }) => ({
      item_version: itemVersion,
      item_text: itemText,
      item_origin: itemOrigin,
    }),
  ),
  part(
    ["rater", "raterKind", "exposure"],
    ["rater", "rater_kind", "exposure"],
    ({ rater, raterKind, exposure }) => ({ rater, rater_kind: raterKind, exposure }),
  ),
  part(
    [
      "draft",
      "mirrored",
      "draftRater",
      "draftMethod",
      "initial",
      "value",
      "lines",
      "reasonCode",
      "reasonNote",
    ],
    [
      "draft_value",
      "draft_rater",
      "draft_method",
      "initial_value",
      "final_value",
      "action",
      "reason_code",
      "reason_note",
      "explanation",
      "initial_explanation",
    ],
    ({ draft: drafted, mirrored, draftRater, draftMethod, initial, value, lines, ...own }) => {
      const draft = drafted !== null && mirrored ? swapSides(drafted) : drafted;
      return {
        draft_value: draft,
        draft_rater: draftRater,
        draft_method: draftMethod,
        initial_value: initial,
        final_value: value,
        action: actionOnValue(draft, value),
        ...explanationOf(lines ?? [], own),
      };
    },
  ),
  part(
    ["sides", "shown", "positionInSession"],
    ["order_shown", "position_in_session"],
    ({ sides, shown, positionInSession }) => ({
      order_shown: sides === null ? shown : JSON.stringify(sides),
      position_in_session: positionInSession,
    }),
  ),
  part(
    ["activeMs", "idleMs"],
    ["active_ms", "idle_ms"],
    ({ activeMs, idleMs }) => ({ active_ms: activeMs, idle_ms: idleMs }),
    false,
  ),
  part(["startedAt", "submittedAt"], ["started_at", "submitted_at"], ({ startedAt, submittedAt }) => ({
    started_at: startedAt?.toISOString() ?? null,
    submitted_at: submittedAt?.toISOString() ?? null,
  })),
  part(
    ["gold", "planted", "bulk", "guidelines"],
    ["is_gold", "is_planted", "is_bulk", "guidelines_version", "app_version"],
    ({ gold, planted, bulk, guidelines }) => ({
      is_gold: gold,
      is_planted: planted,
      is_bulk: bulk,
      guidelines_version: guidelines,
      app_version: packageJson.version,
    }),
  ),
  part(
    ["responseB", "taskMetadata", "metadata", "metadataB"],
    ["task_metadata", "response_metadata"],
    ({ responseB, taskMetadata, metadata, metadataB }) => ({
      task_metadata: taskMetadata,
      response_metadata:
        responseB === null || (metadata ?? metadataB) === null ? metadata : `[${metadata}, ${metadataB}]`,
    }),
  ),
  part(["probability"], ["inclusion_probability"], ({ probability }) => ({
    inclusion_probability: probability === null ? null : Number(probability),
  })),
];
