import clsx from "clsx";
import { Time } from "@/components/ui/time";

interface MessageProps {
  /** Display name of its author: "You", or a pseudonym. */
  by: string;
  at: Date;
  text: string;
  className?: string;
}

/** A message in a list of messages, as plain text. */
export function Message({ by, at, text, className }: MessageProps) {
  return (
    <li className={clsx("grid gap-1 rounded-md border p-3", className)}>
      <p className="flex flex-wrap justify-between gap-x-3 text-xs text-muted">
        <span className="font-medium">{by}</span>
        <Time at={at.toISOString()} />
      </p>
      <p dir="auto" className="text-sm wrap-anywhere whitespace-pre-wrap">
        {text}
      </p>
    </li>
  );
}
