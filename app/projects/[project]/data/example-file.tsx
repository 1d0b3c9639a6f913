import { Download } from "lucide-react";

/** A small study file to look at or to try an import with. */
export function ExampleFile() {
  return (
    <a
      href="/example.study.jsonl"
      download
      className="inline-flex items-center gap-1.5 rounded-sm font-medium text-accent underline underline-offset-2 hover:no-underline"
    >
      <Download aria-hidden="true" className="size-3.5" />
      Download a small example
    </a>
  );
}
