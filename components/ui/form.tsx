"use client";

import type { ReactNode } from "react";
import { Banner } from "@/components/ui/banner";
import { Button } from "@/components/ui/button";

interface FormProps {
  onSubmit: () => void;
  /** Why the last attempt failed. Problems of single fields are shown there. */
  error: { message: string; problems?: unknown } | undefined;
  busy: boolean;
  /** What the button says. */
  verb: string;
  disabled?: boolean;
  /** Where the form is: its button ends a dialog, begins the foot of a panel, or is as wide as the page's form. */
  place: "dialog" | "panel" | "page";
  children: ReactNode;
}

/** Fields that are sent together, and what came of it. */
export function Form({ onSubmit, error, busy, verb, disabled, place, children }: FormProps) {
  const button = (
    <Button
      type="submit"
      variant={place === "panel" ? "secondary" : "primary"}
      size={place === "page" ? "lg" : "md"}
      busy={busy}
      disabled={disabled}
    >
      {verb}
    </Button>
  );
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        onSubmit();
      }}
      className="grid gap-4"
    >
      {error && !error.problems && <Banner tone="danger" title={error.message} live />}
      {children}
      {place === "page" ? (
        button
      ) : (
        <div className={place === "dialog" ? "flex justify-end" : ""}>{button}</div>
      )}
    </form>
  );
}
