import type { ReactNode } from "react";

/** What a toast says. */
export interface ToastMessage {
  title: string;
  description?: ReactNode;
  tone?: "info" | "positive" | "danger";
  /** One way to answer, such as "Undo". The same thing must be possible elsewhere too. */
  action?: { label: string; onSelect: () => void };
  /** How long it stays, in milliseconds. What failed stays until it is closed. */
  duration?: number;
}

/** A toast in the stack: closed ones stay until they have faded. */
export type ToastEntry = ToastMessage & { id: number; open: boolean };
