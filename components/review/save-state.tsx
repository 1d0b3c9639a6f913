import { Check, CloudOff, LoaderCircle, TriangleAlert } from "lucide-react";
import { formatTime } from "@/components/ui/format";
import type { SaveStatus } from "@/lib/review/client/session";

/** Where the work is. "Saved" is only ever said after the server has it. */
export function SaveState({ status }: { status: SaveStatus }) {
  return (
    <output aria-live="polite" className="inline-flex items-center gap-1.5 text-sm text-muted tabular-nums">
      {status.state === "saved" && (
        <>
          <Check aria-hidden="true" className="size-3.5 text-positive" />
          {status.at ? `Saved · ${formatTime(new Date(status.at))}` : "Nothing to save yet"}
        </>
      )}
      {status.state === "saving" && (
        <>
          <LoaderCircle aria-hidden="true" className="size-3.5 animate-spin motion-reduce:animate-none" />
          Saving…
        </>
      )}
      {status.state === "unsaved" && (
        <>
          <LoaderCircle aria-hidden="true" className="size-3.5" />
          Editing
        </>
      )}
      {status.state === "offline" && (
        <span className="inline-flex items-center gap-1.5 font-medium text-warning">
          <CloudOff aria-hidden="true" className="size-3.5" />
          {`Not saved yet (${status.unsaved}) · trying again`}
        </span>
      )}
      {status.state === "stopped" && (
        <span className="inline-flex items-center gap-1.5 font-medium text-danger">
          <TriangleAlert aria-hidden="true" className="size-3.5" />
          {status.unsaved > 0 ? `Not saved (${status.unsaved})` : "Closed"}
        </span>
      )}
    </output>
  );
}
