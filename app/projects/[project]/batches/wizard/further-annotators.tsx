import { CountField } from "@/app/projects/[project]/batches/wizard/count-field";
import { Panel } from "@/components/ui/panel";
import { Switch } from "@/components/ui/switch";
import type { SubjectKind } from "@/lib/protocol/rules/subject-kind";
import type { Overlap, Quality } from "@/lib/quality/schema";

interface FurtherAnnotatorsProps {
  overlap: Overlap | null;
  set: (part: Partial<Quality>) => void;
  /** Validation errors by field path: `quality.overlap.most`. */
  invalid: ReadonlyMap<string, string>;
  kind: SubjectKind;
}

/** Settings for further annotators where the first ones disagree. */
export function FurtherAnnotators({ overlap, set, invalid, kind }: FurtherAnnotatorsProps) {
  return (
    <Panel title="Further annotators">
      <div className="grid gap-4">
        <Switch
          label="Ask a further annotator where the first ones disagree"
          hint={`While the batch is open, by itself: once all people of an arm have submitted a ${kind} and any value, score or preference differs. Then one after another, until a value has a majority or the limit is reached. Annotators are not told.`}
          checked={overlap !== null}
          onCheckedChange={(on) => set({ overlap: on ? { most: 1, points: 1 } : null })}
        />
        {overlap && (
          <>
            <Limits overlap={overlap} set={set} invalid={invalid} kind={kind} />
            <p className="text-sm text-muted">
              α and all other statistics use the first people only, because values decide what is judged
              again. Study files mark further judgements; they count in adjudication and in the labels that
              judges are compared with.
            </p>
          </>
        )}
      </div>
    </Panel>
  );
}

/** Fields for the maximum of further annotators, and for the distance at which scores disagree. */
function Limits({ overlap, set, invalid, kind }: FurtherAnnotatorsProps & { overlap: Overlap }) {
  return (
    <div className="flex flex-wrap items-start gap-4">
      <CountField
        label="At most"
        hint={`For each ${kind} and arm, besides the people of the arm.`}
        most={5}
        value={overlap.most}
        error={invalid.has("quality.overlap.most") && "Choose between 1 and 5."}
        onChange={(most) => set({ overlap: { ...overlap, most } })}
      />
      <CountField
        label="Scores disagree from"
        hint="Points apart. Answers and preferences disagree when they differ."
        most={9}
        value={overlap.points}
        error={invalid.has("quality.overlap.points") && "Choose between 1 and 9."}
        onChange={(points) => set({ overlap: { ...overlap, points } })}
      />
    </div>
  );
}
