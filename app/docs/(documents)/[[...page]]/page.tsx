import type { Metadata } from "next";
import { notFound } from "next/navigation";
import { DocumentText } from "@/app/docs/(documents)/document-text";
import { SectionLinks } from "@/app/docs/(documents)/section-links";
import { Link } from "@/components/ui/link";
import { readDocumentation } from "@/lib/documentation/data";
import type { Document } from "@/lib/documentation/schema";
import { requireUser } from "@/lib/project/page-access";

interface DocumentPageProps {
  params: Promise<{ page?: string[] }>;
}

/** The document of an address, or the documents of a folder, or neither. */
async function findPage({ page = [] }: { page?: string[] }) {
  const { documents } = await readDocumentation();
  const path = page.join("/");
  const document = documents.get(path);
  if (document) return { document, inFolder: [] };
  return {
    document: null,
    inFolder: [...documents.values()].filter((each) => each.path.startsWith(`${path}/`)),
  };
}

export async function generateMetadata({ params }: DocumentPageProps): Promise<Metadata> {
  const { document, inFolder } = await findPage(await params);
  if (document) return { title: document.title };
  return { title: inFolder.length > 0 ? "Pages" : "Not found" };
}

/** One document of `docs/`; for the address of a folder, the list of its documents. */
export default async function DocumentPage({ params }: DocumentPageProps) {
  await requireUser();
  const { page = [] } = await params;
  const { document, inFolder } = await findPage({ page });
  if (!document && inFolder.length === 0) notFound();
  if (!document) return <Folder name={page.at(-1) ?? ""} documents={inFolder} />;
  return (
    <div className="grid min-w-0 content-start gap-x-10 gap-y-6 xl:grid-cols-[minmax(0,1fr)_13rem]">
      <article className="grid min-w-0 content-start gap-6">
        <DocumentText document={document} />
        <p className="border-t pt-3 text-xs text-muted">
          In the repository: <code className="font-mono">{document.file}</code>
        </p>
      </article>
      <SectionLinks sections={document.sections} />
    </div>
  );
}

/** Documents of a folder without a page of its own, such as the decisions. */
function Folder({ name, documents }: { name: string; documents: readonly Document[] }) {
  return (
    <div className="grid content-start gap-4">
      <h1 className="text-xl first-letter:uppercase">{name.replaceAll("-", " ")}</h1>
      <ul className="grid gap-1 text-sm">
        {documents.map(({ path, title }) => (
          <li key={path}>
            <Link
              href={`/docs/${path}`}
              prefetch={false}
              className="inline-block py-0.5 text-accent hover:underline"
            >
              {title}
            </Link>
          </li>
        ))}
      </ul>
    </div>
  );
}
