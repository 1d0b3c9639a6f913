import { route } from "@/lib/api/route";
import { pageOf } from "@/lib/http/page";
import { listInbox } from "@/lib/notice/data/inbox";
import { InboxQuery, NoticeView } from "@/lib/notice/schema";

export const GET = route(
  {
    as: "user",
    summary: "Your inbox: what happened in your projects and concerns you, latest first",
    query: InboxQuery,
    answer: pageOf(NoticeView),
  },
  ({ actor, query }) => listInbox(actor, query),
);
