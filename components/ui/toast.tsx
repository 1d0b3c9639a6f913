"use client";

import { createContext, type ReactNode, useCallback, useContext, useMemo, useRef, useState } from "react";
import { OnDemand, onDemand } from "./on-demand";
import type { ToastEntry, ToastMessage } from "./toast-entry";

interface Toasts {
  show: (message: ToastMessage) => number;
  close: (id: number) => void;
}

const ToastContext = createContext<Toasts>({ show: () => 0, close: () => {} });

/** Shows a message without taking the focus: `toast.show({ title: "Batch opened" })`. */
export function useToast(): Toasts {
  return useContext(ToastContext);
}

const stack = onDemand(() => import("./toast-stack").then((module) => module.ToastStack));

/** Holds the toasts; the stack itself is loaded with the first one. */
export function Toaster({ children }: { children: ReactNode }) {
  const [entries, setEntries] = useState<ToastEntry[]>([]);
  const nextId = useRef(1);

  const show = useCallback((message: ToastMessage) => {
    const id = nextId.current++;
    // A new message replaces the previous one; errors stay until the user closes them.
    setEntries((before) => [
      ...before.filter(({ open, tone, action }) => open && (tone === "danger" || action)).slice(-2),
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
      {children}
      <OnDemand part={stack} open={entries.length > 0}>
        {(Stack) => <Stack entries={entries} onClose={close} />}
      </OnDemand>
    </ToastContext>
  );
}
