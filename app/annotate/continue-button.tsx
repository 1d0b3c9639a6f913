"use client";

import { ArrowRight } from "lucide-react";
import { useState } from "react";
import { Button } from "@/components/ui/button";
import { useContinue } from "./continue";

/** The one thing to press: on with the open assignment, or with the next. */
export function ContinueButton({
  batch,
  name,
  started,
  big,
}: {
  batch: string;
  name: string;
  started: boolean;
  big: boolean;
}) {
  const goOn = useContinue();
  const [busy, setBusy] = useState(false);

  async function press() {
    setBusy(true);
    await goOn(batch);
    setBusy(false);
  }

  return (
    <Button
      variant={big ? "primary" : "secondary"}
      size={big ? "lg" : "md"}
      busy={busy}
      aria-label={`${started ? "Continue" : "Start"}: ${name}`}
      onClick={() => void press()}
    >
      {started ? "Continue" : "Start"}
      <ArrowRight aria-hidden="true" />
    </Button>
  );
}
