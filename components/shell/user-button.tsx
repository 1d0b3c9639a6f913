"use client";

import type { ComponentProps } from "react";
import { useTranslations } from "@/components/i18n/translations";

/** Initials of the signed-in user: button of the user menu. */
export function UserButton({ name, ...props }: ComponentProps<"button"> & { name: string }) {
  const t = useTranslations();
  return (
    <button
      aria-haspopup="menu"
      {...props}
      type="button"
      aria-label={t("frame.account-of", { name })}
      className="hit-area grid size-7 place-items-center rounded-full border border-accent-line bg-accent-soft text-xs font-semibold text-accent hover:border-accent"
    >
      {initials(name)}
    </button>
  );
}

/** Initials of the first and last word of a name, the same on the server and in browsers of every language. */
export function initials(name: string): string {
  const words = name.trim().split(/\s+/);
  const first = words[0] ?? "";
  const last = words.length > 1 ? (words.at(-1) ?? "") : "";
  return [first, last].map((word) => [...word][0]?.toUpperCase() ?? "").join("");
}
