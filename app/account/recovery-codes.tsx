"use client";

import { type ReactNode, useState } from "react";
import { ConfirmIdentity, type Proof } from "@/app/account/confirm-identity";
import { AlertDialog } from "@/components/ui/alert-dialog";
import { Banner } from "@/components/ui/banner";
import { Button } from "@/components/ui/button";
import { CopyButton } from "@/components/ui/copy-button";
import { formatQuantity } from "@/components/ui/format";
import { callApi } from "@/lib/http/client";

/** Shows recovery codes, the only time that they can be seen. */
export function RecoveryCodesDialog({ codes, onClose }: { codes: readonly string[]; onClose: () => void }) {
  return (
    <AlertDialog
      open
      // Neither Escape nor a click beside it: the codes would be gone.
      onOpenChange={() => {}}
      title="Your recovery codes"
      description="Each signs you in once if you lose your app or passkeys. They are shown only now: print them, or keep them in a password manager."
      actions={
        <Button variant="primary" onClick={onClose}>
          I have stored them
        </Button>
      }
    >
      <div className="grid justify-items-start gap-3">
        <ul className="grid gap-x-8 gap-y-1 font-mono text-sm sm:grid-cols-2">
          {codes.map((code) => (
            <li key={code}>{code}</li>
          ))}
        </ul>
        <CopyButton text={codes.join("\n")} label="Copy all" />
      </div>
    </AlertDialog>
  );
}

interface RecoveryCodesLeftProps {
  passkeys: number;
  /** Number of recovery codes not used yet. */
  left: number;
  onRenewed: (codes: string[]) => void;
  /** More buttons in the same line. */
  children?: ReactNode;
}

/** Says when few recovery codes are left, and makes new ones for a code or a passkey. */
export function RecoveryCodesLeft({ passkeys, left, onRenewed, children }: RecoveryCodesLeftProps) {
  const [renewing, setRenewing] = useState(false);

  async function renew(proof: Proof) {
    const path = "/api/v1/account/second-factor/recovery-codes";
    const made = await callApi<{ recoveryCodes: string[] }>("POST", path, proof);
    if (made.ok) onRenewed(made.value.recoveryCodes);
    return made;
  }

  return (
    <>
      {left < 3 && (
        <Banner tone="warning" title={`You have ${formatQuantity(left, "recovery code")} left.`}>
          Make new ones. If you lose app, passkey and codes, only a site admin can give you access again.
        </Banner>
      )}
      <div className="flex flex-wrap gap-2">
        <Button onClick={() => setRenewing(true)}>New recovery codes</Button>
        {children}
      </div>
      {renewing && (
        <ConfirmIdentity
          requires="second-factor"
          passkeys={passkeys}
          title="Make new recovery codes?"
          description="Your old codes stop working."
          verb="Make new codes"
          onProof={renew}
          onClose={() => setRenewing(false)}
        />
      )}
    </>
  );
}
