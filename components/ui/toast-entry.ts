import type { ReactNode } from "react";

/** Content of a toast. */
export interface ToastMessage {
  title: string;
  description?: ReactNode;
  tone?: "info" | "positive" | "danger";
  /** One action, such as "Undo", which must be possible elsewhere too. */
  action?: { label: string; onSelect: () => void };
  /** Milliseconds it is shown. Errors stay until closed. */
  duration?: number;
}

/** A toast in the stack: closed ones stay until they have faded. */
export type ToastEntry = ToastMessage & { id: number; open: boolean };
