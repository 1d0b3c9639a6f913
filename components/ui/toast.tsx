"use client";

import clsx from "clsx";
import { CircleAlert, CircleCheck, Info, X } from "lucide-react";
import { Toast as Radix } from "radix-ui";
import { createContext, type ReactNode, useCallback, useContext, useMemo, useRef, useState } from "react";
import { useSay, useSpeech } from "@/components/language/speech";
import { LANGUAGES } from "@/lib/language/rules";
import { Button } from "./button";

export interface ToastMessage {
  title: string;
  description?: ReactNode;
  tone?: "info" | "positive" | "danger";
  /** One way to answer, such as "Undo". The same thing must be possible elsewhere too. */
  action?: { label: string; onSelect: () => void };
  /** How long it stays, in milliseconds. What failed stays until it is closed. */
  duration?: number;
}

type Entry = ToastMessage & { id: number; open: boolean };

interface Toasts {
  show: (message: ToastMessage) => number;
  close: (id: number) => void;
}

const ToastContext = createContext<Toasts>({ show: () => 0, close: () => {} });

/** Tells a person that something happened, without taking the focus: `toast.show({ title: "Batch opened" })`. */
export function useToast(): Toasts {
  return useContext(ToastContext);
}

/** The stack of toasts in the corner. F8 moves the focus there. */
export function Toaster({ children }: { children: ReactNode }) {
  const { language, say } = useSpeech();
  const [entries, setEntries] = useState<Entry[]>([]);
  const nextId = useRef(1);

  const show = useCallback((message: ToastMessage) => {
    const id = nextId.current++;
    setEntries((before) => [
      ...before.filter((entry) => entry.open).slice(-3),
      { ...message, id, open: true },
    ]);
    return id;
  }, []);
  const close = useCallback((id: number) => {
    setEntries((before) => before.map((entry) => (entry.id === id ? { ...entry, open: false } : entry)));
  }, []);
  const toasts = useMemo(() => ({ show, close }), [show, close]);

  return (
    <ToastContext value={toasts}>
      <Radix.Provider
        duration={6000}
        swipeDirection={LANGUAGES[language].direction === "rtl" ? "left" : "right"}
        label={say("ui.notification")}
      >
        {children}
        {entries.map((entry) => (
          <ToastCard key={entry.id} entry={entry} onClose={() => close(entry.id)} />
        ))}
        <Radix.Viewport
          label={say("ui.notifications", { key: "{hotkey}" })}
          className="fixed end-4 bottom-4 z-50 grid w-[calc(100vw-2rem)] max-w-sm gap-2 print:hidden"
        />
      </Radix.Provider>
    </ToastContext>
  );
}

const icons = { info: Info, positive: CircleCheck, danger: CircleAlert };
const colours = { info: "text-accent", positive: "text-positive", danger: "text-danger" };

function ToastCard({ entry, onClose }: { entry: Entry; onClose: () => void }) {
  const say = useSay();
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
          <Button size="sm">{entry.action.label}</Button>
        </Radix.Action>
      )}
      <Radix.Close asChild>
        <Button variant="quiet" size="sm" square aria-label={say("ui.close")}>
          <X aria-hidden="true" />
        </Button>
      </Radix.Close>
    </Radix.Root>
  );
}
