"use client";

import clsx from "clsx";
import { CircleAlert, CircleCheck, Info, X } from "lucide-react";
import { Toast as Radix } from "radix-ui";
import { useRef } from "react";
import { useI18n, useTranslations } from "@/components/i18n/translations";
import { LANGUAGES } from "@/lib/i18n/rules";
import { Button } from "./button";
import type { ToastEntry } from "./toast-entry";
import { useFreePosition } from "./use-free-position";

interface ToastStackProps {
  entries: readonly ToastEntry[];
  onClose: (id: number) => void;
}

/** The toast stack, near the corner where it covers no control. F8 moves the focus there. */
export function ToastStack({ entries, onClose }: ToastStackProps) {
  const { language, t } = useI18n();
  const viewport = useRef<HTMLOListElement>(null);
  useFreePosition(
    viewport,
    entries.some(({ open }) => open),
  );
  return (
    <Radix.Provider
      duration={6000}
      swipeDirection={LANGUAGES[language].direction === "rtl" ? "left" : "right"}
      label={t("ui.notification")}
    >
      {entries.map((entry) => (
        <ToastCard key={entry.id} entry={entry} onClose={() => onClose(entry.id)} />
      ))}
      <Radix.Viewport
        ref={viewport}
        label={t("ui.notifications", { key: "{hotkey}" })}
        className="fixed end-4 bottom-4 z-50 grid w-[calc(100vw-2rem)] max-w-sm gap-2 print:hidden"
      />
    </Radix.Provider>
  );
}

const icons = { info: Info, positive: CircleCheck, danger: CircleAlert };
const colours = { info: "text-accent", positive: "text-positive", danger: "text-danger" };

function ToastCard({ entry, onClose }: { entry: ToastEntry; onClose: () => void }) {
  const t = useTranslations();
  const tone = entry.tone ?? "info";
  const Icon = icons[tone];
  return (
    <Radix.Root
      open={entry.open}
      onOpenChange={(open) => !open && onClose()}
      type={tone === "danger" ? "foreground" : "background"}
      duration={entry.duration ?? (tone === "danger" ? Number.POSITIVE_INFINITY : undefined)}
      className="flex animate-appear items-start gap-3 rounded-md border bg-raised p-3 shadow-float"
    >
      <Icon aria-hidden="true" className={clsx("mt-0.5 size-4 shrink-0", colours[tone])} />
      <div className="grid min-w-0 flex-1 gap-0.5">
        <Radix.Title className="text-sm font-medium">{entry.title}</Radix.Title>
        {entry.description && (
          <Radix.Description className="text-sm text-muted">{entry.description}</Radix.Description>
        )}
      </div>
      {entry.action && (
        <Radix.Action asChild altText={entry.action.label} onClick={entry.action.onSelect}>
          <Button size="sm" className="pointer-events-auto">
            {entry.action.label}
          </Button>
        </Radix.Action>
      )}
      <Radix.Close asChild>
        <Button variant="quiet" size="sm" square aria-label={t("ui.close")} className="pointer-events-auto">
          <X aria-hidden="true" />
        </Button>
      </Radix.Close>
    </Radix.Root>
  );
}
