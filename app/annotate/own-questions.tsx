import { getTranslations } from "@/app/request-language";
import { Badge } from "@/components/ui/badge";
import { Link } from "@/components/ui/link";
import { Panel } from "@/components/ui/panel";
import type { OwnQuestion } from "@/lib/question/schema";

/** The annotator's questions, those with unread answers first. */
export async function OwnQuestions({ questions }: { questions: OwnQuestion[] }) {
  const { t } = await getTranslations();
  return (
    <Panel title={t("queue.questions")} description={t("queue.questions.about")} flush>
      <ul className="divide-y">
        {questions.map(({ id, assignment, title, unread, waiting, messages }) => (
          <li key={id}>
            <Link
              href={`/annotate/${assignment}?questions`}
              className="flex items-center gap-4 px-4 py-2 text-sm hover:bg-hover focus-visible:-outline-offset-2"
            >
              <span className="grid min-w-0 flex-1">
                <span dir="auto" className="truncate">
                  {messages.at(-1)?.text}
                </span>
                <span dir="auto" className="truncate text-xs text-muted">
                  {title}
                </span>
              </span>
              {unread && <Badge tone="accent">{t("queue.questions.answered")}</Badge>}
              {waiting && <Badge>{t("queue.questions.waiting")}</Badge>}
            </Link>
          </li>
        ))}
      </ul>
    </Panel>
  );
}
