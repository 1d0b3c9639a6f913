"use client";

import { useRouter } from "next/navigation";
import { useState } from "react";
import { uploadStudy } from "@/app/projects/[project]/data/import/upload";
import { exportRecord } from "@/lib/dataset/rules/records";
import type { StudyRecord } from "@/lib/dataset/schema";
import { useRequest } from "@/lib/http/use-request";

/** Imports records as a study file, then opens the page of the import. */
export function useRecordsImport(project: string) {
  const [isStarted, setStarted] = useState(false);
  const { busy, error, send } = useRequest();
  const router = useRouter();

  async function start(records: readonly StudyRecord[], fileName: string) {
    const file = new File([records.map(exportRecord).join("\n")], fileName);
    const started = await send(() => uploadStudy(project, file, { format: "study" }, () => {}).outcome);
    if (!started) return;
    setStarted(true);
    router.push(`/projects/${project}/data/imports/${started.id}`);
  }
  return { busy: busy || isStarted, error, start };
}
