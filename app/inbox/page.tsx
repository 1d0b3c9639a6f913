import { BellOff, SearchX } from "lucide-react";
import type { Metadata } from "next";
import { z } from "zod";
import { getTranslations } from "@/app/request-language";
import { SignedInPage } from "@/app/signed-in-page";
import { Page } from "@/components/shell/page";
import { ButtonLink } from "@/components/ui/button-link";
import { EmptyState } from "@/components/ui/empty-state";
import { PageHeader } from "@/components/ui/page-header";
import { Pager } from "@/components/ui/pager";
import { Panel } from "@/components/ui/panel";
import type { SignedIn } from "@/lib/auth/actor";
import { mailIsOn } from "@/lib/mail/data";
import { countUnread, findInboxFilters, listInbox } from "@/lib/notice/data/inbox";
import { InboxQuery, NoticeKind } from "@/lib/notice/schema";
import { requireUser } from "@/lib/project/page-access";
import { InboxFilters } from "./inbox-filters";
import { InboxList } from "./inbox-list";
import { MarkAll } from "./mark-all";

export async function generateMetadata(): Promise<Metadata> {
  return { title: (await getTranslations()).t("inbox.title") };
}

/** Invalid values are ignored, so that an old address still shows a list. */
const Search = z.object({
  unread: z.literal("true").optional().catch(undefined),
  kind: NoticeKind.optional().catch(undefined),
  project: z.uuid().optional().catch(undefined),
  after: z.string().optional().catch(undefined),
});

const PAGE = 50;

interface InboxPageProps {
  searchParams: Promise<Record<string, string | string[] | undefined>>;
}

/** The reader's notices, latest first, with links. */
export default async function InboxPage({ searchParams }: InboxPageProps) {
  const user = await requireUser();
  const { t } = await getTranslations();
  const search = Search.parse(await searchParams);
  const unread = await countUnread(user);
  return (
    <SignedInPage user={user}>
      <Page>
        <PageHeader
          title={t("inbox.title")}
          description={t("inbox.about")}
          actions={
            <>
              {user.email && mailIsOn() && (
                <ButtonLink href="/account#notices">{t("inbox.choose-mail")}</ButtonLink>
              )}
              {unread > 0 && <MarkAll />}
            </>
          }
        />
        <Notices user={user} search={search} />
      </Page>
    </SignedInPage>
  );
}

/** One page of the notices that pass the filters. */
async function Notices({ user, search }: { user: SignedIn; search: z.infer<typeof Search> }) {
  const { t } = await getTranslations();
  const { after } = search;
  const query = InboxQuery.safeParse({ ...search, limit: PAGE }).data ?? InboxQuery.parse({ limit: PAGE });
  const [{ items, next }, filters] = await Promise.all([listInbox(user, query), findInboxFilters(user)]);
  const { unread = "", kind = "", project = "" } = search;
  const isEmpty = filters.kinds.length === 0;
  return (
    <Panel
      flush
      title={t("inbox.list")}
      actions={!isEmpty && <InboxFilters chosen={{ unread, kind, project }} {...filters} />}
    >
      {items.length === 0 ? (
        <EmptyState
          icon={isEmpty ? <BellOff /> : <SearchX />}
          title={t(isEmpty ? "inbox.none" : "inbox.none-such")}
        >
          {t(isEmpty ? "inbox.none.why" : "inbox.none-such.why")}
        </EmptyState>
      ) : (
        <InboxList
          notices={items.map(({ project, at, ...notice }) => ({
            ...notice,
            project: project.name,
            at: at.toISOString(),
          }))}
        />
      )}
      {(next || after) && (
        <div className="border-t px-4 py-2">
          <Pager
            label={t("inbox.list")}
            previous={after ? addressOf({ ...search, after: "" }) : undefined}
            next={next ? addressOf({ ...search, after: next }) : undefined}
          />
        </div>
      )}
    </Panel>
  );
}

function addressOf(search: z.infer<typeof Search>): string {
  const shown = Object.entries(search).filter(([, value]) => value);
  return `/inbox?${new URLSearchParams(shown)}`;
}
