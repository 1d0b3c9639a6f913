"use client";

import { Ellipsis, Pause, Pencil, Square, Trash2 } from "lucide-react";
import { useRouter } from "next/navigation";
import { type ReactNode, useState } from "react";
import { Button } from "@/components/ui/button";
import { ConfirmDialog } from "@/components/ui/confirm-dialog";
import { DropdownMenu, type MenuItem } from "@/components/ui/dropdown-menu";
import { formatQuantity } from "@/components/ui/format";
import { IconButton } from "@/components/ui/icon-button";
import { useToast } from "@/components/ui/toast";
import { useRefresh } from "@/components/ui/use-refresh";
import { callApi } from "@/lib/api/client";
import type { DesignNumbers } from "@/lib/batch/rules/design";
import type { BatchState } from "@/lib/batch/schema";

interface BatchActionsProps {
  id: string;
  /** Where the batches are listed. */
  home: string;
  name: string;
  state: BatchState;
  /** How many assignments somebody is in the middle of. */
  openAssignments: number;
  /** How many are not submitted. */
  left: number;
  /** Of a draft. */
  design: DesignNumbers | null;
}

type Verb = "open" | "pause" | "resume" | "close" | "delete";
type Question = { title: string; description: ReactNode; confirm: string; done: string; danger?: boolean };

/** What an admin can do with a batch in its state. */
export function BatchActions({ id, home, name, state, openAssignments, left, design }: BatchActionsProps) {
  const router = useRouter();
  const toast = useToast();
  const refresh = useRefresh();
  // The menu closes when the state changes meanwhile: its lines never change under the hand.
  const [menuOf, setMenuOf] = useState<BatchState | null>(null);
  const [asking, setAsking] = useState<Verb | null>(null);
  // The words stay while the dialog fades out.
  const [asked, setAsked] = useState<Verb>("open");

  const inHand = formatQuantity(openAssignments, "assignment");
  const questions: Record<Verb, Question> = {
    open: {
      title: `Open “${name}”?`,
      description: design && (
        <>
          {formatQuantity(design.slots, "assignment")} on {formatQuantity(design.subjects, "subject")} become
          available at once. Afterwards the dataset, the protocol and the number of people per subject are
          fixed.
        </>
      ),
      confirm: "Open batch",
      done: "Batch opened",
    },
    pause: {
      title: `Pause “${name}”?`,
      description:
        "Nobody can claim or save until you resume it. " +
        (openAssignments > 0
          ? `${inHand} in progress stay with their annotators; what they have not saved yet stays in their browsers.`
          : "Nobody is in the middle of an assignment."),
      confirm: "Pause batch",
      done: "Batch paused",
    },
    resume: {
      title: `Resume “${name}”?`,
      description: "Annotators can claim and save again. Whatever was in progress goes on where it was.",
      confirm: "Resume batch",
      done: "Batch resumed",
    },
    close: {
      title: `Close “${name}” for good?`,
      description: (
        <>
          {formatQuantity(left, "assignment")} will never be submitted.{" "}
          {openAssignments > 0 && (
            <>
              {inHand} in progress are taken back: what was saved is kept, but it does not count as submitted.{" "}
            </>
          )}
          Results and exports stay. A closed batch cannot be opened again.
        </>
      ),
      confirm: "Close batch",
      done: "Batch closed",
      danger: true,
    },
    delete: {
      title: `Delete the draft “${name}”?`,
      description: "It was never opened, so no work is lost. This cannot be undone.",
      confirm: "Delete draft",
      done: "Draft deleted",
      danger: true,
    },
  };

  function show(verb: Verb) {
    setAsked(verb);
    setAsking(verb);
  }

  async function act() {
    const answer =
      asked === "delete"
        ? await callApi<unknown>("DELETE", `/api/v1/batches/${id}`, {})
        : await callApi<unknown>("POST", `/api/v1/batches/${id}/${asked}`, {});
    if (answer.ok) toast.show({ title: questions[asked].done, tone: "positive" });
    else toast.show({ title: "Nothing was changed", description: answer.error.message, tone: "danger" });
    if (answer.ok && asked === "delete") router.push(home);
    else await refresh();
  }

  const edit: MenuItem = { label: "Edit", icon: <Pencil />, href: `${home}/${id}/edit` };
  const menus: Record<BatchState, MenuItem[]> = {
    draft: [edit, { label: "Delete draft…", icon: <Trash2 />, danger: true, onSelect: () => show("delete") }],
    open: [
      edit,
      { label: "Pause…", icon: <Pause />, onSelect: () => show("pause") },
      { label: "Close…", icon: <Square />, danger: true, onSelect: () => show("close") },
    ],
    paused: [edit, { label: "Close…", icon: <Square />, danger: true, onSelect: () => show("close") }],
    closed: [],
    archived: [],
  };

  return (
    <>
      {menus[state].length > 0 && (
        <DropdownMenu
          label="More actions"
          open={menuOf === state}
          onOpenChange={(open) => setMenuOf(open ? state : null)}
          trigger={
            <IconButton label="More actions">
              <Ellipsis />
            </IconButton>
          }
          items={menus[state]}
        />
      )}
      {state === "draft" && (
        <Button
          variant="primary"
          disabled={!design || design.blockers.length > 0}
          onClick={() => show("open")}
        >
          Open batch
        </Button>
      )}
      {state === "paused" && (
        <Button variant="primary" onClick={() => show("resume")}>
          Resume
        </Button>
      )}
      <ConfirmDialog
        open={asking !== null}
        onOpenChange={(open) => !open && setAsking(null)}
        title={questions[asked].title}
        description={questions[asked].description}
        confirmLabel={questions[asked].confirm}
        danger={questions[asked].danger}
        onConfirm={act}
      />
    </>
  );
}
