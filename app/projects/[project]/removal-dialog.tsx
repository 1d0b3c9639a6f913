"use client";

import { useRouter } from "next/navigation";
import { useEffect, useState } from "react";
import { ConfirmDialog } from "@/components/ui/confirm-dialog";
import { formatQuantity } from "@/components/ui/format";
import { Skeleton } from "@/components/ui/skeleton";
import { useToast } from "@/components/ui/toast";
import { type ApiResult, callApi } from "@/lib/http/client";
import type { Dependants } from "@/lib/project/schema/removal";

interface RemovalDialogProps {
  /** The thing that is deleted or emptied, and its API path. */
  noun: "dataset" | "project";
  address: string;
  name: string;
  how: "delete" | "empty";
  open: boolean;
  onOpenChange: (open: boolean) => void;
  /** Address to go to after deletion. */
  then: string;
}

/** Lists what a dataset or project contains, asks for its name, and deletes or empties it. */
export function RemovalDialog(props: RemovalDialogProps) {
  const { noun, address, name, how, open, onOpenChange, then } = props;
  const dependants = useDependants(address, open);
  const router = useRouter();
  const toast = useToast();
  const verb = how === "delete" ? "Delete" : "Empty";

  async function remove() {
    const answer =
      how === "delete" ? await callApi("DELETE", address) : await callApi("POST", `${address}/empty`, {});
    if (!answer.ok) {
      const { batches = [] } = (answer.error.detail ?? {}) as { batches?: { name: string }[] };
      toast.show({
        tone: "danger",
        title: how === "delete" ? "Not deleted" : "Not emptied",
        description: [answer.error.message, ...batches.map((batch) => batch.name)].join(" "),
      });
      return;
    }
    toast.show({
      tone: "positive",
      title: how === "delete" ? `“${name}” is deleted` : `“${name}” is being emptied`,
    });
    if (how === "delete") router.push(then);
    router.refresh();
  }

  return (
    <ConfirmDialog
      open={open}
      onOpenChange={onOpenChange}
      title={`${verb} ${name}?`}
      description={
        dependants === null ? (
          <Skeleton className="h-24" />
        ) : dependants.ok ? (
          <Consequences of={dependants.value} noun={noun} how={how} />
        ) : (
          <p className="text-danger">{dependants.error.message}</p>
        )
      }
      disabled={!dependants?.ok || runningOf(dependants.value).length > 0}
      confirmLabel={`${verb} ${noun}`}
      danger
      typeToConfirm={name.trim()}
      onConfirm={remove}
    />
  );
}

/** Records that depend on the dataset or project, fetched each time the dialog opens; null until then. */
function useDependants(address: string, open: boolean): ApiResult<Dependants> | null {
  const [dependants, setDependants] = useState<ApiResult<Dependants> | null>(null);

  useEffect(() => {
    if (!open) return;
    let isCurrent = true;
    setDependants(null);
    void callApi<Dependants>("GET", `${address}/dependants`).then((answer) => {
      if (isCurrent) setDependants(answer);
    });
    return () => {
      isCurrent = false;
    };
  }, [open, address]);
  return dependants;
}

/** Batches that annotators may be working on: they have to be closed first. */
const runningOf = ({ batches }: Dependants) =>
  batches.filter(({ state }) => state === "open" || state === "paused");

const SHOWN = 8;

function Consequences({ noun, how, of }: { of: Dependants } & Pick<RemovalDialogProps, "noun" | "how">) {
  const { batches, datasets, tasks, judgements, runs, people, frozen } = of;
  const running = runningOf(of);
  const keepsFile = noun === "dataset" && how === "empty";
  const counts = [
    datasets > 0 && formatQuantity(datasets, "dataset"),
    !keepsFile && tasks > 0 && formatQuantity(tasks, "task"),
    !keepsFile && judgements > 0 && formatQuantity(judgements, "judgement"),
    runs > 0 && formatQuantity(runs, "run"),
    how === "delete" && people > 0 && formatQuantity(people, "membership"),
  ].filter((count) => count !== false);
  return (
    <div className="grid gap-2">
      <p>
        This cannot be undone.
        {keepsFile && " The records of the file stay; batches and runs are deleted, with all their results."}
        {noun === "project" && how === "empty" && " People, models, webhooks and settings stay."}
      </p>
      {counts.length > 0 && <p>It removes {counts.join(", ")}.</p>}
      {batches.length > 0 && (
        <>
          <p>{formatQuantity(batches.length, "batch", "batches")} with all submissions:</p>
          <ul className="grid max-h-40 list-disc gap-0.5 overflow-y-auto pl-5">
            {batches.slice(0, SHOWN).map(({ id, name, submitted }) => (
              <li key={id} className="wrap-anywhere">
                <bdi>{name || "Unnamed batch"}</bdi> ({formatQuantity(submitted, "submission")})
              </li>
            ))}
            {batches.length > SHOWN && <li>and {formatQuantity(batches.length - SHOWN, "other")}</li>}
          </ul>
        </>
      )}
      {running.length > 0 && (
        <p className="font-medium text-danger">
          Annotators are working on it. Close first:{" "}
          {running.map(({ name }) => name || "Unnamed batch").join(", ")}.
        </p>
      )}
      {frozen.length > 0 && (
        <p>
          {noun === "project" && how === "delete"
            ? "Frozen studies go too: "
            : "Frozen studies stay as they are: "}
          {frozen.map(({ title }) => title).join(", ")}.
        </p>
      )}
    </div>
  );
}
