import { route } from "@/lib/api/route";
import { chooseNotices, findNoticeChoices } from "@/lib/notice/data/choices";
import { NoticeChoices } from "@/lib/notice/schema";

export const GET = route(
  {
    as: "user",
    summary: "Your choices for mail about events: soon, in one mail a day, or never",
    answer: NoticeChoices,
  },
  ({ actor }) => findNoticeChoices(actor),
);

export const PUT = route(
  {
    as: "user",
    summary: "Choose how you are notified of each kind of event; kinds that are not named do not change",
    answer: NoticeChoices,
    body: NoticeChoices,
  },
  ({ actor, body }) => chooseNotices(actor, body),
);
