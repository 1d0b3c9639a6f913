"use client";

import { Download, Link2, Pencil } from "lucide-react";
import { useRouter } from "next/navigation";
import { type ComponentProps, useState } from "react";
import { ChangeLink } from "@/app/projects/[project]/batches/[batch]/participation/change-link";
import { CreateLink } from "@/app/projects/[project]/batches/[batch]/participation/create-link";
import type { LinkLine } from "@/app/projects/[project]/batches/[batch]/participation/link-line";
import { ProlificStudy } from "@/app/projects/[project]/batches/[batch]/participation/prolific/study";
import { ReadmitParticipant } from "@/app/projects/[project]/batches/[batch]/participation/readmit-participant";
import { Badge } from "@/components/ui/badge";
import { Button } from "@/components/ui/button";
import { buttonClass } from "@/components/ui/button-class";
import { CopyButton } from "@/components/ui/copy-button";
import { EmptyState } from "@/components/ui/empty-state";
import { formatCount, formatQuantity } from "@/components/ui/format";
import { Panel } from "@/components/ui/panel";
import { ProgressBar } from "@/components/ui/progress-bar";
import { Time } from "@/components/ui/time";
import { useToast } from "@/components/ui/toast";
import { callApi } from "@/lib/http/client";
import { addressFor } from "@/lib/participation/rules";
import { externalQuestion, isTurkLink } from "@/lib/participation/rules/turk";
import type { ProlificStudyView } from "@/lib/prolific/schema";

interface ParticipationLinksProps {
  batch: string;
  links: readonly LinkLine[];
  readOnly: boolean;
  /** The links' studies on Prolific, and the project's connection to it. */
  prolific: Pick<LinkItemProps, "connection" | "settings" | "isOpen"> & {
    studies: ReadonlyMap<string, ProlificStudyView>;
  };
  /** The batch has an exam, so participants may fail it and get another return address. */
  hasExam: boolean;
}

const tones = { open: "positive", expired: "warning", closed: "neutral" } as const;
const words = { open: "Open", expired: "Expired", closed: "Closed" } as const;

/** Participation links of a batch with usage, address and parameter mapping. */
export function ParticipationLinks({ batch, links, readOnly, hasExam, prolific }: ParticipationLinksProps) {
  const { studies, ...recruiting } = prolific;
  return (
    <Panel
      flush
      title="Crowd links"
      description="An assignment without a save for the time that the batch allows becomes available to others again."
      actions={!readOnly && <CreateLink batch={batch} hasExam={hasExam} />}
    >
      {links.length === 0 ? (
        <EmptyState icon={<Link2 />} title="No links yet">
          Make one for each group of people that you recruit, and paste its address into the platform.
        </EmptyState>
      ) : (
        <ul className="divide-y">
          {links.map((link) => (
            <LinkItem
              key={link.id}
              link={link}
              readOnly={readOnly}
              study={studies.get(link.id) ?? null}
              {...recruiting}
            />
          ))}
        </ul>
      )}
    </Panel>
  );
}

interface LinkItemProps extends Omit<ComponentProps<typeof ProlificStudy>, "link"> {
  link: LinkLine;
}

function LinkItem({ link, readOnly, ...recruiting }: LinkItemProps) {
  const [changing, setChanging] = useState(false);
  const router = useRouter();
  const toast = useToast();

  async function turn(closed: boolean) {
    const outcome = await callApi("PATCH", `/api/v1/participation/${link.id}`, { closed });
    if (outcome.ok)
      toast.show({ tone: "positive", title: closed ? "Nobody new gets in" : "The link is open again" });
    else toast.show({ tone: "danger", title: "Nothing was changed", description: outcome.error.message });
    router.refresh();
  }

  return (
    <li className="grid grid-cols-1 gap-3 p-4" aria-label={link.name}>
      <div className="flex flex-wrap items-center justify-between gap-2">
        <h3 className="flex flex-wrap items-center gap-2 text-base wrap-anywhere">
          {link.name}
          <Badge tone={tones[link.state]}>{words[link.state]}</Badge>
        </h3>
        <LinkButtons link={link} readOnly={readOnly} setChanging={setChanging} turn={turn} />
      </div>
      {isTurkLink(link) ? <TurkQuestion link={link} /> : <LinkAddress link={link} />}
      <LinkProgress link={link} />
      {link.personParameter === "PROLIFIC_PID" && (
        <ProlificStudy link={link} readOnly={readOnly} {...recruiting} />
      )}
      {changing && <ChangeLink link={link} onClose={() => setChanging(false)} />}
    </li>
  );
}

