"use client";

import { Button } from "@/components/ui/button";
import { Dialog } from "@/components/ui/dialog";
import { ShownOnce } from "@/components/ui/shown-once";
import { Time } from "@/components/ui/time";

interface LinkOnceProps {
  /** Purpose of the link: "Link for Ada to choose a password". */
  title: string;
  url: string;
  /** When it expires. */
  until: string;
  /** True if it was sent to them as well. */
  mailed?: boolean;
  onClose: () => void;
}

/** Shows a link that cannot be shown again, for copying. */
export function LinkOnce({ title, url, until, mailed = false, onClose }: LinkOnceProps) {
  return (
    <Dialog
      open
      onOpenChange={(open) => !open && onClose()}
      title={title}
      description={
        mailed
          ? "It is sent to them by e-mail. Here it is shown this once; it works once."
          : "It is shown this once, works once, and no e-mail is sent: give it to them yourself."
      }
      footer={
        <Button variant="primary" onClick={onClose}>
          Done
        </Button>
      }
    >
      <div className="grid gap-3">
        <ShownOnce text={url} label="Copy link" />
        <p className="text-sm text-muted">
          It works until <Time at={until} />.
        </p>
      </div>
    </Dialog>
  );
}
