"use client";

import { FileText } from "lucide-react";
import { useState } from "react";
import { Button } from "@/components/ui/button";
import { ConfirmDialog } from "@/components/ui/confirm-dialog";
import { guidelinesFor, isUnedited } from "@/lib/protocol/rules/guidelines";
import { presetOf } from "@/lib/protocol/rules/presets";
import type { PresetId } from "@/lib/protocol/schema";

interface SuggestedGuidelinesProps {
  preset: PresetId;
  text: string;
  onChange: (text: string) => void;
}

/** Starts the guidelines with the text for a preset; asks first where somebody's own words would be lost. */
export function SuggestedGuidelines({ preset, text, onChange }: SuggestedGuidelinesProps) {
  const [asking, setAsking] = useState(false);
  const suggested = guidelinesFor(preset);
  const { name } = presetOf(preset);
  if (text === suggested) return null;
  return (
    <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
      <Button size="sm" onClick={() => (isUnedited(text) ? onChange(suggested) : setAsking(true))}>
        <FileText aria-hidden="true" />
        Start with a text for {name.toLowerCase()}
      </Button>
      <span className="text-xs text-muted">Yours to edit: add examples from your own material.</span>
      <ConfirmDialog
        open={asking}
        onOpenChange={setAsking}
        title="Replace the guidelines?"
        description={`The text for ${name.toLowerCase()} replaces the present text. This cannot be undone.`}
        confirmLabel="Replace"
        danger
        onConfirm={() => onChange(suggested)}
      />
    </div>
  );
}
