"use client";

import { useRouter } from "next/navigation";
import { useRef, useState } from "react";
import { FilePreview } from "@/app/projects/[project]/data/import/file-preview";
import { type FileChoices, type Upload, uploadStudy } from "@/app/projects/[project]/data/import/upload";
import { Banner } from "@/components/ui/banner";
import { Button } from "@/components/ui/button";
import { Field } from "@/components/ui/field";
import { FileDrop } from "@/components/ui/file-drop";
import { formatBytes, formatPercent } from "@/components/ui/format";
import { Input } from "@/components/ui/input";
import { ProgressBar } from "@/components/ui/progress-bar";
import { type Beginning, type DetectedFormat, detect } from "@/lib/dataset/rules/formats/detect";
import type { EarlierMapping } from "@/lib/dataset/rules/formats/earlier-mapping";
import { beginningOf } from "@/lib/dataset/rules/formats/file-head";
import { isParquet, whyUnreadable } from "@/lib/dataset/rules/formats/file-kind";

/** Largest upload: 1 GB; the server accepts slightly more. */
const MOST_BYTES = 1_000_000_000;

interface Chosen {
  file: File;
  beginning: Beginning;
  detected: DetectedFormat;
}

interface UploadFormProps {
  project: string;
  /** The mappings of columns of the latest files. */
  earlier: readonly EarlierMapping[];
}

/**
 * Uploads a file: study files at once, as they describe themselves; others after a preview of the mapping.
 * Then opens the page of the import.
 */
export function UploadForm({ project, earlier }: UploadFormProps) {
  const [name, setName] = useState("");
  const [chosen, setChosen] = useState<Chosen>();
  const [file, setFile] = useState<File>();
  const [sent, setSent] = useState(0);
  const [problem, setProblem] = useState<string>();
  const upload = useRef<Upload>(null);
  const router = useRouter();

  async function look(given: File) {
    setProblem(undefined);
    const beginning = await beginningOf(given, given.name);
    const refusal = isParquet(beginning.head)
      ? "This Parquet file is damaged, or its encoding is not supported. Write it again, or as JSONL."
      : whyUnreadable(beginning.head, given.name, beginning.whole);
    if (refusal) return setProblem(`${given.name}: ${refusal}`);
    const detected = await detect(beginning);
    if (!detected) return setProblem(`${given.name} is empty.`);
    if (detected.shape === "study") await send(given, {});
    else setChosen({ file: given, beginning, detected });
  }

  async function send(given: File, choices: FileChoices) {
    setChosen(undefined);
    setFile(given);
    setSent(0);
    const own = uploadStudy(project, given, { name: name.trim(), ...choices }, setSent);
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
    return <UploadProgress file={file} cancel={cancel} sent={sent} words={words} />;
  }
  return (
    <div className="grid gap-4">
      {problem && (
        <Banner tone="danger" live title="The file was not imported">
          {problem}
        </Banner>
      )}
      <Field label="Name of the dataset" hint="Left empty, the study's own name is used, or the file's.">
        <Input value={name} maxLength={200} onChange={(event) => setName(event.target.value)} />
      </Field>
      {chosen ? (
        <FilePreview
          key={chosen.file.name}
          file={chosen.file}
          beginning={chosen.beginning}
          initial={chosen.detected}
          earlier={earlier}
          onCancel={() => setChosen(undefined)}
          onImport={(choices) => void send(chosen.file, choices)}
        />
      ) : (
        <FileDrop
          label="Drop a study file here, or a table or an export of another tool"
          accept={[".jsonl", ".ndjson", ".json", ".csv", ".tsv", ".txt", ".gz", ".parquet", ".xlsx", ".eval"]}
          maxBytes={MOST_BYTES}
          onFiles={([first]) => {
            if (first) void look(first);
          }}
        />
      )}
    </div>
  );
}

interface UploadProgressProps {
  file: File;
  cancel: () => void;
  sent: number;
  words: string;
}

/** The uploaded share of the file, with a button to stop. */
function UploadProgress({ file, cancel, sent, words }: UploadProgressProps) {
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
