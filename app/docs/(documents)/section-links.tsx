import type { Section } from "@/lib/documentation/schema";

/** Fewer sections than this are in sight anyway. */
const FEWEST = 3;

/** Links to the sections of a document, beside it where there is room. */
export function SectionLinks({ sections }: { sections: readonly Section[] }) {
  const shown = sections.filter(({ level }) => level === 2);
  if (shown.length < FEWEST) return null;
  return (
    <nav
      aria-label="On this page"
      className="sticky top-16 hidden content-start gap-1 self-start text-sm xl:grid print:hidden"
    >
      <p className="text-xs font-semibold text-muted">On this page</p>
      <ul className="grid gap-1 border-s ps-3">
        {shown.map(({ id, title }) => (
          <li key={id}>
            <a href={`#${id}`} className="inline-block py-0.5 text-muted hover:text-ink hover:underline">
              {title}
            </a>
          </li>
        ))}
      </ul>
    </nav>
  );
}
