import { SearchX } from "lucide-react";
import type { Metadata } from "next";
import { EmptyState } from "@/components/ui/empty-state";
import { Link } from "@/components/ui/link";
import { PageHeader } from "@/components/ui/page-header";
import { readDocumentation } from "@/lib/documentation/data";
import { search } from "@/lib/documentation/rules";
import type { SearchResult } from "@/lib/documentation/schema";
import { requireUser } from "@/lib/project/page-access";

export const metadata: Metadata = { title: "Search" };

interface SearchPageProps {
  searchParams: Promise<{ q?: string | string[] }>;
}

/** Sections of the documents that have all words of the query. */
export default async function SearchPage({ searchParams }: SearchPageProps) {
  await requireUser();
  const { q } = await searchParams;
  const query = [q].flat()[0]?.trim() ?? "";
  const { documents } = await readDocumentation();
  const results = search([...documents.values()], query);
  return (
    <div className="grid max-w-[72ch] content-start gap-4">
      <PageHeader
        title="Search the documentation"
        description={
          query === ""
            ? "Type a word: lease, alpha, backup. All words of a search must be on the page."
            : `${counted(results.length)} for “${query.slice(0, 200)}”`
        }
      />
      {query !== "" && results.length === 0 && (
        <EmptyState icon={<SearchX />} title="Nothing found">
          Try fewer words, or a part of one. The <Link href="/docs/reference/glossary">glossary</Link> has the
          words that the documentation uses.
        </EmptyState>
      )}
      {results.length > 0 && (
        <ol data-search-results="" aria-label="Results" className="grid gap-1">
          {results.map((result) => (
            <Result key={`${result.path}#${result.section.id}`} {...result} />
          ))}
        </ol>
      )}
    </div>
  );
}

const counted = (results: number) => `${results} ${results === 1 ? "section" : "sections"}`;

function Result({ path, title, section, excerpt }: SearchResult) {
  return (
    <li className="rounded-md px-3 py-2 hover:bg-hover">
      <Link
        href={`/docs${path && `/${path}`}#${section.id}`}
        className="text-base font-medium text-accent hover:underline"
      >
        {section.title === title ? title : `${title}: ${section.title}`}
      </Link>
      <p className="text-sm wrap-anywhere text-muted">
        {excerpt.map(({ text, isFound }, index) =>
          isFound ? (
            // biome-ignore lint/suspicious/noArrayIndexKey: the pieces of an excerpt never move
            <mark key={index} className="rounded-sm bg-warning-soft text-ink">
              {text}
            </mark>
          ) : (
            text
          ),
        )}
      </p>
    </li>
  );
}
