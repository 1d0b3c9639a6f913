"use client";

import { useRouter } from "next/navigation";
import { useState } from "react";
import type { AnnotatorCandidate } from "@/app/projects/[project]/batches/design-choices";
import { PeoplePicker } from "@/app/projects/[project]/batches/people-picker";
import { Button } from "@/components/ui/button";
import { Checkbox } from "@/components/ui/checkbox";
import { formatQuantity } from "@/components/ui/format";
import { useToast } from "@/components/ui/toast";
import type { ShareBody } from "@/lib/adjudication/schema";
import { callApi } from "@/lib/http/client";

interface ShareOutProps {
  batch: string;
  /** The admins and named adjudicators. */
  people: readonly AnnotatorCandidate[];
  adjudicators: readonly string[];
  undecided: number;
  /** Undecided cases that are nobody's. */
  unassigned: number;
  isShared: boolean;
}

/** Form that shares out the undecided cases evenly among adjudicators. */
export function ShareOut({ batch, people, adjudicators, undecided, unassigned, isShared }: ShareOutProps) {
  const router = useRouter();
  const toast = useToast();
  const [among, setAmong] = useState<string[]>([...adjudicators]);
  const [anew, setAnew] = useState(false);
  const [busy, setBusy] = useState(false);
  const open = anew ? undecided : unassigned;

  async function share(body: ShareBody) {
    setBusy(true);
    const answer = await callApi<{ shared: number }>(
      "POST",
      `/api/v1/batches/${batch}/adjudication/shares`,
      body,
    );
    setBusy(false);
    if (!answer.ok) {
      toast.show({ title: "Nothing was shared out", description: answer.error.message, tone: "danger" });
      return;
    }
    const { shared } = answer.value;
    toast.show({
      title: body.among.length === 0 ? "Cases are no longer shared out" : "Cases shared out",
      description: `${formatQuantity(shared, "case")} reassigned.`,
      tone: "positive",
    });
    router.refresh();
  }

  return (
    <div className="grid gap-4">
      <p className="max-w-prose text-sm text-muted">
        Each person gets about as many undecided cases as the others; neighbouring ones stay together. A case
        is opened next for its assignee. Others can still decide it.
      </p>
      <PeoplePicker
        legend="Share out among"
        people={people}
        chosen={among}
        onChange={setAmong}
        empty="Name adjudicators first."
      />
      {isShared && (
        <Checkbox
          label="Reassign all cases, including assigned ones"
          checked={anew}
          onCheckedChange={setAnew}
        />
      )}
      <ShareButtons among={among} open={open} busy={busy} share={share} anew={anew} isShared={isShared} />
    </div>
  );
}

interface ShareButtonsProps {
  among: string[];
  open: number;
  busy: boolean;
  share: (body: ShareBody) => Promise<void>;
  anew: boolean;
  isShared: boolean;
}

function ShareButtons({ among, open, busy, share, anew, isShared }: ShareButtonsProps) {
  return (
    <div className="flex flex-wrap gap-2">
      <Button disabled={among.length === 0 || open === 0} busy={busy} onClick={() => share({ among, anew })}>
        Share out {formatQuantity(open, "undecided case")}
      </Button>
      {isShared && (
        <Button busy={busy} onClick={() => share({ among: [], anew: true })}>
          Take all back
        </Button>
      )}
    </div>
  );
}
