"use client";

import { useState } from "react";
import { Banner } from "@/components/ui/banner";
import { Button } from "@/components/ui/button";
import { ConfirmDialog } from "@/components/ui/confirm-dialog";

/** Says that an unsaved draft was continued, and offers to begin again. */
export function RestoredNotice({ version, onDiscard }: { version: number; onDiscard: () => void }) {
  const [confirming, setConfirming] = useState(false);
  return (
    <>
      <Banner
        title="Your unsaved changes are still here"
        action={
          <Button size="sm" onClick={() => setConfirming(true)}>
            Discard…
          </Button>
        }
      >
        They stay until you save or discard them, or close this tab.
      </Banner>
      <ConfirmDialog
        open={confirming}
        onOpenChange={setConfirming}
        title="Discard your changes?"
        description={`The editor begins again with version ${version}. This cannot be undone.`}
        confirmLabel="Discard changes"
        danger
        onConfirm={onDiscard}
      />
    </>
  );
}
