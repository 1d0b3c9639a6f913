import "server-only";
import { unitName } from "@/lib/dataset/rules/unit-names";
import type { ExportedJudgement, Field } from "@/lib/export/data/judgements/fields";
import { actionOnValue, explanationOf, RATING_PARTS, type Rating } from "@/lib/export/rules/ratings";
import { swapSides } from "@/lib/judgement/rules/sides";
import { OVERALL, PREFERENCE } from "@/lib/judgement/schema/units";
import { VERSION } from "@/lib/version";

type Column = keyof Rating;

/** Adjacent columns, and the fields they are made from. */
export interface ColumnGroup {
  fields: readonly Field[];
  columns: readonly Column[];
  /** False when rows rarely have equal values. */
  repeats: boolean;
  make(row: ExportedJudgement): Partial<Rating>;
}

function group<F extends Field, C extends Column>(
  fields: readonly F[],
  columns: readonly C[],
  make: (row: Pick<ExportedJudgement, F>) => Pick<Rating, C>,
  repeats = true,
): ColumnGroup {
  return { fields, columns, make, repeats };
}

export const COLUMN_GROUPS: readonly ColumnGroup[] = [
  group(["study", "batch", "arm", "protocol"], RATING_PARTS.design, ({ study, batch, arm, protocol }) => ({
    study,
    batch,
    arm,
    protocol,
  })),
  group(
    ["task", "target", "response", "responseB", "model", "modelB", "item"],
    RATING_PARTS.unit,
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
  group(
    ["itemVersion", "itemText", "itemOrigin"],
    RATING_PARTS.item,
    ({ itemVersion, itemText, itemOrigin }) => ({
      item_version: itemVersion,
      item_text: itemText,
      item_origin: itemOrigin,
    }),
  ),
  group(["rater", "raterKind", "exposure"], RATING_PARTS.rater, ({ rater, raterKind, exposure }) => ({
    rater,
    rater_kind: raterKind,
    exposure,
  })),
  group(
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
    RATING_PARTS.value,
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
  group(
    ["sides", "shown", "positionInSession"],
    RATING_PARTS.position,
    ({ sides, shown, positionInSession }) => ({
      order_shown: sides === null ? shown : JSON.stringify(sides),
      position_in_session: positionInSession,
    }),
  ),
  group(
    ["activeMs", "idleMs"],
    RATING_PARTS.time,
    ({ activeMs, idleMs }) => ({ active_ms: activeMs, idle_ms: idleMs }),
    false,
  ),
  group(["startedAt", "submittedAt"], RATING_PARTS.moments, ({ startedAt, submittedAt }) => ({
    started_at: startedAt?.toISOString() ?? null,
    submitted_at: submittedAt?.toISOString() ?? null,
  })),
  group(
    ["gold", "planted", "bulk", "guidelines"],
    RATING_PARTS.use,
    ({ gold, planted, bulk, guidelines }) => ({
      is_gold: gold,
      is_planted: planted,
      is_bulk: bulk,
      guidelines_version: guidelines,
      app_version: VERSION,
    }),
  ),
  group(
    ["responseB", "taskMetadata", "metadata", "metadataB"],
    RATING_PARTS.metadata,
    ({ responseB, taskMetadata, metadata, metadataB }) => ({
      task_metadata: taskMetadata,
      response_metadata:
        responseB === null || (metadata ?? metadataB) === null ? metadata : `[${metadata}, ${metadataB}]`,
    }),
  ),
  group(["probability"], RATING_PARTS.sample, ({ probability }) => ({
    inclusion_probability: probability === null ? null : Number(probability),
  })),
  group(
    ["pastes", "pastedCharacters", "timesAway", "awayMs"],
    RATING_PARTS.signals,
    ({ pastes, pastedCharacters, timesAway, awayMs }) => ({
      pastes,
      pasted_characters: pastedCharacters,
      times_away: timesAway,
      away_ms: awayMs,
    }),
  ),
];
