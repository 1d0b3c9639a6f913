"use client";

import type { ReactNode } from "react";
import { Banner } from "@/components/ui/banner";
import { Button } from "@/components/ui/button";

interface FormProps {
  onSubmit: () => void;
  /** Error of the last attempt. Problems of single fields are shown there. */
  error: { message: string; problems?: unknown } | undefined;
  busy: boolean;
  /** Label of the submit button. */
  verb: string;
  disabled?: boolean;
  /**
   * Context of the form, which places its button: end of a dialog, start of a panel's foot, or as wide as the
   * page's form.
   */
  place: "dialog" | "panel" | "page";
  children: ReactNode;
}

/** A form with its submit button and error. */
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
