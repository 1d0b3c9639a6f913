"use client";

import { Trash2 } from "lucide-react";
import { useEffect, useState } from "react";
import { useTranslations } from "@/components/i18n/translations";
import { Button } from "@/components/ui/button";
import { CopyButton } from "@/components/ui/copy-button";
import { OnDemand, onDemand } from "@/components/ui/on-demand";
import { Panel } from "@/components/ui/panel";
import { findView } from "@/lib/review/client/find-assignment";
import {
  dropUnsent,
  forgetUnsentOfOthers,
  listUnsent,
  nameOwner,
  type UnsentWork as Unsent,
} from "@/lib/review/client/outbox";
import { cannotBeSent, type Entered, enteredIn } from "@/lib/review/rules/unsent-work";

const confirmDialog = onDemand(() =>
  import("@/components/ui/confirm-dialog").then((module) => module.ConfirmDialog),
);

type Shown = Pick<Unsent, "assignment" | "about"> & { ops: string[]; entered: Entered };

/** The annotator's work that is only in this browser, on assignments that take nothing more. Nothing where there is none. */
export function UnsentWork({ user }: { user: string }) {
  const t = useTranslations();
  const [all, setAll] = useState<readonly Shown[]>([]);
  const [deleting, setDeleting] = useState<Shown | null>(null);

  useEffect(() => {
    nameOwner(user);
    void forgetUnsentOfOthers(user, new Date());
    let isOver = false;
    void findAll(user).then((found) => {
      if (!isOver) setAll(found);
    });
    return () => {
      isOver = true;
    };
  }, [user]);

  async function drop({ assignment, ops }: Shown) {
    await dropUnsent(assignment, ops);
    setAll((before) => before.filter((one) => one.assignment !== assignment));
  }

  if (all.length === 0) return null;
  return (
    <Panel title={t("unsent.title")} description={t("unsent.about")} flush>
      <ul className="divide-y text-sm">
        {all.map((one) => (
          <li key={one.assignment} className="grid gap-2 px-4 py-3">
            <h3 className="truncate text-base">
              <bdi>{one.about?.title ?? t("unsent.title")}</bdi>
              {one.about && <span className="text-sm font-normal text-muted"> · {one.about.batch}</span>}
            </h3>
            {one.entered.texts.map((text) => (
              <p key={text} dir="auto" className="border-s-2 ps-3 whitespace-pre-wrap wrap-anywhere">
                {text}
              </p>
            ))}
            {one.entered.choices > 0 && (
              <p className="text-muted">{t("unsent.choices", { count: one.entered.choices })}</p>
            )}
            <p className="flex flex-wrap gap-2">
              {one.entered.texts.length > 0 && (
                <CopyButton wide text={one.entered.texts.join("\n\n")} label={t("unsent.copy")} />
              )}
              <Button size="sm" variant="quiet" onClick={() => setDeleting(one)}>
                <Trash2 aria-hidden="true" />
                {t("unsent.delete")}
              </Button>
            </p>
          </li>
        ))}
      </ul>
      <OnDemand part={confirmDialog} modal open={deleting !== null}>
        {(Confirm) => (
          <Confirm
            open={deleting !== null}
            onOpenChange={(open) => !open && setDeleting(null)}
            title={t("unsent.delete.title")}
            description={t("unsent.delete.about")}
            confirmLabel={t("unsent.delete")}
            danger
            onConfirm={() => (deleting ? drop(deleting) : undefined)}
          />
        )}
      </OnDemand>
    </Panel>
  );
}

async function findAll(user: string): Promise<Shown[]> {
  const found = await Promise.all((await listUnsent(user)).map((work) => findOne(work)));
  return found.flatMap((one) => one ?? []);
}

/** Work that is to be shown; null while it may still be sent, or if it has arrived. */
async function findOne({ assignment, about, ops }: Unsent): Promise<Shown | null> {
  const answer = await findView(assignment);
  if (!answer.ok && answer.error.code !== "not-found") return null;
  const view = answer.ok ? answer.value : null;
  if (!cannotBeSent(view)) return null;
  const arrived = new Set(view?.ops.map(({ op }) => op));
  const entered = enteredIn(ops.filter(({ op }) => !arrived.has(op)));
  if (entered.texts.length === 0 && entered.choices === 0) return null;
  return { assignment, about, entered, ops: ops.map(({ op }) => op) };
}
