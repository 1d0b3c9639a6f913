"use client";

import { Keyboard, LogOut, UserRound } from "lucide-react";
import { DropdownMenu, type MenuItem } from "@/components/ui/dropdown-menu";
import { parseTheme, THEMES } from "./theme";
import { useTheme } from "./use-theme";

export interface UserMenuProps {
  name: string;
  /** A second line: the e-mail address, or the role in this project. */
  detail?: string;
  accountHref?: string;
  signOutHref?: string;
  /** Instead of an address, for whoever signs out by a request. */
  onSignOut?: () => void;
  /** Opens the list of keys, where there are any. */
  onShowKeys?: () => void;
  /** More lines, above the sign-out. */
  items?: readonly MenuItem[];
}

const themeNames = { system: "Like the system", light: "Light", dark: "Dark" };

/** Who is signed in, and what concerns only them: account, theme, keys, signing out. */
export function UserMenu({
  name,
  detail,
  accountHref,
  signOutHref,
  onSignOut,
  onShowKeys,
  items = [],
}: UserMenuProps) {
  const [theme, setTheme] = useTheme();
  const lines: MenuItem[] = [
    {
      heading: (
        <span className="grid max-w-56">
          <span className="truncate text-sm font-medium text-ink">{name}</span>
          {detail && <span className="truncate">{detail}</span>}
        </span>
      ),
    },
    "separator",
  ];
  if (accountHref)
    lines.push({ label: "Account", href: accountHref, icon: <UserRound aria-hidden="true" /> });
  if (onShowKeys) {
    lines.push({ label: "Keys", onSelect: onShowKeys, shortcut: "?", icon: <Keyboard aria-hidden="true" /> });
  }
  lines.push(...items);
  if (lines.length > 2) lines.push("separator");
  lines.push({
    label: "Theme",
    value: theme,
    onValueChange: (value) => setTheme(parseTheme(value)),
    choices: THEMES.map((value) => ({ value, label: themeNames[value] })),
  });
  const signOut = { label: "Sign out", icon: <LogOut aria-hidden="true" /> };
  if (onSignOut) lines.push("separator", { ...signOut, onSelect: onSignOut });
  else if (signOutHref) lines.push("separator", { ...signOut, href: signOutHref });

  return (
    <DropdownMenu
      label="Account"
      items={lines}
      trigger={
        <button
          type="button"
          aria-label={`Account of ${name}`}
          className="hit-area grid size-7 place-items-center rounded-full border border-accent-line bg-accent-soft text-xs font-semibold text-accent hover:border-accent"
        >
          {initials(name)}
        </button>
      }
    />
  );
}

/** The first letters of the first and last word of a name. */
export function initials(name: string): string {
  const words = name.trim().split(/\s+/);
  const first = words[0] ?? "";
  const last = words.length > 1 ? (words.at(-1) ?? "") : "";
  return [first, last].map((word) => [...word][0]?.toLocaleUpperCase() ?? "").join("");
}
