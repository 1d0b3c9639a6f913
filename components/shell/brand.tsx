"use client";

import clsx from "clsx";
import { useTranslations } from "@/components/i18n/translations";
import { Link } from "@/components/ui/link";
import { Logo } from "./logo";

/** The product's name, linking to the home page. Compact hides the word on small screens. */
export function Brand({ compact = false }: { compact?: boolean }) {
  const t = useTranslations();
  return (
    <Link
      href="/"
      data-tour="home"
      aria-label={t("frame.home")}
      className="flex shrink-0 items-center gap-2 rounded-md"
    >
      <Logo className="size-6 text-accent" />
      <span className={clsx("text-base font-semibold tracking-tight", compact && "max-md:hidden")}>
        Countersign
      </span>
    </Link>
  );
}
