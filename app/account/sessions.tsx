"use client";

import { useRouter } from "next/navigation";
import { useState } from "react";
import { Badge } from "@/components/ui/badge";
import { Banner } from "@/components/ui/banner";
import { Button } from "@/components/ui/button";
import { Checkbox } from "@/components/ui/checkbox";
import { ConfirmDialog } from "@/components/ui/confirm-dialog";
import { formatQuantity } from "@/components/ui/format";
import { Panel } from "@/components/ui/panel";
import { Time } from "@/components/ui/time";
import { callApi } from "@/lib/http/client";
import { useRequest } from "@/lib/http/use-request";

interface SessionLine {
  id: string;
  isCurrent: boolean;
  since: string;
  lastSeen: string;
}

/** Sessions of the account, each with a way to end it. */
export function Sessions({
  sessions,
  tokenCount,
}: {
  sessions: readonly SessionLine[];
  /** Number of valid API tokens. */
  tokenCount: number;
}) {
  const [leaving, setLeaving] = useState(false);
  const [endsTokens, setEndsTokens] = useState(false);
  const { error, send } = useRequest();
  const router = useRouter();

  async function end(id: string) {
    await send(() => callApi("DELETE", `/api/v1/sessions/${id}`));
    router.refresh();
  }

  async function endAll() {
    const path = `/api/v1/sessions?tokens=${endsTokens ? "revoke" : "keep"}`;
    if (await send(() => callApi("DELETE", path))) window.location.assign("/sign-in?ended");
  }

  return (
    <Panel
      flush
      title="Signed in"
      description="A session ends after 8 hours without use, and after 24 hours in any case."
      actions={<Button onClick={() => setLeaving(true)}>Sign out everywhere</Button>}
    >
      {error && <Banner tone="danger" title={error.message} live className="m-4" />}
      <ul className="divide-y text-sm">
        {sessions.map(({ id, isCurrent, since, lastSeen }) => (
          <SessionItem key={id} id={id} since={since} lastSeen={lastSeen} isCurrent={isCurrent} end={end} />
        ))}
      </ul>
      <ConfirmDialog
        open={leaving}
        onOpenChange={setLeaving}
        title="Sign out everywhere?"
        description="All your sessions end, this one included. Unsaved work in another tab is kept there until you sign in again."
        confirmLabel="Sign out everywhere"
        onConfirm={endAll}
      >
        {tokenCount > 0 && (
          <Checkbox
            label={`Revoke ${formatQuantity(tokenCount, "API token")} as well`}
            hint="Choose this if a computer is lost or someone else may know a token."
            checked={endsTokens}
            onCheckedChange={setEndsTokens}
          />
        )}
      </ConfirmDialog>
    </Panel>
  );
}

interface SessionItemProps {
  id: string;
  since: string;
  lastSeen: string;
  isCurrent: boolean;
  end: (id: string) => Promise<void>;
}

/** One session, with a way to end it. */
function SessionItem({ id, since, lastSeen, isCurrent, end }: SessionItemProps) {
  return (
    <li className="flex flex-wrap items-center justify-between gap-2 px-4 py-2.5">
      <span className="flex flex-wrap items-center gap-x-2">
        Since <Time at={since} />
        <span className="text-muted">
          last seen <Time at={lastSeen} />
        </span>
      </span>
      {isCurrent ? (
        <Badge tone="accent">This browser</Badge>
      ) : (
        <Button size="sm" onClick={() => end(id)}>
          Sign out
        </Button>
      )}
    </li>
  );
}
