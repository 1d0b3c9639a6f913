import type { Published } from "@/lib/question/schema";

/** Answered questions, published to all annotators of the batch. */
export function PublishedAnswers({ answers }: { answers: readonly Published[] }) {
  return (
    <dl className="grid gap-3 text-sm">
      {answers.map(({ id, question, answer }) => (
        <div key={id} className="grid gap-1">
          <dt dir="auto" className="font-medium wrap-anywhere whitespace-pre-wrap">
            {question}
          </dt>
          <dd dir="auto" className="wrap-anywhere whitespace-pre-wrap text-muted">
            {answer}
          </dd>
        </div>
      ))}
    </dl>
  );
}
