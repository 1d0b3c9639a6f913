"use client";

import clsx from "clsx";
import { Menu, X } from "lucide-react";
import { usePathname } from "next/navigation";
import { Dialog as Radix } from "radix-ui";
import { useState } from "react";
import { Button } from "@/components/ui/button";
import { overlayClass } from "@/components/ui/dialog-class";
import { Link } from "@/components/ui/link";
import { Brand } from "./brand";
import { currentItem, NavCount, type NavItem } from "./primary-nav";

/** A project's pages on a phone, in a menu behind a button. */
export function MobileMenu({ nav }: { nav: readonly NavItem[] }) {
  const [open, setOpen] = useState(false);
  const current = currentItem(nav, usePathname());
  return (
    <Radix.Root open={open} onOpenChange={setOpen}>
      <Radix.Trigger asChild>
        <Button variant="quiet" square aria-label="Menu" className="hit-area -ms-1 sm:hidden">
          <Menu aria-hidden="true" />
        </Button>
      </Radix.Trigger>
      <Radix.Portal>
        <Radix.Overlay className={clsx(overlayClass, "sm:hidden")} />
        <Radix.Content
          aria-describedby={undefined}
          className="fixed inset-y-0 start-0 z-40 flex w-72 max-w-[85vw] flex-col border-e bg-raised focus:outline-none sm:hidden"
        >
          <div className="flex h-12 items-center justify-between border-b px-3">
            <Radix.Title className="sr-only">Menu</Radix.Title>
            <Brand />
            <Radix.Close asChild>
              <Button variant="quiet" square aria-label="Close">
                <X aria-hidden="true" />
              </Button>
            </Radix.Close>
          </div>
          <nav aria-label="Project" className="overflow-y-auto p-2">
            <ul className="grid gap-0.5">
              {nav.map((item) => (
                <li key={item.href}>
                  <Link
                    href={item.href}
                    onClick={() => setOpen(false)}
                    aria-current={item === current ? "page" : undefined}
                    className={clsx(
                      "flex h-11 items-center justify-between rounded-md px-3 text-base",
                      item === current ? "bg-accent-soft font-medium text-accent" : "text-ink hover:bg-hover",
                    )}
                  >
                    {item.label}
                    <NavCount count={item.count} />
                  </Link>
                </li>
              ))}
            </ul>
          </nav>
        </Radix.Content>
      </Radix.Portal>
    </Radix.Root>
  );
}
