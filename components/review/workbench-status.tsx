"use client";

import { CircleHelp, Redo2, Undo2 } from "lucide-react";
import { useLayoutEffect, useState } from "react";
import { createPortal } from "react-dom";
import { useTranslations } from "@/components/i18n/translations";
import { IconButton } from "@/components/ui/icon-button";
import { OnDemand, onDemand } from "@/components/ui/on-demand";
import { detachedElement } from "@/components/ui/render-ahead";
import { useIsHydrated } from "@/components/ui/use-is-hydrated";
import type { AssignmentQueue } from "@/lib/review/client/assignment-queue";
import type { Autosave } from "@/lib/review/client/autosave";
import { redoable } from "@/lib/review/rules/undo";
import { badgeOf } from "@/lib/shortcuts/rules";
import { useOwnKeys } from "./key-bindings";
import { ConflictState, PreviousSubmissionState, SaveState } from "./save-state";
import { STATUS_SLOTS } from "./status-slots";
import { useAutosave } from "./use-autosave";
import { usePreviousSubmission } from "./use-previous-submission";

const keysDialog = onDemand(() => import("./keys-dialog").then((module) => module.KeysDialog));

interface WorkbenchStatusProps {
  sync: Autosave;
  /** The annotator's position in the batch: "12 of 40". */
  place: string;
  queue: AssignmentQueue | undefined;
  readOnly: boolean;
  /** Nothing done here would be saved any more. */
  over: boolean;
  rehearsal: boolean;
  onUndo: () => void;
  onRedo: () => void;
  isHelpOpen: boolean;
  onHelp: (open: boolean) => void;
  /** Shows the tour of the workbench; absent where there is none. */
  onTour?: () => void;
}

/** Workbench status in the page's bar: save state, undo, and the keys. */
export function WorkbenchStatus(props: WorkbenchStatusProps) {
  const { sync, place, queue, readOnly, rehearsal, isHelpOpen, onHelp, onTour } = props;
  return (
    <>
      <StatusSlot id={STATUS_SLOTS.text}>
        <span className="text-sm text-muted tabular-nums max-md:hidden">{place}</span>
        {queue && <PreviousSubmission queue={queue} />}
        {!readOnly && !rehearsal && <Saved sync={sync} queue={queue} />}
      </StatusSlot>
      <StatusButtons {...props} />
      <OnDemand part={keysDialog} modal open={isHelpOpen}>
        {(KeysDialog) => <KeysDialog open={isHelpOpen} onOpenChange={onHelp} onTour={onTour} />}
      </OnDemand>
    </>
  );
}

/** Undo, redo and the keys. */
function StatusButtons({ sync, readOnly, over, onUndo, onRedo, onHelp }: WorkbenchStatusProps) {
  const t = useTranslations();
  const { keys } = useOwnKeys();
  const mayRedo = useAutosave(sync, ({ session }) => redoable(session.document) !== null);
  return (
    <StatusSlot id={STATUS_SLOTS.buttons}>
      {!readOnly && (
        <IconButton
          data-tour="undo"
          label={t("assignment.undo")}
          shortcut={badgeOf("undo", keys)}
          size="sm"
          disabled={over}
          onClick={onUndo}
          data-repeatable=""
          className="max-sm:hidden"
        >
          <Undo2 />
        </IconButton>
      )}
      {!readOnly && (
        <IconButton
          label={t("assignment.redo")}
          shortcut={badgeOf("redo", keys)}
          size="sm"
          disabled={over}
          onClick={onRedo}
          data-repeatable=""
          // On a phone, where the other buttons are in the bar below, it takes room only when it is of use.
          className={mayRedo ? undefined : "max-sm:hidden"}
        >
          <Redo2 />
        </IconButton>
      )}
      <IconButton
        label={t("keys.title")}
        shortcut={badgeOf("help", keys)}
        size="sm"
        onClick={() => onHelp(true)}
        className="max-sm:hidden"
      >
        <CircleHelp />
      </IconButton>
    </StatusSlot>
  );
}

function PreviousSubmission({ queue }: { queue: AssignmentQueue }) {
  return <PreviousSubmissionState state={usePreviousSubmission(queue)} />;
}

function Saved({ sync, queue }: { sync: Autosave; queue: AssignmentQueue | undefined }) {
  const status = useAutosave(sync, ({ status }) => status);
  const conflicts = useAutosave(sync, ({ session }) => session.conflicts.length);
  const isQuiet = usePreviousSubmission(queue) === "offline";
  return conflicts > 0 ? <ConflictState count={conflicts} /> : <SaveState status={status} quiet={isQuiet} />;
}

/**
 * Renders into the page's bar. What is not shown yet is made ahead, outside of the document: the effects of a workbench
 * run while it is shown. The bar may be re-rendered in the same commit, so its element is looked up in an effect: during
 * render, the old bar would be found.
 */
function StatusSlot({ id, children }: { id: string; children: React.ReactNode }) {
  const isHydrated = useIsHydrated();
  const [content, setContent] = useState(() => (isHydrated ? detachedElement() : null));
  useLayoutEffect(() => {
    if (!content) return setContent(detachedElement());
    const slot = document.getElementById(id);
    if (content.parentElement !== slot) slot?.append(content);
  });
  useLayoutEffect(() => () => content?.remove(), [content]);
  return content && createPortal(children, content);
}
