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
    summary: "Choose how you hear of kinds of events; kinds that are not named stay as they are",
    answer: NoticeChoices,
    body: NoticeChoices,
  },
  ({ actor, body }) => chooseNotices(actor, body),
);
