"use client";

import clsx from "clsx";
import { usePathname } from "next/navigation";
import { useEffect, useRef } from "react";
import { Link } from "@/components/ui/link";

export interface NavItem {
  label: string;
  href: string;
  /** Number of items waiting there. */
  count?: number;
  /** A second address prefix that belongs to this item. */
  also?: string;
}

/** The item of a path: the one with the longest matching address. */
export function currentItem<Item extends { href: string; also?: string }>(
  items: readonly Item[],
  path: string,
): Item | undefined {
  const within = (address: string) => path === address || path.startsWith(`${address}/`);
  return items
    .filter(({ href, also }) => within(href) || (also !== undefined && within(also)))
    .toSorted((a, b) => b.href.length - a.href.length)[0];
}

/** A project's pages, as tabs under the top bar. */
export function PrimaryNav({ items }: { items: readonly NavItem[] }) {
  return <NavTabs label="Project" items={items} className="px-2 max-sm:hidden sm:px-2.5" />;
}

interface NavTabsProps {
  label: string;
  items: readonly NavItem[];
  className?: string;
}

/** Related pages as a row of links that scrolls sideways if needed. */
export function NavTabs({ label, items, className }: NavTabsProps) {
  const current = currentItem(items, usePathname());
  const row = useRef<HTMLElement>(null);
  const here = current?.href;
  useEffect(() => {
    const tab = here && row.current?.querySelector<HTMLElement>("[aria-current=page]");
    if (!row.current || !tab) return;
    row.current.scrollLeft = tab.offsetLeft - (row.current.clientWidth - tab.offsetWidth) / 2;
  }, [here]);
  return (
    <nav ref={row} aria-label={label} className={clsx("relative overflow-x-auto print:hidden", className)}>
      <ul className="flex">
        {items.map((item) => (
          <li key={item.href}>
            <Link
              href={item.href}
              aria-current={item === current ? "page" : undefined}
              className={clsx(
                "relative inline-flex h-9 items-center gap-1.5 rounded-sm px-2 text-sm whitespace-nowrap transition-colors",
                "focus-visible:-outline-offset-2",
                item === current
                  ? "font-medium text-ink after:absolute after:inset-x-2 after:bottom-0 after:h-0.5 after:bg-accent"
                  : "text-muted hover:text-ink",
              )}
            >
              {item.label}
              <NavCount count={item.count} />
            </Link>
          </li>
        ))}
      </ul>
    </nav>
  );
}

/** A count behind a label; nothing for 0. */
export function NavCount({ count }: { count: number | undefined }) {
  if (!count) return null;
  return (
    <span className="rounded-sm bg-sunken px-1 text-xs font-normal text-muted tabular-nums">
      {count.toLocaleString("en")}
    </span>
  );
}
