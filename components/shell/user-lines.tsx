"use client";

import { LogOut, UserRound } from "lucide-react";
import { useI18n } from "@/components/i18n/translations";
import { DropdownMenu, type MenuItem } from "@/components/ui/dropdown-menu";
import { isLanguage, LANGUAGES } from "@/lib/i18n/rules";
import { parseTheme, THEMES } from "./theme";
import { useTheme } from "./use-theme";
import { UserButton } from "./user-button";
import type { UserMenuState } from "./user-menu-props";

/** Menu lines of the signed-in user: account, language, theme, sign-out. */
export function UserLines({
  name,
  detail,
  accountHref,
  signOutHref,
  onSignOut,
  onLanguage,
  items = [],
  open,
  onOpenChange,
}: UserMenuState) {
  const { language, t } = useI18n();
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
    lines.push({ label: t("frame.account"), href: accountHref, icon: <UserRound aria-hidden="true" /> });
  lines.push(...items);
  if (lines.length > 2) lines.push("separator");
  if (onLanguage) {
    lines.push({
      label: t("frame.language"),
      value: language,
      onValueChange: (value) => isLanguage(value) && onLanguage(value),
      choices: Object.entries(LANGUAGES).map(([value, { tag, autonym }]) => ({
        value,
        label: <span lang={tag}>{autonym}</span>,
      })),
    });
  }
  lines.push({
    label: t("frame.theme"),
    value: theme,
    onValueChange: (value) => setTheme(parseTheme(value)),
    choices: THEMES.map((value) => ({ value, label: t(`frame.theme.${value}`) })),
  });
  const signOut = { label: t("frame.sign-out"), icon: <LogOut aria-hidden="true" /> };
  if (onSignOut) lines.push("separator", { ...signOut, onSelect: onSignOut });
  else if (signOutHref) lines.push("separator", { ...signOut, href: signOutHref });

  return (
    <DropdownMenu
      label={t("frame.account")}
      items={lines}
      open={open}
      onOpenChange={onOpenChange}
      trigger={<UserButton name={name} />}
    />
  );
}
