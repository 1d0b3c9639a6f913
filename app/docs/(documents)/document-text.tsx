import type { Root } from "hast";
import { Link2 } from "lucide-react";
import type { ComponentProps, ReactNode } from "react";
import Markdown, { type Components } from "react-markdown";
import rehypeHighlight from "rehype-highlight";
import remarkGfm from "remark-gfm";
import { htmlAsSource } from "@/components/prose/html-as-source";
import { mapElements } from "@/components/prose/tree";
import { Link } from "@/components/ui/link";
import { ScrollRegion } from "@/components/ui/scroll-region";
import { resolveLink } from "@/lib/documentation/rules";
import type { Document, Section } from "@/lib/documentation/schema";
import "@/components/prose/prose.css";

/**
 * A document, rendered on the server. The markup is that of the texts people judge: HTML in it is shown as its
 * source. Links and pictures lead to where the application serves them.
 */
export function DocumentText({ document }: { document: Document }) {
  return (
    <div className="prose-text prose-document">
      <Markdown
        remarkPlugins={[[remarkGfm, { singleTilde: false }]]}
        rehypePlugins={[htmlAsSource, [withAnchors, document.sections], [rehypeHighlight, { detect: false }]]}
        components={componentsFor(document)}
      >
        {document.source}
      </Markdown>
    </div>
  );
}

/** Gives the headings the anchors of their sections, which come in the same order. */
function withAnchors(sections: readonly Section[]) {
  return (tree: Root) => {
    let next = 0;
    mapElements(tree, (element) => {
      if (!/^h[1-6]$/.test(element.tagName)) return undefined;
      const section = sections[next++];
      if (section) element.properties = { ...element.properties, id: section.id, title: section.title };
      return undefined;
    });
  };
}

function componentsFor(document: Document): Components {
  return {
    h1: ({ id, children }) => (
      <h1 id={id} className="text-2xl">
        {children}
      </h1>
    ),
    h2: (props) => <Heading as="h2" look="prose-section" {...props} />,
    h3: (props) => <Heading as="h3" look="prose-h1" {...props} />,
    h4: (props) => <Heading as="h4" look="prose-h2" {...props} />,
    a: ({ href = "", children }) => <DocumentLink to={resolveLink(document, href)}>{children}</DocumentLink>,
    img: ({ src, alt }) => (
      // biome-ignore lint/performance/noImgElement: a picture of the documentation, as it is
      <img
        src={typeof src === "string" ? (resolveLink(document, src) ?? undefined) : undefined}
        alt={alt ?? ""}
        loading="lazy"
        className="h-auto max-w-full rounded-md border"
      />
    ),
    table: ({ children }) => (
      <ScrollRegion label="Table" className="prose-scroll">
        <table>{children}</table>
      </ScrollRegion>
    ),
    pre: ({ children }) => (
      <ScrollRegion label="Code" className="prose-scroll">
        <pre>{children}</pre>
      </ScrollRegion>
    ),
  };
}

interface HeadingProps extends ComponentProps<"h2"> {
  as: "h2" | "h3" | "h4";
  look: string;
}

/** A heading with a link to itself. */
function Heading({ as: Tag, look, id, title, children }: HeadingProps) {
  return (
    <Tag id={id} className={`group scroll-mt-16 ${look}`}>
      {children}{" "}
      <a
        href={`#${id}`}
        aria-label={`Link to “${title}”`}
        className="hit-area inline-grid size-5 place-items-center rounded-sm align-[-0.2em] opacity-0 group-hover:opacity-100 focus-visible:opacity-100 print:hidden"
      >
        <Link2 aria-hidden="true" className="size-4" />
      </a>
    </Tag>
  );
}

/** A link to a page of the application, to a place outside, or to a file that only the repository has. */
function DocumentLink({ to, children }: { to: string | null; children?: ReactNode }) {
  if (to === null) return <span title="In the repository">{children}</span>;
  if (to.startsWith("#")) return <a href={to}>{children}</a>;
  if (to.startsWith("/docs") && !to.startsWith("/docs/screenshots/"))
    return (
      <Link href={to} prefetch={false}>
        {children}
      </Link>
    );
  if (to.startsWith("/")) return <a href={to}>{children}</a>;
  return (
    <a href={to} target="_blank" rel="noopener noreferrer">
      {children}
    </a>
  );
}
