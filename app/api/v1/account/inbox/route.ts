import { route } from "@/lib/api/route";
import { pageOf } from "@/lib/http/page";
import { listInbox } from "@/lib/notice/data/inbox";
import { InboxQuery, NoticeView } from "@/lib/notice/schema";

export const GET = route(
  {
    as: "user",
    summary: "Your inbox: events in your projects that concern you, latest first",
    query: InboxQuery,
    answer: pageOf(NoticeView),
  },
  ({ actor, query }) => listInbox(actor, query),
);
