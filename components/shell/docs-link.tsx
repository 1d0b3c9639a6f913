import { BookOpen } from "lucide-react";
import type { ReactNode } from "react";
import { Link } from "@/components/ui/link";

interface DocsLinkProps {
  /** A page of the documentation, with a section or without: `/docs/how-to/import`. */
  href: string;
  children: ReactNode;
}

/** A link from a page to the documentation about it. */
export function DocsLink({ href, children }: DocsLinkProps) {
  return (
    <Link
      href={href}
      prefetch={false}
      className="inline-flex items-baseline gap-1 rounded-sm whitespace-nowrap text-accent hover:underline print:hidden"
    >
      <BookOpen aria-hidden="true" className="size-3.5 shrink-0 translate-y-0.5" />
      {children}
    </Link>
  );
}
