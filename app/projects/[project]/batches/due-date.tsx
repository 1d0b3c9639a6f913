import { DASH } from "@/components/ui/format";
import { Time } from "@/components/ui/time";
import { isPast } from "@/lib/batch/rules/settings";

/** When a design says it is due, before it is open; in words when that day is over already. */
export function ReviewDue({ dueAt }: { dueAt: string | null }) {
  if (dueAt === null) return null;
  return (
    <p className="mt-3 text-sm">
      Due <Time at={dueAt} show="date" />
      {isPast(dueAt) && <span className="text-danger"> · that day is over already</span>}
    </p>
  );
}

/** When a batch is due; in words when that has passed and there is still work in it. */
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