/** The address to paste into a platform. */
function LinkAddress({ link }: { link: LinkLine }) {
  const address = addressFor(link.url, link);
  return (
    <div className="flex items-center gap-2 rounded-md border bg-sunken py-1 pr-1 pl-3">
      <code className="min-w-0 flex-1 text-xs wrap-anywhere">{address}</code>
      <CopyButton text={address} label={`Copy the address of ${link.name}`} />
    </div>
  );
}

/** The question to create a HIT with: Mechanical Turk adds the parameters itself. */
function TurkQuestion({ link }: { link: LinkLine }) {
  const question = externalQuestion(link.url);
  return (
    <div className="grid gap-1">
      <p className="text-sm text-muted">
        The question of a HIT (ExternalQuestion), with as many assignments as there are participants.
        {!link.url.startsWith("https://") && " Mechanical Turk wants an address that begins with https://."}
      </p>
      <div className="flex items-start gap-2 rounded-md border bg-sunken py-1 pr-1 pl-3">
        <pre className="min-w-0 flex-1 py-1 font-mono text-xs wrap-anywhere whitespace-pre-wrap">
          {question}
        </pre>
        <CopyButton text={question} label={`Copy the question of ${link.name}`} />
      </div>
    </div>
  );
}

interface LinkButtonsProps {
  link: LinkLine;
  readOnly: boolean;
  setChanging: (value: boolean) => void;
  turn: (closed: boolean) => Promise<void>;
}

function LinkButtons({ link, readOnly, setChanging, turn }: LinkButtonsProps) {
  return (
    <span className="flex flex-wrap gap-2">
      <a href={`/api/v1/participation/${link.id}/mapping`} download className={buttonClass({ size: "sm" })}>
        <Download aria-hidden="true" />
        Who is who (CSV)
      </a>
      {!readOnly && (
        <>
          {link.started > 0 && <ReadmitParticipant link={link} />}
          <Button size="sm" onClick={() => setChanging(true)}>
            <Pencil aria-hidden="true" />
            Change
          </Button>
          <Button size="sm" onClick={() => turn(link.state !== "closed")}>
            {link.state === "closed" ? "Open again" : "Close"}
          </Button>
        </>
      )}
    </span>
  );
}

/** The used part of the link's quota. */
function LinkProgress({ link }: { link: LinkLine }) {
  return (
    <div className="grid gap-1.5">
      <ProgressBar
        label={`Completed through ${link.name}`}
        value={link.completed}
        max={Math.max(link.quota, link.completed)}
        tone={link.completed >= link.quota ? "positive" : "accent"}
      />
      <p className="flex flex-wrap gap-x-4 text-sm text-muted tabular-nums">
        <span>
          {formatCount(link.completed)} of {formatCount(link.quota)} completed
        </span>
        <span>{formatCount(link.working)} at work</span>
        <span>{formatCount(link.started)} started</span>
        <span>{formatCount(link.left)} timed out</span>
        {link.screened > 0 && <span>{formatCount(link.screened)} screened out</span>}
        <span>
          {link.share === null
            ? "as many assignments as there are"
            : `${formatQuantity(link.share, "assignment")} each`}
        </span>
        {link.completionCode && <span>code {link.completionCode}</span>}
        {link.screenedCode && <span>for those who do not pass {link.screenedCode}</span>}
        {link.until && (
          <span>
            until <Time at={link.until} />
          </span>
        )}
      </p>
    </div>
  );
}
