"use client";

import { Button } from "@/components/ui/button";
import { CopyButton } from "@/components/ui/copy-button";
import { Dialog } from "@/components/ui/dialog";
import { Time } from "@/components/ui/time";

interface LinkOnceProps {
  /** What the link is for: "Link for Ada to choose a password". */
  title: string;
  url: string;
  /** When it stops working. */
  until: string;
  onClose: () => void;
}

/** A link at the only moment at which it is known. */
export function LinkOnce({ title, url, until, onClose }: LinkOnceProps) {
  return (
    <Dialog
      open
      onOpenChange={(open) => !open && onClose()}
      title={title}
      description="It is shown this once, works once, and no e-mail is sent: give it to them yourself."
      footer={
        <Button variant="primary" onClick={onClose}>
          Done
        </Button>
      }
    >
      <div className="grid gap-3">
        <div className="flex items-center gap-2 rounded-md border bg-sunken py-1.5 pr-1.5 pl-3">
          <code className="min-w-0 flex-1 text-sm wrap-anywhere">{url}</code>
          <CopyButton text={url} label="Copy link" />
        </div>
        <p className="text-sm text-muted">
          It works until <Time at={until} />.
        </p>
      </div>
    </Dialog>
  );
}
