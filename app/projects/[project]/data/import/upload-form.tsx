"use client";

import { useRouter } from "next/navigation";
import { useRef, useState } from "react";
import { type Upload, uploadStudy } from "@/app/projects/[project]/data/import/upload";
import { Banner } from "@/components/ui/banner";
import { Button } from "@/components/ui/button";
import { Field } from "@/components/ui/field";
import { FileDrop } from "@/components/ui/file-drop";
import { formatBytes, formatPercent } from "@/components/ui/format";
import { Input } from "@/components/ui/input";
import { ProgressBar } from "@/components/ui/progress-bar";

/** The largest file worth sending: 1 GB, of which the server takes a little more. */
const MOST_BYTES = 1_000_000_000;

/** Takes a study file, sends it, and goes on to the page that shows how it is read. */
export function UploadForm({ project }: { project: string }) {
  const [name, setName] = useState("");
  const [file, setFile] = useState<File>();
  const [sent, setSent] = useState(0);
  const [problem, setProblem] = useState<string>();
  const upload = useRef<Upload>(null);
  const router = useRouter();

  async function send(chosen: File) {
    setFile(chosen);
    setSent(0);
    setProblem(undefined);
    const own = uploadStudy(project, chosen, name.trim(), setSent);
    upload.current = own;
    const outcome = await own.outcome;
    if (upload.current !== own) return;
    if (outcome.ok) return router.push(`/projects/${project}/data/imports/${outcome.value.id}`);
    upload.current = null;
    setFile(undefined);
    setProblem(outcome.error.message);
  }

  function cancel() {
    upload.current?.abort();
    upload.current = null;
    setFile(undefined);
  }

  if (file) {
    const words = `${formatBytes(sent)} of ${formatBytes(file.size)}`;
    return (
      <div className="grid gap-3 rounded-md border p-4">
        <div className="flex items-center justify-between gap-3">
          <p className="min-w-0 text-sm font-medium wrap-break-word">{file.name}</p>
          <Button size="sm" onClick={cancel}>
            Stop upload
          </Button>
        </div>
        <ProgressBar label={`Upload of ${file.name}`} value={sent} max={file.size} text={words} />
        <p role="status" className="flex justify-between text-xs text-muted tabular-nums">
          <span>{sent < file.size ? `Uploading: ${words}` : "Uploaded; the server is storing the rest"}</span>
          <span>{formatPercent(file.size > 0 ? Math.min(1, sent / file.size) : null, 0)}</span>
        </p>
      </div>
    );
  }
  return (
    <div className="grid gap-4">
      {problem && (
        <Banner tone="danger" live title="The file was not imported">
          {problem}
        </Banner>
      )}
      <Field label="Name of the dataset" hint="Left empty, the study's own name is used.">
        <Input value={name} maxLength={200} onChange={(event) => setName(event.target.value)} />
      </Field>
      <FileDrop
        label="Drop a study file here"
        accept={[".jsonl", ".gz"]}
        maxBytes={MOST_BYTES}
        onFiles={([chosen]) => {
          if (chosen) void send(chosen);
        }}
      />
    </div>
  );
}
