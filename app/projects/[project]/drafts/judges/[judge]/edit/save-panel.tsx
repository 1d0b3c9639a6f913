import { Banner } from "@/components/ui/banner";
import { Button } from "@/components/ui/button";
import { Field } from "@/components/ui/field";
import { Panel } from "@/components/ui/panel";
import { Textarea } from "@/components/ui/textarea";
import { type ApiError, problemsOf } from "@/lib/http/client";

interface SavePanelProps {
  note: string;
  onNote: (note: string) => void;
  error: ApiError | undefined;
  busy: boolean;
  /** The judge as it is written cannot be run. */
  isFaulty: boolean;
  isChanged: boolean;
}

/** The note of the new version, and the button that makes it. */
export function SavePanel({ note, onNote, error, busy, isFaulty, isChanged }: SavePanelProps) {
  return (
    <Panel title="Save">
      <div className="grid gap-3">
        <Field label="Note" hint="What changed, and why.">
          <Textarea value={note} rows={2} maxLength={2000} onChange={(event) => onNote(event.target.value)} />
        </Field>
        {error && (
          <Banner tone="danger" title={error.message} live>
            {problemsOf(error.detail).join(" ")}
          </Banner>
        )}
        <Button type="submit" variant="primary" busy={busy} disabled={isFaulty}>
          Save as new version
        </Button>
        <p role="status" className="text-sm text-muted">
          {isFaulty ? "It can be saved once the checks find no error." : isChanged && "Not saved yet."}
        </p>
      </div>
    </Panel>
  );
}
