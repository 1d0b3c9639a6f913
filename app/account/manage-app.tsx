"use client";

import { useState } from "react";
import { ConfirmIdentity, type Proof } from "@/app/account/confirm-identity";
import { RecoveryCodesLeft } from "@/app/account/recovery-codes";
import { Button } from "@/components/ui/button";
import { useToast } from "@/components/ui/toast";
import { callApi } from "@/lib/http/client";

interface ManageAppProps {
  passkeys: number;
  recoveryCodes: number;
  onRenewed: (codes: string[]) => void;
  onRemoved: () => void;
}

/** New recovery codes, or an end of the authenticator app: both for a code or a passkey. */
export function ManageApp({ passkeys, recoveryCodes, onRenewed, onRemoved }: ManageAppProps) {
  const [leaving, setLeaving] = useState(false);
  const toast = useToast();

  async function remove(proof: Proof) {
    const removed = await callApi("DELETE", "/api/v1/account/second-factor", proof);
    if (!removed.ok) return removed;
    toast.show({ tone: "positive", title: "The authenticator app is switched off" });
    onRemoved();
    return removed;
  }

  return (
    <div className="grid gap-4">
      <RecoveryCodesLeft passkeys={passkeys} left={recoveryCodes} onRenewed={onRenewed}>
        <Button variant="danger" onClick={() => setLeaving(true)}>
          Switch off
        </Button>
      </RecoveryCodesLeft>
      {leaving && (
        <ConfirmIdentity
          requires="second-factor"
          passkeys={passkeys}
          title="Switch off the authenticator app?"
          verb="Switch off"
          onProof={remove}
          onClose={() => setLeaving(false)}
        />
      )}
    </div>
  );
}
