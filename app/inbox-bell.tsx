"use client";

import clsx from "clsx";
import { Bell } from "lucide-react";
import { usePathname } from "next/navigation";
import { useEffect, useRef, useState } from "react";
import { useTranslations } from "@/components/i18n/translations";
import { buttonClass } from "@/components/ui/button-class";
import { Link } from "@/components/ui/link";
import { Tooltip } from "@/components/ui/tooltip";
import { callApi } from "@/lib/http/client";
import { formatNumber, type Translate } from "@/lib/i18n/rules";
import { UNREAD_CHANGED } from "./unread-changed";

/** More than this are shown as "99+". */
const MOST = 99;

/** Link to the inbox, with the number of unread notices. */
export function InboxBell({ unread: initial }: { unread: number }) {
  const t = useTranslations();
  const unread = useUnread(initial);
  const label = labelOf(unread, t);
  return (
    <Tooltip content={label}>
      <Link
        href="/inbox"
        prefetch={false}
        aria-label={label}
        className={clsx(buttonClass({ variant: "quiet", size: "sm", square: true }), "hit-area relative")}
      >
        <Bell aria-hidden="true" />
        {unread > 0 && (
          <span
            aria-hidden="true"
            className="absolute -end-1 -top-1 min-w-4 rounded-full bg-accent px-1 text-center text-xs leading-4 text-on-accent tabular-nums"
          >
            {unread > MOST ? `${formatNumber("en", MOST)}+` : formatNumber("en", unread)}
          </span>
        )}
      </Link>
    </Tooltip>
  );
}

/** The bell's name; from a hundred on, notices are not counted. */
function labelOf(unread: number, t: Translate): string {
  if (unread > MOST) return t("inbox.bell.many", { most: MOST });
  return unread > 0 ? t("inbox.bell", { count: unread }) : t("inbox.title");
}

/**
 * The number that the server rendered, brought up to date when the reader marks notices, comes back to this tab, or moves
 * between pages whose frame stays.
 */
function useUnread(initial: number): number {
  const [unread, setUnread] = useState(initial);
  const path = usePathname();
  const rendered = useRef(path);
  useEffect(() => setUnread(initial), [initial]);

  useEffect(() => {
    const read = async () => {
      const answer = await callApi<{ unread: number }>("GET", "/api/v1/account/inbox/unread");
      if (answer.ok) setUnread(answer.value.unread);
    };
    const comeBack = () => document.visibilityState === "visible" && void read();
    const change = (event: Event) => setUnread((event as CustomEvent<number>).detail);
    if (rendered.current !== path) void read();
    rendered.current = path;
    document.addEventListener("visibilitychange", comeBack);
    window.addEventListener(UNREAD_CHANGED, change);
    return () => {
      document.removeEventListener("visibilitychange", comeBack);
      window.removeEventListener(UNREAD_CHANGED, change);
    };
  }, [path]);
  return unread;
}
