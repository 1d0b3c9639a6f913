import { route } from "@/lib/api/route";
import { countUnread } from "@/lib/notice/data/inbox";
import { UnreadNotices } from "@/lib/notice/schema";

export const GET = route(
  {
    as: "user",
    summary: "The number of unread notices in your inbox, counted up to 100",
    answer: UnreadNotices,
  },
  async ({ actor }) => ({ unread: await countUnread(actor) }),
);
