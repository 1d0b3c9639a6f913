"use client";

import clsx from "clsx";
import { usePathname } from "next/navigation";
import { Link } from "@/components/ui/link";
import type { Chapter } from "@/lib/documentation/schema";

interface DocsNavProps {
  /** Accessible name. */
  label: string;
  chapters: readonly Chapter[];
}

/** The table of contents, with the open page marked. */
export function DocsNav({ label, chapters }: DocsNavProps) {
  const path = usePathname();
  return (
    <nav aria-label={label} className="grid gap-4 text-sm">
      {chapters.map(({ title, pages }) => (
        <div key={title} className="grid gap-1">
          <h2 className="px-2 text-xs font-semibold text-muted">{title}</h2>
          <ul>
            {pages.map((page) => {
              const href = `/docs/${page.path}`;
              const isOpen = path === href;
              return (
                <li key={page.path}>
                  <Link
                    href={href}
                    prefetch={false}
                    aria-current={isOpen ? "page" : undefined}
                    className={clsx(
                      "block rounded-sm px-2 py-1 wrap-anywhere focus-visible:-outline-offset-2",
                      isOpen ? "bg-accent-soft font-medium text-accent" : "text-ink hover:bg-hover",
                    )}
                  >
                    {page.title}
                  </Link>
                </li>
              );
            })}
          </ul>
        </div>
      ))}
    </nav>
  );
}
