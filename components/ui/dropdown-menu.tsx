"use client";

import clsx from "clsx";
import { Check } from "lucide-react";
import { DropdownMenu as Radix } from "radix-ui";
import { Fragment, type ReactNode } from "react";
import { useDirection } from "@/components/i18n/translations";
import { Link } from "@/components/ui/link";
import { useArrowFocus } from "./arrow-focus";
import { Kbd } from "./kbd";
import { floatClass, menuItemClass } from "./menu-class";
import { useTypeAhead } from "./type-ahead";

interface Entry {
  label: ReactNode;
  icon?: ReactNode;
  shortcut?: string;
  disabled?: boolean;
  danger?: boolean;
}

/** A menu line: an action, a link, a disabled entry, a choice, or structure. */
export type MenuItem =
  | (Entry & { onSelect: () => void })
  | (Entry & { href: string /** A file to save rather than a page to open. */; download?: boolean })
  | {
      label: ReactNode;
      /** Why it is disabled. It can still be focused, so that the reason can be read. */
      why: string;
    }
  | {
      label: string;
      choices: readonly { value: string; label: ReactNode }[];
      value: string;
      onValueChange: (value: string) => void;
    }
  | { heading: ReactNode }
  | "separator";

interface DropdownMenuProps {
  /** The button that opens it. */
  trigger: ReactNode;
  items: readonly MenuItem[];
  align?: "start" | "center" | "end";
  /** The name of the menu for screen readers, when the button's is not enough. */
  label?: string;
  /** Controlled open state; uncontrolled by default. */
  open?: boolean;
  onOpenChange?: (open: boolean) => void;
}

/** A menu behind a button, with arrow keys, type-ahead and Escape. */
export function DropdownMenu({
  trigger,
  items,
  align = "end",
  label,
  open,
  onOpenChange,
}: DropdownMenuProps) {
  const moveFocus = useArrowFocus({ axis: "vertical", loop: false });
  const typeAhead = useTypeAhead();
  return (
    <Radix.Root dir={useDirection()} modal={false} open={open} onOpenChange={onOpenChange}>
      <Radix.Trigger asChild>{trigger}</Radix.Trigger>
      <Radix.Portal>
        <Radix.Content
          onKeyDownCapture={(event) => {
            moveFocus(event);
            typeAhead(event);
          }}
          align={align}
          sideOffset={4}
          collisionPadding={8}
          aria-label={label}
          className={clsx(
            floatClass,
            "max-h-(--radix-dropdown-menu-content-available-height) max-w-[calc(100vw-1rem)] min-w-44 overflow-y-auto p-1",
          )}
        >
          {items.map((item, index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: a menu is a fixed list, its lines have no other identity
            <Fragment key={index}>
              <Line item={item} />
            </Fragment>
          ))}
        </Radix.Content>
      </Radix.Portal>
    </Radix.Root>
  );
}

function Line({ item }: { item: MenuItem }) {
  if (item === "separator") return <Radix.Separator className="-mx-1 my-1 border-t" />;
  if ("heading" in item) {
    return <Radix.Label className="px-2 pt-1.5 pb-1 text-xs text-muted">{item.heading}</Radix.Label>;
  }
  if ("choices" in item) {
    return (
      <Radix.RadioGroup value={item.value} onValueChange={item.onValueChange} aria-label={item.label}>
        <Radix.Label className="px-2 pt-1.5 pb-1 text-xs text-muted">{item.label}</Radix.Label>
        {item.choices.map((choice) => (
          <Radix.RadioItem
            key={choice.value}
            value={choice.value}
            onSelect={(event) => event.preventDefault()}
            className={menuItemClass}
          >
            {choice.label}
            <Radix.ItemIndicator className="ms-auto">
              <Check aria-hidden="true" />
            </Radix.ItemIndicator>
          </Radix.RadioItem>
        ))}
      </Radix.RadioGroup>
    );
  }
  if ("why" in item) {
    return (
      <Radix.Item
        aria-disabled="true"
        onSelect={(event) => event.preventDefault()}
        className={clsx(menuItemClass, "py-1 text-muted")}
      >
        <span className="grid">
          <span>{item.label}</span> <span className="text-xs">{item.why}</span>
        </span>
      </Radix.Item>
    );
  }

  const content = (
    <>
      {item.icon}
      <span className="flex-1">{item.label}</span>
      {item.shortcut && <Kbd>{item.shortcut}</Kbd>}
    </>
  );
  const look = clsx(menuItemClass, item.danger && "text-danger [&_svg]:text-danger");
  if ("onSelect" in item) {
    return (
      <Radix.Item disabled={item.disabled} onSelect={item.onSelect} className={look}>
        {content}
      </Radix.Item>
    );
  }
  return (
    <Radix.Item asChild disabled={item.disabled} className={look}>
      {item.download ? (
        <a href={item.href} download>
          {content}
        </a>
      ) : (
        <Link href={item.href}>{content}</Link>
      )}
    </Radix.Item>
  );
}
