"use client";

import {
  Archive,
  ArchiveRestore,
  CopyPlus,
  Ellipsis,
  Hourglass,
  ListPlus,
  ListRestart,
  Pause,
  Pencil,
  Square,
  Trash2,
  Users,
} from "lucide-react";
import { useRouter } from "next/navigation";
import { type ReactNode, useState } from "react";
import { questionOf, type Verb } from "@/app/projects/[project]/batches/[batch]/action-questions";
import { AddSubjects } from "@/app/projects/[project]/batches/[batch]/add-subjects";
import { RaiseReplicates } from "@/app/projects/[project]/batches/[batch]/raise-replicates";
import { TakeNew } from "@/app/projects/[project]/batches/[batch]/take-new";
import { WaitForRun } from "@/app/projects/[project]/batches/[batch]/wait-for-run";
import { Button } from "@/components/ui/button";
import { ConfirmDialog } from "@/components/ui/confirm-dialog";
import { DropdownMenu, type MenuItem } from "@/components/ui/dropdown-menu";
import { IconButton } from "@/components/ui/icon-button";
import { useToast } from "@/components/ui/toast";
import { useRefresh } from "@/components/ui/use-refresh";
import type { DesignNumbers } from "@/lib/batch/rules/design";
import type { BatchState } from "@/lib/batch/schema";
import type { Intake } from "@/lib/batch/schema/intake";
import type { AffectedWork, AwaitableRun } from "@/lib/batch/schema/views";
import { callApi } from "@/lib/http/client";
import type { SubjectKind } from "@/lib/protocol/rules/subject-kind";

interface BatchActionsProps {
  id: string;
  /** Path of the list of batches. */
  home: string;
  name: string;
  state: BatchState;
  kind: SubjectKind;
  arms: { name: string; k: number }[];
  annotators: number;
  dueAt: string | null;
  /** Present for a draft. */
  design: DesignNumbers | null;
  /** Runs a draft can wait for. */
  runs: readonly AwaitableRun[];
  /** Settings of the automatic intake of new subjects; null when the batch takes none. */
  intake: Intake | null;
}

const NOTHING: AffectedWork = { free: 0, open: 0, onHold: 0, reopened: 0, submitted: 0 };

/** Menu of a batch's actions in its state. Consequences are counted when an action is chosen. */
export function BatchActions(props: BatchActionsProps) {
  const { id, home, name, state, kind, arms, annotators, dueAt, design, runs, intake } = props;
  const router = useRouter();
  const toast = useToast();
  const refresh = useRefresh();
  // The menu closes when the state changes: its lines never change while it is open.
  const [menuOf, setMenuOf] = useState<BatchState | null>(null);
  const [confirming, setConfirming] = useState<Verb | null>(null);
  const [growing, setGrowing] = useState<"subjects" | "replicates" | "intake" | null>(null);
  const [choosing, setChoosing] = useState(false);
  // The text stays while the dialog fades out.
  const [lastVerb, setLastVerb] = useState<Verb>("open");
  const [affected, setAffected] = useState(NOTHING);
  const question = questionOf(lastVerb, { id, name, kind, people: annotators, dueAt }, affected, design);

  async function show(verb: Verb) {
    if (verb !== "open" && verb !== "delete") {
      const answer = await callApi<AffectedWork>("GET", `/api/v1/batches/${id}/stakes`);
      if (!answer.ok) {
        toast.show({
          title: "The effect could not be determined",
          description: answer.error.message,
          tone: "danger",
        });
        return;
      }
      setAffected(answer.value);
    }
    setLastVerb(verb);
    setConfirming(verb);
  }

  async function act() {
    const path = `/api/v1/batches/${id}`;
    const answer =
      lastVerb === "delete"
        ? await callApi<unknown>("DELETE", path, {})
        : await callApi<unknown>("POST", `${path}/${lastVerb === "version" ? "versions" : lastVerb}`, {});
    if (!answer.ok) {
      toast.show({ title: "Nothing was changed", description: answer.error.message, tone: "danger" });
      await refresh();
      return;
    }
    toast.show({ title: question.done, tone: "positive" });
    if (lastVerb === "delete") router.push(home);
    else if (lastVerb === "version") router.push(`${home}/${(answer.value as { id: string }).id}`);
    else await refresh();
  }

  const ask = (label: string, verb: Verb, icon: ReactNode, danger = false): MenuItem => ({
    label,
    icon,
    danger,
    onSelect: () => void show(verb),
  });
  const edit: MenuItem = { label: "Edit", icon: <Pencil />, href: `${home}/${id}/edit` };
  const version = ask("Make a new version…", "version", <CopyPlus />);
  const grow: MenuItem[] = [
    { label: `Add ${kind}s…`, icon: <ListPlus />, onSelect: () => setGrowing("subjects") },
    { label: `Take new ${kind}s by itself…`, icon: <ListRestart />, onSelect: () => setGrowing("intake") },
    { label: `Ask for more people per ${kind}…`, icon: <Users />, onSelect: () => setGrowing("replicates") },
    version,
    "separator",
  ];
  const close = ask("Close…", "close", <Square />, true);
  const menus: Record<BatchState, MenuItem[]> = {
    draft: [
      edit,
      ...(runs.length > 0
        ? [{ label: "Open after a run…", icon: <Hourglass />, onSelect: () => setChoosing(true) }]
        : []),
      ask("Delete draft…", "delete", <Trash2 />, true),
    ],
    open: [edit, ...grow, ask("Pause…", "pause", <Pause />), close],
    paused: [edit, ...grow, close],
    closed: [version, ask("Archive…", "archive", <Archive />)],
    archived: [version, ask("Bring back…", "unarchive", <ArchiveRestore />)],
  };

  return (
    <>
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
      {state === "draft" && (
        <Button
          variant="primary"
          disabled={!design || design.blockers.length > 0}
          onClick={() => void show("open")}
        >
          Open batch
        </Button>
      )}
      {state === "paused" && (
        <Button variant="primary" onClick={() => void show("resume")}>
          Resume
        </Button>
      )}
      <ConfirmDialog
        open={confirming !== null}
        onOpenChange={(open) => !open && setConfirming(null)}
        title={question.title}
        description={question.description}
        confirmLabel={question.confirm}
        danger={question.danger}
        onConfirm={act}
      />
      <WaitForRun batch={id} runs={runs} open={choosing} onOpenChange={setChoosing} />
      <AddSubjects
        batch={id}
        kind={kind}
        open={growing === "subjects"}
        onOpenChange={(open) => setGrowing(open ? "subjects" : null)}
      />
      <TakeNew
        key={JSON.stringify(intake)}
        batch={id}
        kind={kind}
        intake={intake}
        open={growing === "intake"}
        onOpenChange={(open) => setGrowing(open ? "intake" : null)}
      />
      <RaiseReplicates
        key={JSON.stringify(arms)}
        batch={id}
        kind={kind}
        arms={arms}
        annotators={annotators}
        open={growing === "replicates"}
        onOpenChange={(open) => setGrowing(open ? "replicates" : null)}
      />
    </>
  );
}
