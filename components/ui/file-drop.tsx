"use client";

import clsx from "clsx";
import { Upload } from "lucide-react";
import { type DragEvent, useId, useState } from "react";
import { formatBytes } from "./format";

interface FileDropProps {
  /** Label: "Drop a data file here". */
  label: string;
  /** Extensions with their dot: [".jsonl", ".csv"]. */
  accept: readonly string[];
  /** Largest accepted file, in bytes. */
  maxBytes: number;
  multiple?: boolean;
  disabled?: boolean;
  /** Called with the files of the right type and size. Others are reported in place. */
  onFiles: (files: File[]) => void;
  className?: string;
}

/** Drop zone that also opens a file dialog. */
export function FileDrop({
  label,
  accept,
  maxBytes,
  multiple = false,
  disabled = false,
  onFiles,
  className,
}: FileDropProps) {
  const id = useId();
  const [isOver, setIsOver] = useState(false);
  const [refusals, setRefusals] = useState<string[]>([]);

  function take(files: File[]) {
    const refused: string[] = [];
    const taken: File[] = [];
    for (const file of multiple ? files : files.slice(0, 1)) {
      const reason = refusal(file, accept, maxBytes);
      if (reason) refused.push(reason);
      else taken.push(file);
    }
    if (!multiple && files.length > 1)
      refused.push("Only the first file was accepted. Choose one file at a time.");
    setRefusals(refused);
    if (taken.length > 0) onFiles(taken);
  }

  function drop(event: DragEvent) {
    event.preventDefault();
    setIsOver(false);
    if (!disabled) take([...event.dataTransfer.files]);
  }

  return (
    <div className={clsx("grid gap-2", className)}>
      <label
        htmlFor={id}
        onDragOver={(event) => {
          event.preventDefault();
          if (!disabled) setIsOver(true);
        }}
        onDragLeave={() => setIsOver(false)}
        onDrop={drop}
        className={clsx(
          "grid cursor-pointer justify-items-center gap-1 rounded-md border border-dashed border-control px-6 py-8 text-center transition-colors",
          "has-focus-visible:outline-2 has-focus-visible:outline-offset-2 has-focus-visible:outline-focus",
          isOver ? "border-accent bg-accent-soft" : "bg-surface hover:bg-hover",
          disabled && "pointer-events-none opacity-60",
        )}
      >
        <Upload aria-hidden="true" className="mb-1 size-5 stroke-[1.5] text-muted" />
        <span className="text-sm font-medium">{label}</span>
        <span id={`${id}-hint`} className="text-xs text-muted">
          or choose {multiple ? "files" : "a file"} · {accept.join(", ")} · up to {formatBytes(maxBytes)}
        </span>
        <input
          id={id}
          type="file"
          accept={accept.join(",")}
          multiple={multiple}
          disabled={disabled}
          aria-describedby={`${id}-hint`}
          onChange={(event) => {
            take([...(event.target.files ?? [])]);
            // So that choosing the same file again fires a change event.
            event.target.value = "";
          }}
          className="sr-only"
        />
      </label>
      <ul role="alert" className="grid gap-1 text-xs text-danger empty:hidden">
        {refusals.map((reason) => (
          <li key={reason}>{reason}</li>
        ))}
      </ul>
    </div>
  );
}

function refusal(file: File, accept: readonly string[], maxBytes: number): string | null {
  const name = file.name.toLowerCase();
  if (!accept.some((ending) => name.endsWith(ending.toLowerCase()))) {
    return `${file.name} was not accepted. Choose a file of one of these kinds: ${accept.join(", ")}.`;
  }
  if (file.size > maxBytes) {
    return `${file.name} was not accepted: it has ${formatBytes(file.size)}, and the limit is ${formatBytes(maxBytes)}.`;
  }
  if (file.size === 0) return `${file.name} was not accepted: it is empty.`;
  return null;
}
