"use client";

import { Button } from "@/components/ui/button";
import { Dialog } from "@/components/ui/dialog";
import { ShownOnce } from "@/components/ui/shown-once";
import { Time } from "@/components/ui/time";
import type { OneTimeLink } from "@/lib/auth/schema";

/** A link as the API answers with it. */
export type ReceivedLink = Omit<OneTimeLink, "expiresAt"> & { expiresAt: string };

interface LinkOnceProps {
  /** Purpose of the link: "Link for Ada to choose a password". */
  title: string;
  link: ReceivedLink;
  onClose: () => void;
}

/** Shows a link that cannot be shown again, for copying. */
export function LinkOnce({ title, link, onClose }: LinkOnceProps) {
  return (
    <Dialog
      open
      onOpenChange={(open) => !open && onClose()}
      title={title}
      description={
        link.mailed
          ? "It is sent to them by e-mail. It is shown here only now, and works once."
          : "It is shown only now and works once. No e-mail is sent: give it to them yourself."
      }
      footer={
        <Button variant="primary" onClick={onClose}>
          Done
        </Button>
      }
    >
      <div className="grid gap-3">
        <ShownOnce text={link.url} label="Copy link" />
        <p className="text-sm text-muted">
          It works until <Time at={link.expiresAt} />.
        </p>
      </div>
    </Dialog>
  );
}

interface PasswordLinkProps {
  /** Name of the account's owner. */
  name: string;
  link: ReceivedLink;
  onClose: () => void;
}

/** Shows the link with which the owner of an account chooses a password. */
export function PasswordLink({ name, ...shown }: PasswordLinkProps) {
  return <LinkOnce title={`Link for ${name} to choose a password`} {...shown} />;
}
