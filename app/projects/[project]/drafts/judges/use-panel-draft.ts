"use client";

import { useState } from "react";
import { useVisit } from "@/components/ui/use-visit";
import { FEWEST_MEMBERS, JudgeSubject, type PanelRule } from "@/lib/drafting/schema/judge-spec";
import { callApi } from "@/lib/http/client";
import { useRequest } from "@/lib/http/use-request";
import type { PanelCandidate } from "@/lib/judge/schema/judges";

export interface PanelFormProps {
  project: string;
  candidates: readonly PanelCandidate[];
  datasets: readonly { id: string; name: string }[];
  /** The version that a new one is made from; missing for a new panel. */
  from?: {
    judge: string;
    version: string;
    subject: JudgeSubject;
    members: readonly string[];
    rule: PanelRule;
    weightedOn: string | null;
  };
}

/** A panel as it is put together, and the request that makes it. */
export function usePanelDraft({ project, candidates, datasets, from }: PanelFormProps) {
  const subjects = JudgeSubject.options.filter(
    (one) => candidates.filter(({ subject }) => subject === one).length >= FEWEST_MEMBERS,
  );
  const [name, setName] = useState("");
  const [note, setNote] = useState("");
  const [subject, setSubject] = useState<JudgeSubject>(from?.subject ?? subjects[0] ?? "response");
  const [members, setMembers] = useState<readonly string[]>(from?.members ?? []);
  const [rule, setRule] = useState<PanelRule>(from?.rule ?? "majority");
  const [dataset, setDataset] = useState(from?.weightedOn ?? datasets[0]?.id ?? "");
  const { busy, error, send } = useRequest();
  const { leaving, visit } = useVisit();
  const offered = candidates.filter((one) => one.subject === subject);
  const chosen = offered.filter(({ version }) => members.includes(version)).map(({ version }) => version);
  const isWeighted = rule === "weighted";

  async function make() {
    const body = { members: chosen, rule, dataset: isWeighted ? dataset : null, note };
    const made = await send(() =>
      from
        ? callApi<{ id: string }>("POST", `/api/v1/judges/${from.judge}/panel-versions`, {
            ...{ ...body, parent: from.version },
          })
        : callApi<{ id: string }>("POST", `/api/v1/projects/${project}/judges/panels`, {
            ...{ ...body, name: name.trim() },
          }),
    );
    if (made) visit(`/projects/${project}/drafts/judges/${from?.judge ?? made.id}`);
  }

  return {
    ...{
      name,
      setName,
      note,
      setNote,
      subjects,
      subject,
      offered,
      chosen,
      rule,
      setRule,
      dataset,
      setDataset,
    },
    chooseSubject: (value: string) => {
      setSubject(JudgeSubject.parse(value));
      setRule("majority");
    },
    toggle: (version: string, wanted: boolean) =>
      setMembers(wanted ? [...members, version] : members.filter((one) => one !== version)),
    isIncomplete:
      (!from && name.trim() === "") || chosen.length < FEWEST_MEMBERS || (isWeighted && dataset === ""),
    ...{ busy: busy || leaving, error, make },
  };
}

export type PanelDraft = ReturnType<typeof usePanelDraft>;
