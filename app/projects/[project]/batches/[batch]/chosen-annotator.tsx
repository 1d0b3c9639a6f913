import { X } from "lucide-react";
import { ButtonLink } from "@/components/ui/button-link";

/** Notice that the lists are filtered by annotator, with a link to all. */
export function ChosenAnnotator({ code, all }: { code: string; all: string }) {
  return (
    <p role="status" className="flex flex-wrap items-center gap-2 text-sm">
      <span>
        Assignments in progress and the items below are those of{" "}
        <strong className="wrap-anywhere">{code}</strong>.
      </span>
      <ButtonLink size="sm" href={all} scroll={false}>
        <X aria-hidden="true" />
        Show everybody’s
      </ButtonLink>
    </p>
  );
}
