"use client";

import { useState } from "react";
import { Field } from "@/components/ui/field";
import { Panel } from "@/components/ui/panel";
import { Select } from "@/components/ui/select";
import { useToast } from "@/components/ui/toast";
import { callApi } from "@/lib/http/client";
import type { NoticeChoice, NoticeChoices, NoticeKind } from "@/lib/notice/schema";

type Choices = NoticeChoices["choices"];

/** In the order in which they are shown. */
const EVENTS: Record<NoticeKind, string> = {
  "new-work": "New work",
  "sent-back": "Work sent back to me",
  "question-answered": "My question was answered",
  "question-asked": "An annotator asks a question",
  "batch-finished": "A batch is finished",
  "run-stopped": "A drafting run was stopped",
  "run-finished": "A drafting run has finished",
};

const CHOICES: { value: NoticeChoice; label: string }[] = [
  { value: "mail", label: "Soon" },
  { value: "daily", label: "Once a day" },
  { value: "off", label: "Never" },
];

/** For each kind of event, when the user gets mail about it. */
export function NoticeMail({ initial }: { initial: Choices }) {
  const [choices, setChoices] = useState(initial);
  const toast = useToast();

  async function change(kind: NoticeKind, choice: NoticeChoice) {
    const before = choices[kind];
    setChoices((all) => ({ ...all, [kind]: choice }));
    const outcome = await callApi("PUT", "/api/v1/account/notices", { choices: { [kind]: choice } });
    if (outcome.ok) return;
    setChoices((all) => ({ ...all, [kind]: before }));
    toast.show({ tone: "danger", title: "Nothing was changed", description: outcome.error.message });
  }

  return (
    <Panel
      title="Mail about my work"
      description="Soon means gathered, at most every 15 minutes; once a day is at 06:00 UTC. Invitations and password links are always sent."
    >
      <div className="grid gap-3 sm:grid-cols-2">
        {(Object.keys(EVENTS) as NoticeKind[])
          .filter((kind) => choices[kind] !== undefined)
          .map((kind) => (
            <Field key={kind} label={EVENTS[kind]}>
              <Select
                value={choices[kind] ?? "mail"}
                onValueChange={(choice) => void change(kind, choice as NoticeChoice)}
                choices={CHOICES}
              />
            </Field>
          ))}
      </div>
    </Panel>
  );
}
