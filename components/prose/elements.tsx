"use client";

import { ImageOff } from "lucide-react";
import type { ComponentProps, ElementType, ReactNode } from "react";
import { useTranslations } from "@/components/i18n/translations";
import { ScrollRegion } from "@/components/ui/scroll-region";
import { Mark } from "./marks";
import { safeUrl } from "./safe-url";

/** A link out of a text: opens in a new tab without a referrer, and shows where it leads. */
function OutsideLink({ href = "", id, children, ...props }: ComponentProps<"a">) {
  if (href.startsWith("#")) {
    return (
      <a href={href} id={id} aria-label={props["aria-label"]}>
        {children}
      </a>
    );
  }
  const url = safeUrl(href);
  if (!url) return <span>{children}</span>;
  return (
    <>
      <a href={url.href} title={url.href} target="_blank" rel="noopener noreferrer nofollow">
        {children}
      </a>
      {!plain(children).includes(url.destination) && <span className="prose-host"> {url.destination}</span>}
    </>
  );
}

/** The plain text of a link. */
function plain(children: ReactNode): string {
  if (typeof children === "string") return children;
  return Array.isArray(children) ? children.map(plain).join("") : "";
}

/**
 * Shows an image's name and address instead of the image. Loading it would tell its server who reads the
 * text, and when.
 */
function UnloadedImage({ src, alt }: ComponentProps<"img">) {
  const url = typeof src === "string" ? safeUrl(src) : null;
  const t = useTranslations();
  const name = alt || t("prose.image.nameless");
  return (
    <span className="prose-image">
      <ImageOff aria-hidden="true" />
      <span>{t("prose.image", { name })}</span>
      {url && (
        <a href={url.href} target="_blank" rel="noopener noreferrer nofollow" title={url.href}>
          {url.destination}
        </a>
      )}
    </span>
  );
}

interface HeadingProps extends ComponentProps<"h4"> {
  as: "h4" | "h5" | "h6";
  look: string;
}

/** A heading of a text, shown at a level below the page's own headings. */
function Heading({ as: Tag, look, children, id, className, dir }: HeadingProps) {
  return (
    <Tag id={id} dir={dir} className={className === "sr-only" ? "sr-only" : look}>
      {children}
    </Tag>
  );
}

function Table({ children }: ComponentProps<"table">) {
  return (
    <ScrollRegion label={useTranslations()("prose.table")} className="prose-scroll">
      <table>{children}</table>
    </ScrollRegion>
  );
}

/** Code runs left to right in every language. */
function Code({ children }: ComponentProps<"pre">) {
  return (
    <ScrollRegion label={useTranslations()("prose.code")} className="prose-scroll">
      <pre dir="ltr">{children}</pre>
    </ScrollRegion>
  );
}

const parts: Readonly<Partial<Record<string, ElementType>>> = {
  a: OutsideLink,
  img: UnloadedImage,
  mark: Mark,
  h1: (props) => <Heading {...props} as="h4" look="prose-h1" />,
  h2: (props) => <Heading {...props} as="h5" look="prose-h2" />,
  h3: (props) => <Heading {...props} as="h6" look="prose-h3" />,
  h4: (props) => <Heading {...props} as="h6" look="prose-h3" />,
  h5: (props) => <Heading {...props} as="h6" look="prose-h3" />,
  h6: (props) => <Heading {...props} as="h6" look="prose-h3" />,
  table: Table,
  pre: Code,
};

/**
 * The component for an element of a text: the browser's element, or one of ours where that is not safe or
 * accessible.
 */
export function partOf(tagName: string): ElementType {
  return (Object.hasOwn(parts, tagName) && parts[tagName]) || (tagName as ElementType);
}
