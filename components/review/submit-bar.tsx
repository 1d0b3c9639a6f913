"use client";

import { MessageSquare, SkipForward } from "lucide-react";
import { useState } from "react";
import { useSay } from "@/components/language/speech";
import { Button } from "@/components/ui/button";
import { IconButton } from "@/components/ui/icon-button";
import { OnDemand, onDemand } from "@/components/ui/on-demand";
import { ProgressBar } from "@/components/ui/progress-bar";
import { useBarHeight } from "./bar-height";
import { useReview, useReviewState } from "./context";
import { FlagButton } from "./flag-button";
import { KeyBadge } from "./key-badge";
import { progressIn } from "./store";

const noteField = onDemand(() => import("./autosaved-text").then((module) => module.AutosavedText));
const skipDialog = onDemand(() => import("./skip-dialog").then((module) => module.SkipDialog));

interface SubmitBarProps {
  busy: boolean;
  disabled: boolean;
  onSubmit: () => void;
  /** Resolves to why it did not work, or null. Null where the assignment cannot be skipped. */
  onSkip: ((reason: string) => Promise<string | null>) | null;
}

/** What is left, and the ways out: submit, skip; a note or a flag for whoever runs the batch. */
export function SubmitBar(props: SubmitBarProps) {
  const say = useSay();
  const { busy, disabled } = props;
  const { perform } = useReview();
  const note = useReviewState(({ document }) => document.note);
  const flags = useReviewState(({ document }) => document.flags);
  const bar = useBarHeight();
  const [noting, setNoting] = useState(false);
  const [skipping, setSkipping] = useState(false);
  return (
    <footer
      ref={bar}
      data-bar="bottom"
      className="sticky bottom-0 z-10 border-t bg-surface px-4 py-2.5 short:static sm:px-5"
    >
      <OnDemand part={noteField} modal open={noting}>
        {(AutosavedText) =>
          noting && (
            <div className="pb-2">
              <AutosavedText
                label={say("submit.note.label")}
                initial={note}
                placeholder={say("submit.note.hint")}
                autoFocus
                onSave={(text) => perform({ type: "note", text })}
                onLeave={() => setNoting(false)}
              />
            </div>
          )
        }
      </OnDemand>
      <div className="flex flex-wrap items-center gap-x-3 gap-y-2">
        <div className="flex items-center gap-0.5">
          <IconButton
            label={say(note ? "submit.note.written" : "submit.note")}
            aria-expanded={noting}
            onClick={() => setNoting(!noting)}
            className={note ? "text-accent" : undefined}
          >
            <MessageSquare />
          </IconButton>
          <FlagButton
            flags={flags}
            onFlag={(code, note) => perform({ type: "flag", code, on: note !== null, ...(note && { note }) })}
          />
          {props.onSkip && (
            <IconButton label={say("submit.skip")} onClick={() => setSkipping(true)}>
              <SkipForward className="rtl:-scale-x-100" />
            </IconButton>
          )}
        </div>
        <div className="ms-auto flex items-center gap-3">
          <Left />
          <Button variant="primary" size="lg" busy={busy} disabled={disabled} onClick={props.onSubmit}>
            {say("submit.submit")} <KeyBadge action="submit" />
          </Button>
        </div>
      </div>
      <OnDemand part={skipDialog} modal open={skipping && props.onSkip !== null}>
        {(SkipDialog) =>
          props.onSkip && <SkipDialog open={skipping} onOpenChange={setSkipping} onSkip={props.onSkip} />
        }
      </OnDemand>
    </footer>
  );
}

/** What is still to be done. */
function Left() {
  const say = useSay();
  const done = useReviewState(({ frame, document }) => progressIn(frame, document).done);
  const total = useReviewState(({ frame, document }) => progressIn(frame, document).total);
  const left = total - done;
  return (
    <div className="grid w-28 gap-1 max-sm:w-20">
      <span className="text-xs text-muted tabular-nums" aria-live="polite">
        {left === 0 ? say("submit.complete") : say("submit.left", { count: left })}
      </span>
      <ProgressBar
        label={say("submit.progress")}
        value={total - left}
        max={total}
        tone={left === 0 ? "positive" : "accent"}
      />
    </div>
  );
}
