import { route } from "@/lib/api/route";
import { markNotices } from "@/lib/notice/data/inbox";
import { MarkedNotices, MarkNoticesBody } from "@/lib/notice/schema";

export const POST = route(
  {
    as: "user",
    summary: "Mark notices in your inbox as read, or as unread again; all of them when none is named",
    body: MarkNoticesBody,
    answer: MarkedNotices,
  },
  ({ actor, body }) => markNotices(actor, body),
);
