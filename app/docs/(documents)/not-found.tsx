import { FileQuestion } from "lucide-react";
import { ButtonLink } from "@/components/ui/button-link";
import { EmptyState } from "@/components/ui/empty-state";

/** Within the frame of the documentation, so that its search and contents stay in sight. */
export default function DocumentNotFound() {
  return (
    <div className="grid content-start gap-4">
      <h1 className="text-xl">There is no such page</h1>
      <EmptyState
        icon={<FileQuestion />}
        title="The address may be mistyped, or the page has another name now"
        action={<ButtonLink href="/docs">All pages</ButtonLink>}
      >
        The search finds a page by any of its words.
      </EmptyState>
    </div>
  );
}
