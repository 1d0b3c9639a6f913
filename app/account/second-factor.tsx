"use client";

import { useRouter } from "next/navigation";
import { useState } from "react";
import { ManageApp } from "@/app/account/manage-app";
import { RecoveryCodesDialog } from "@/app/account/recovery-codes";
import { SetUpApp } from "@/app/account/set-up-app";
import { Badge } from "@/components/ui/badge";
import { Panel } from "@/components/ui/panel";

interface SecondFactorProps {
  on: boolean;
  /** Number of passkeys. */
  passkeys: number;
  /** Number of recovery codes not used yet. */
  recoveryCodes: number;
}

/** The authenticator app of an account that has a password. */
export function SecondFactor({ on, passkeys, recoveryCodes }: SecondFactorProps) {
  const [codes, setCodes] = useState<string[]>();
  const router = useRouter();

  function show(made: string[]) {
    setCodes(made);
    router.refresh();
  }

  return (
    <Panel
      title="Authenticator app"
      description="With one, a stolen password is not enough to sign in as you."
      actions={<Badge tone={on ? "positive" : "neutral"}>{on ? "On" : "Off"}</Badge>}
    >
      {on ? (
        <ManageApp
          passkeys={passkeys}
          recoveryCodes={recoveryCodes}
          onRenewed={show}
          onRemoved={() => router.refresh()}
        />
      ) : (
        <SetUpApp onConfirmed={show} />
      )}
      {codes && <RecoveryCodesDialog codes={codes} onClose={() => setCodes(undefined)} />}
    </Panel>
  );
}
