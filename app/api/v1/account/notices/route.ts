import { route } from "@/lib/api/route";
import { chooseNotices, findNoticeChoices } from "@/lib/notice/data/choices";
import { NoticeChoices } from "@/lib/notice/schema";

export const GET = route(
  {
    as: "user",
    summary: "How you hear of events: by mail soon, in one mail a day, or not",
    answer: NoticeChoices,
  },
  ({ actor }) => findNoticeChoices(actor),
);

export const PUT = route(
  {
    as: "user",
    summary: "Choose how you hear of kinds of events; kinds that are not named stay as they are",
    answer: NoticeChoices,
    body: NoticeChoices,
  },
  ({ actor, body }) => chooseNotices(actor, body),
);
