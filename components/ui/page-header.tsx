"use client";

import { ChevronRight } from "lucide-react";
import type { ReactNode } from "react";
import { useTranslations } from "@/components/i18n/translations";
import { Link } from "@/components/ui/link";

export interface Breadcrumb {
  label: string;
  href: string;
}

interface PageHeaderProps {
  title: ReactNode;
  /** The path to this page, without the page itself. */
  breadcrumbs?: readonly Breadcrumb[];
  /** A badge with the state of the page's subject. */
  state?: ReactNode;
  /** One or two lines: what can be done or seen here. */
  description?: ReactNode;
  /** The primary action, last, and at most a few secondary ones before it. */
  actions?: ReactNode;
}

/** Title of a page with its state, description and primary action. */
export function PageHeader({ title, breadcrumbs = [], state, description, actions }: PageHeaderProps) {
  const t = useTranslations();
  return (
    <header className="flex flex-wrap items-end justify-between gap-x-6 gap-y-3">
      <div className="grid min-w-0 gap-1">
        {breadcrumbs.length > 0 && (
          <nav aria-label={t("ui.breadcrumbs")} className="print:hidden">
            <ol className="flex flex-wrap items-center gap-1 text-sm text-muted">
              {breadcrumbs.map((crumb) => (
                <li key={crumb.href} className="flex items-center gap-1">
                  <Link href={crumb.href} className="rounded-sm hover:text-ink hover:underline">
                    {crumb.label}
                  </Link>
                  <ChevronRight aria-hidden="true" className="size-3.5 opacity-60 rtl:-scale-x-100" />
                </li>
              ))}
            </ol>
          </nav>
        )}
        <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
          <h1 className="min-w-0 text-xl wrap-break-word">{title}</h1>
          {state}
        </div>
        {description && <div className="max-w-prose text-sm text-pretty text-muted">{description}</div>}
      </div>
      {actions && <div className="flex flex-wrap items-center gap-2">{actions}</div>}
    </header>
  );
}
