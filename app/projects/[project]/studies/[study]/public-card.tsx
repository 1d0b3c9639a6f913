"use client";

import { ExternalLink, Globe } from "lucide-react";
import { useState } from "react";
import { Banner } from "@/components/ui/banner";
import { Button } from "@/components/ui/button";
import { Checkbox } from "@/components/ui/checkbox";
import { ConfirmDialog } from "@/components/ui/confirm-dialog";
import { CopyButton } from "@/components/ui/copy-button";
import { FormDialog } from "@/components/ui/form-dialog";
import { Panel } from "@/components/ui/panel";
import { Time } from "@/components/ui/time";
import { useRefresh } from "@/components/ui/use-refresh";
import { callApi } from "@/lib/http/client";
import { useRequest } from "@/lib/http/use-request";
import type { VersionView } from "@/lib/study/schema";

interface PublicCardProps {
  version: Pick<VersionView, "version" | "card">;
  /** API path of the card. */
  path: string;
  isAdmin: boolean;
  archived: boolean;
}

/** Publication of a version: state and contents of its public page. */
export function PublicCard({ version: { version, card }, path, isAdmin, archived }: PublicCardProps) {
  const [publishing, setPublishing] = useState(false);
  const [revoking, setRevoking] = useState(false);
  const [texts, setTexts] = useState(card?.texts ?? false);
  const [listed, setListed] = useState(card?.listed ?? false);
  const request = useRequest();
  const { error, send } = request;
  const refresh = useRefresh();

  async function publish() {
    if (!(await send(() => callApi("PUT", path, { texts, listed })))) return false;
    await refresh();
    return true;
  }

  async function revoke() {
    if (await send(() => callApi("DELETE", path))) await refresh();
  }

  const mayPublish = isAdmin && !archived;
  return (
    <Panel
      title="Public card"
      description={
        card
          ? "Anyone with this address can read it, without an account."
          : "A page that anyone with its address can read. Off until an admin makes it."
      }
      actions={
        mayPublish && (
          <FormDialog
            open={publishing}
            onOpenChange={setPublishing}
            title={card ? `What the card of version ${version} shows` : `Make version ${version} public`}
            description="Always shown: title, authors, names of batches and datasets, where an imported study is from, design, arms, steps, criteria of the whole dataset, counts, dates, tables about groups, and every label under names made for this page. Never shown: names, e-mail addresses, platform ids, notes, reasons in words, guidelines."
            trigger={
              <Button size="sm" variant={card ? "secondary" : "primary"}>
                <Globe aria-hidden="true" />
                {card ? "Change" : "Make public"}
              </Button>
            }
            request={request}
            verb={card ? "Save" : "Make public"}
            onSubmit={publish}
          >
            <Checkbox
              checked={texts}
              onCheckedChange={setTexts}
              label="With the texts of tasks and responses"
              hint="Instructions, inputs, references, responses and the questions of their checklists can be downloaded by everyone. Make sure that this is allowed."
            />
            <Checkbox
              checked={listed}
              onCheckedChange={setListed}
              label="Search engines may list it"
              hint="Without this the page asks them not to."
            />
          </FormDialog>
        )
      }
    >
      {card ? (
        <div className="grid gap-3 text-sm">
          {error && !publishing && <Banner tone="danger" title={error.message} live />}
          <div className="flex flex-wrap items-center gap-2">
            <a
              href={card.url}
              target="_blank"
              rel="noopener"
              className="inline-flex min-w-0 items-center gap-1 text-accent underline wrap-anywhere"
            >
              {card.url}
              <ExternalLink aria-hidden="true" className="size-3.5 shrink-0" />
            </a>
            <CopyButton text={card.url} label="Copy address" />
          </div>
          <p className="text-muted">
            Public since <Time at={card.publishedAt} />, {card.texts ? "with" : "without"} the texts of tasks
            and responses, {card.listed ? "listed by search engines" : "not listed by search engines"}.
          </p>
          {isAdmin && (
            <div>
              <Button size="sm" onClick={() => setRevoking(true)}>
                Take it back
              </Button>
            </div>
          )}
        </div>
      ) : (
        <p className="text-sm text-muted">Version {version} is not public.</p>
      )}
      <ConfirmDialog
        open={revoking}
        onOpenChange={setRevoking}
        title={`Take the public card of version ${version} back?`}
        description="Its address stops working, within five minutes also for cached copies. Made public again, it gets another address."
        confirmLabel="Take it back"
        danger
        onConfirm={revoke}
      />
    </Panel>
  );
}
