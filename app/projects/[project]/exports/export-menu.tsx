"use client";

import { ChevronDown, Download } from "lucide-react";
import { Button } from "@/components/ui/button";
import { DropdownMenu } from "@/components/ui/dropdown-menu";
import { FORMAT_WORDS, FORMATS } from "@/lib/export/schema";

interface ExportMenuProps {
  /** The dataset's or batch's id. */
  study: string;
  /** Named after what is exported, where several menus stand on one page. */
  label?: string;
  size?: "sm" | "md";
}

/** The formats a dataset or batch can be taken along in. */
export function ExportMenu({ study, label, size }: ExportMenuProps) {
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
      items={FORMATS.map((format) => ({
        label: FORMAT_WORDS[format].name,
        href: `/api/v1/exports/${study}?format=${format}`,
        download: true,
      }))}
    />
  );
}
