"use client";

import clsx from "clsx";
import { MessageSquare, PanelTop, SkipForward, Undo2 } from "lucide-react";
import { useState } from "react";
import { useTranslations } from "@/components/i18n/translations";
import { Button } from "@/components/ui/button";
import { IconButton } from "@/components/ui/icon-button";
import { OnDemand, onDemand } from "@/components/ui/on-demand";
import { ProgressBar } from "@/components/ui/progress-bar";
import { badgeOf } from "@/lib/shortcuts/rules";
import { useBarHeight } from "./bar-height";
import { useReview, useReviewState } from "./context";
import { FlagButton } from "./flag-button";
import { KeyBadge } from "./key-badge";
import { useOwnKeys } from "./key-bindings";
import { progressIn } from "./store";
import { useTextInSight } from "./text-in-sight";

const noteField = onDemand(() => import("./autosaved-text").then((module) => module.AutosavedText));
const skipDialog = onDemand(() => import("./skip-dialog").then((module) => module.SkipDialog));

interface SubmitBarProps {
  busy: boolean;
  /** Nothing can be submitted now. */
  disabled: boolean;
  /** Nothing done here would be saved any more. A note that is being written stays open. */
  over: boolean;
  /** The annotator's position in the batch, shown here if the page's bar has no room for it. */
  place: string;
  onUndo: () => void;
  onSubmit: () => void;
  /** Resolves to an error message, or null. Null itself where the assignment cannot be skipped. */
  onSkip: ((reason: string) => Promise<string | null>) | null;
}

/** Bar with what is missing, submit and skip, and a note or a flag for the admin. */
export function SubmitBar(props: SubmitBarProps) {
  const t = useTranslations();
  const { busy, disabled, over } = props;
  const { perform, write, store } = useReview();
  const note = useReviewState(({ document }) => document.note);
  const flags = useReviewState(({ document }) => document.flags);
  const bar = useBarHeight();
  const [noting, setNoting] = useState(false);
  const [skipping, setSkipping] = useState(false);
  const [inSight, toggleText] = useTextInSight();
  const { keys } = useOwnKeys();
  // The notice above the work says why it is over.
  if (over && skipping) setSkipping(false);

  /** Returns the focus to the annotator's last target; otherwise it would be lost. */
  function backToWork() {
    const { focused } = store.state();
    const box = focused && document.querySelector<HTMLElement>(`[data-target="${CSS.escape(focused)}"]`);
    if (box) box.focus({ preventScroll: true });
  }

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
                label={t("submit.note.label")}
                initial={note}
                placeholder={t("submit.note.hint")}
                autoFocus
                onSave={(text) => write({ type: "note", text })}
                onLeave={() => {
                  setNoting(false);
                  backToWork();
                }}
              />
            </div>
          )
        }
      </OnDemand>
      <div className="flex flex-wrap items-center gap-x-3 gap-y-2 max-sm:gap-x-1">
        <div className="flex items-center gap-0.5">
          <IconButton
            label={t(note ? "submit.note.written" : "submit.note")}
            data-opens="note"
            shortcut={badgeOf("note", keys)}
            aria-expanded={noting}
            disabled={over && !noting}
            onClick={() => setNoting(!noting)}
            className={note ? "text-accent" : undefined}
          >
            <MessageSquare />
          </IconButton>
          <FlagButton
            flags={flags}
            disabled={over}
            onFlag={(code, note) => perform({ type: "flag", code, on: note !== null, ...(note && { note }) })}
          />
          {props.onSkip && (
            <IconButton
              data-opens="skip"
              label={t("submit.skip")}
              shortcut={badgeOf("skip", keys)}
              disabled={over}
              onClick={() => setSkipping(true)}
            >
              <SkipForward className="rtl:-scale-x-100" />
            </IconButton>
          )}
          <IconButton
            data-tour="undo"
            label={t("assignment.undo")}
            disabled={over}
            onClick={props.onUndo}
            data-repeatable=""
            className="sm:hidden"
          >
            <Undo2 />
          </IconButton>
          <IconButton
            label={t("content.in-sight")}
            aria-pressed={inSight}
            onClick={toggleText}
            className={clsx("lg:hidden", inSight && "bg-accent-soft text-accent")}
          >
            <PanelTop />
          </IconButton>
        </div>
        <div className="ms-auto flex items-center gap-3 max-sm:gap-2">
          <Left place={props.place} />
          <Button
            data-tour="submit"
            variant="primary"
            size="lg"
            busy={busy}
            disabled={disabled}
            onClick={props.onSubmit}
          >
            {t("submit.submit")} <KeyBadge action="submit" />
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

/** The number of missing answers. */
function Left({ place }: { place: string }) {
  const t = useTranslations();
  const done = useReviewState(({ frame, document }) => progressIn(frame, document).done);
  const total = useReviewState(({ frame, document }) => progressIn(frame, document).total);
  const left = total - done;
  return (
    <div className="grid w-28 gap-1 max-sm:w-20">
      <span className="text-xs text-muted tabular-nums md:hidden">{place}</span>
      <span className="text-xs text-muted tabular-nums" aria-live="polite">
        {left === 0 ? t("submit.complete") : t("submit.left", { count: left })}
      </span>
      <ProgressBar
        label={t("submit.progress")}
        value={total - left}
        max={total}
        tone={left === 0 ? "positive" : "accent"}
      />
    </div>
  );
}
