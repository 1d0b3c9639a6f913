"use client";

import clsx from "clsx";
import { Mail, MailOpen } from "lucide-react";
import { useState } from "react";
import { useTranslations } from "@/components/i18n/translations";
import { IconButton } from "@/components/ui/icon-button";
import { Link } from "@/components/ui/link";
import { Time } from "@/components/ui/time";
import type { NoticeKind } from "@/lib/notice/schema";
import { useMarkNotices } from "./use-mark-notices";

interface ListedNotice {
  id: string;
  kind: NoticeKind;
  name: string;
  project: string;
  path: string;
  at: string;
  read: boolean;
}

/** Notices, each a link to what it is about; following the link marks it as read. */
export function InboxList({ notices }: { notices: readonly ListedNotice[] }) {
  return (
    <ul className="divide-y">
      {notices.map((notice) => (
        <NoticeRow key={`${notice.id} ${notice.at} ${notice.read}`} notice={notice} />
      ))}
    </ul>
  );
}

function NoticeRow({ notice }: { notice: ListedNotice }) {
  const { id, kind, name, project, path, at } = notice;
  const t = useTranslations();
  const mark = useMarkNotices();
  const [read, setRead] = useState(notice.read);

  async function change(now: boolean) {
    setRead(now);
    if (!(await mark({ notices: [id], read: now }))) setRead(!now);
  }

  return (
    <li className="flex items-start gap-3 px-4 py-2.5 hover:bg-hover">
      <span
        aria-hidden="true"
        className={clsx("mt-1.5 size-2 shrink-0 rounded-full", read ? "bg-transparent" : "bg-accent")}
      />
      <div className="grid min-w-0 flex-1 gap-0.5">
        <Link
          href={path}
          prefetch={false}
          onClick={() => !read && void change(true)}
          className={clsx(
            "rounded-sm wrap-anywhere hover:underline",
            read ? "text-ink" : "font-medium text-ink",
          )}
        >
          {!read && <span className="sr-only">{t("inbox.unread")}: </span>}
          {t(`notice.${kind}`, { name })}
        </Link>
        <p className="text-sm text-muted">
          <bdi className="wrap-anywhere">{project}</bdi> · <Time at={at} />
        </p>
      </div>
      <IconButton
        label={t(read ? "inbox.mark-unread" : "inbox.mark-read")}
        size="sm"
        onClick={() => void change(!read)}
      >
        {read ? <Mail /> : <MailOpen />}
      </IconButton>
    </li>
  );
}
