"use client";

import { useRef, useState } from "react";
import { useTranslations } from "@/components/i18n/translations";
import { Field } from "@/components/ui/field";
import { Panel } from "@/components/ui/panel";
import { Select } from "@/components/ui/select";
import { useToast } from "@/components/ui/toast";
import { callApi } from "@/lib/http/client";
import type { NoticeChoice, NoticeChoices, NoticeKind } from "@/lib/notice/schema";

type Choices = NoticeChoices["choices"];

const CHOICES: { value: NoticeChoice; label: string }[] = [
  { value: "mail", label: "Soon" },
  { value: "daily", label: "Once a day" },
  { value: "off", label: "Never" },
];

/** For each kind of event, when the user gets mail about it. */
export function NoticeMail({ initial }: { initial: Choices }) {
  const [choices, setChoices] = useState(initial);
  const toast = useToast();
  const t = useTranslations();

  const saved = useRef(initial);
  const saving = useRef(Promise.resolve());

  async function save(kind: NoticeKind, choice: NoticeChoice) {
    const outcome = await callApi("PUT", "/api/v1/account/notices", { choices: { [kind]: choice } });
    if (outcome.ok) {
      saved.current = { ...saved.current, [kind]: choice };
      return;
    }
    setChoices((all) => ({ ...all, [kind]: saved.current[kind] }));
    toast.show({ tone: "danger", title: "Nothing was changed", description: outcome.error.message });
  }

  /** Saves one change after the other, so that of quick ones the last is saved. */
  function change(kind: NoticeKind, choice: NoticeChoice) {
    setChoices((all) => ({ ...all, [kind]: choice }));
    saving.current = saving.current.then(() => save(kind, choice));
  }

  return (
    <Panel
      id="notices"
      title="Mail about my work"
      description="All notices are in your inbox too. “Soon” sends collected notices, at most every 15 minutes; “once a day” sends them at 06:00 UTC. Invitations and password links are always sent."
    >
      <div className="grid gap-3 sm:grid-cols-2">
        {(Object.keys(initial) as NoticeKind[]).map((kind) => (
          <Field key={kind} label={t(`notice.kind.${kind}`)}>
            <Select
              value={choices[kind] ?? "mail"}
              onValueChange={(choice) => change(kind, choice as NoticeChoice)}
              choices={CHOICES}
            />
          </Field>
        ))}
      </div>
    </Panel>
  );
}
