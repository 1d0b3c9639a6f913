"use client";

import { LogOut, UserRound } from "lucide-react";
import { useSpeech } from "@/components/language/speech";
import { DropdownMenu, type MenuItem } from "@/components/ui/dropdown-menu";
import { isLanguage, LANGUAGES } from "@/lib/language/rules";
import type { Language } from "@/lib/language/schema";
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
  /** Chooses the language of the annotator's pages; absent where pages are English whatever it is. */
  onLanguage?: (language: Language) => void;
  /** More lines, above the sign-out. */
  items?: readonly MenuItem[];
}

/** Who is signed in, and what concerns only them: account, language, theme, signing out. */
export function UserMenu({
  name,
  detail,
  accountHref,
  signOutHref,
  onSignOut,
  onLanguage,
  items = [],
}: UserMenuProps) {
  const { language, say } = useSpeech();
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
    lines.push({ label: say("frame.account"), href: accountHref, icon: <UserRound aria-hidden="true" /> });
  lines.push(...items);
  if (lines.length > 2) lines.push("separator");
  if (onLanguage) {
    lines.push({
      label: say("frame.language"),
      value: language,
      onValueChange: (value) => isLanguage(value) && onLanguage(value),
      choices: Object.entries(LANGUAGES).map(([value, { tag, autonym }]) => ({
        value,
        label: <span lang={tag}>{autonym}</span>,
      })),
    });
  }
  lines.push({
    label: say("frame.theme"),
    value: theme,
    onValueChange: (value) => setTheme(parseTheme(value)),
    choices: THEMES.map((value) => ({ value, label: say(`frame.theme.${value}`) })),
  });
  const signOut = { label: say("frame.sign-out"), icon: <LogOut aria-hidden="true" /> };
  if (onSignOut) lines.push("separator", { ...signOut, onSelect: onSignOut });
  else if (signOutHref) lines.push("separator", { ...signOut, href: signOutHref });

  return (
    <DropdownMenu
      label={say("frame.account")}
      items={lines}
      trigger={
        <button
          type="button"
          aria-label={say("frame.account-of", { name })}
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
