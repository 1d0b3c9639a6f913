"use client";

import { Check, Copy } from "lucide-react";
import { useEffect, useState } from "react";
import { useTranslations } from "@/components/i18n/translations";
import { useAnnounce } from "./announcer";
import { Button } from "./button";
import { IconButton } from "./icon-button";
import { useToast } from "./toast";

interface CopyButtonProps {
  text: string;
  /** Accessible name: "Copy link". */
  label?: string;
  /** Shows the label beside the icon. */
  wide?: boolean;
  size?: "sm" | "md";
}

/** Copies a text to the clipboard and reports the result. */
export function CopyButton({ text, label: own, wide = false, size = "sm" }: CopyButtonProps) {
  const t = useTranslations();
  const label = own ?? t("ui.copy");
  const [copied, setCopied] = useState(false);
  const announce = useAnnounce();
  const toast = useToast();

  useEffect(() => {
    if (!copied) return;
    const timer = setTimeout(() => setCopied(false), 1500);
    return () => clearTimeout(timer);
  }, [copied]);

  async function copy() {
    try {
      await navigator.clipboard.writeText(text);
      setCopied(true);
      announce(t("ui.copied"));
    } catch {
      toast.show({
        tone: "danger",
        title: t("ui.not-copied"),
        description: t("ui.not-copied.why"),
      });
    }
  }

  const icon = copied ? <Check aria-hidden="true" className="text-positive" /> : <Copy aria-hidden="true" />;
  if (!wide) {
    return (
      <IconButton label={copied ? t("ui.copied") : label} size={size} onClick={copy}>
        {icon}
      </IconButton>
    );
  }
  return (
    <Button size={size} onClick={copy}>
      {icon}
      {copied ? t("ui.copied") : label}
    </Button>
  );
}
