"use client";

import { ChevronDown, Download } from "lucide-react";
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
  /** The dataset's or batch's id. */
  study: string;
  /** What there is none of in it. */
  lacks: readonly ExportContent[];
  /** Named after what is exported, where several menus stand on one page. */
  label?: string;
  size?: "sm" | "md";
}

/** The formats a dataset or batch can be taken along in, and why not in some of them. */
export function ExportMenu({ study, lacks, label, size }: ExportMenuProps) {
  return (
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
        return { label: name, href: `/api/v1/exports/${study}?format=${format}`, download: true };
      })}
    />
  );
}
