import { DASH } from "@/components/ui/format";
import { Time } from "@/components/ui/time";

/** Due date of a batch, marked as overdue if there is still work in it. */
export function DueDate({ dueAt, over }: { dueAt: Date | null; over: boolean }) {
  if (!dueAt) return <span className="text-muted">{DASH}</span>;
  const late = !over && dueAt.getTime() < Date.now();
  return (
    <span className={late ? "text-danger" : undefined}>
      {late && "Overdue · "}
      <Time at={dueAt.toISOString()} show="date" />
    </span>
  );
}
