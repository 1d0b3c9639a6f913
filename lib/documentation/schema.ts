/** A part of a document: what follows a heading, up to the next one. */
export interface Section {
  /** Anchor of the heading, as code hosts make it, so that links work in the repository and in the application. */
  id: string;
  title: string;
  /** 1 for the document's title. */
  level: number;
  /** The text without its markup, for the search. */
  text: string;
}

/** A markdown file of `docs/`. */
export interface Document {
  /** Its address under `/docs`: `how-to/import`. */
  path: string;
  /** Its file in the repository: `docs/how-to/import.md`. */
  file: string;
  title: string;
  source: string;
  sections: readonly Section[];
}

/** A list of pages under one heading of the table of contents. */
export interface Chapter {
  title: string;
  pages: readonly { path: string; title: string }[];
}

/** A piece of an excerpt: a searched word, or what stands between two. */
export interface ExcerptPart {
  text: string;
  isFound: boolean;
}

/** A section that has all searched words. */
export interface SearchResult {
  path: string;
  title: string;
  section: Pick<Section, "id" | "title">;
  excerpt: readonly ExcerptPart[];
}
