"use client";

import { ChevronDown, Download } from "lucide-react";
import { useState } from "react";
import { TrainingDialog } from "@/app/projects/[project]/exports/training-dialog";
import { Button } from "@/components/ui/button";
import { DropdownMenu } from "@/components/ui/dropdown-menu";
import {
  EXPORT_FORMATS,
  type ExportContent,
  FORMAT_WORDS,
  LACK_WORDS,
  REQUIRED_CONTENT,
} from "@/lib/export/schema";

interface ExportMenuProps {
  /** Id of the dataset or batch. */
  study: string;
  /** Contents it has none of. */
  lacks: readonly ExportContent[];
  /** Accessible name with what is exported, where a page has several menus. */
  label?: string;
  size?: "sm" | "md";
}

/** Export formats of a dataset or batch, with the reason where one is unavailable. */
export function ExportMenu({ study, lacks, label, size }: ExportMenuProps) {
  const [isTraining, setTraining] = useState(false);
  return (
    <>
      <DropdownMenu
        label={label}
        trigger={
          <Button size={size} aria-label={label}>
            <Download aria-hidden="true" />
            Export
            <ChevronDown aria-hidden="true" />
          </Button>
        }
        items={EXPORT_FORMATS.map((format) => {
          const { name } = FORMAT_WORDS[format];
          const content = REQUIRED_CONTENT[format];
          if (content && lacks.includes(content)) return { label: name, why: LACK_WORDS[content] };
          if (format === "training") return { label: `${name}…`, onSelect: () => setTraining(true) };
          return { label: name, href: `/api/v1/exports/${study}?format=${format}`, download: true };
        })}
      />
      <TrainingDialog study={study} open={isTraining} onOpenChange={setTraining} />
    </>
  );
}
