import { route } from "@/lib/api/route";
import { changeNoticeMail } from "@/lib/notice/data";
import { ChangeNoticeMail } from "@/lib/notice/schema";

export const PUT = route(
  {
    as: "user",
    summary: "Choose whether to get mail about one's work",
    answer: ChangeNoticeMail,
    body: ChangeNoticeMail,
  },
  ({ actor, body }) => changeNoticeMail(actor, body),
);
