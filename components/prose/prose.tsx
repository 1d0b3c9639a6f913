"use client";

import clsx from "clsx";
import { memo, type ReactNode, Suspense, use, useCallback, useId, useMemo, useState } from "react";
import { useTranslations } from "@/components/i18n/translations";
import { Button } from "@/components/ui/button";
import { countCharacters, countWords } from "@/lib/i18n/rules/counts";
import { type FormatOptions, formatTree } from "./format";
import { countInvisible, type Invisible } from "./invisible";
import { useInvisibleMarks } from "./invisible-marks";
import { formattingCost, PROSE_LIMITS } from "./limits";
import { loadParser } from "./load-parser";
import { MarkContext } from "./marks";
import { formatPlain } from "./plain";
import type { Highlight } from "./quotes";
import { Raw } from "./raw";
import { deserialise } from "./serialise";
import "katex/dist/katex.min.css";
import "./prose.css";

interface ProseProps {
  /** Text written by a user or a model; untrusted. */
  text: string;
  /** Accessible name of the region: "Response". */
  label: string;
  format?: "markdown" | "plain";
  /**
   * The tree prepared by the server; null if the text is not to be formatted automatically. If omitted, the
   * browser parses the text.
   */
  prepared?: string | null;
  /** Passages quoted as evidence; must be a stable list between renders. */
  highlights?: readonly Highlight[];
  /** Id of the active highlight: it stands out and is scrolled to. */
  active?: string | null;
  /** Called with the highlight under the pointer. */
  onHighlightHover?: (id: string | null) => void;
  /** Content to the left of the counts; default: the label. Null hides the whole line. */
  heading?: ReactNode;
  toolbar?: boolean;
  className?: string;
}

const NO_HIGHLIGHTS: readonly Highlight[] = [];

/** An untrusted text to read and judge: formatted or raw, contained in its box, with its evidence marked. */
export const Prose = memo(function Prose({
  text,
  label,
  format = "markdown",
  prepared,
  highlights = NO_HIGHLIGHTS,
  active = null,
  onHighlightHover,
  heading = label,
  toolbar = true,
  className,
}: ProseProps) {
  const t = useTranslations();
  const idPrefix = `t${useId().replace(/\W/g, "")}-`;
  const [wantsRaw, setWantsRaw] = useState(false);
  const common = useInvisibleMarks();
  const [own, setOwn] = useState(false);
  const isMarked = common?.shown ?? own;
  const nameOf = useCallback((character: Invisible) => t(character.name), [t]);
  const [insists, setInsists] = useState(false);

  const shown = text.length > PROSE_LIMITS.shown ? text.slice(0, PROSE_LIMITS.shown) : text;
  const weight = useMemo(() => (format === "markdown" ? formattingCost(shown) : "light"), [shown, format]);
  const formatted = useMemo(() => {
    if (wantsRaw) return null;
    const names = isMarked ? nameOf : undefined;
    if (format === "plain") return formatPlain(shown, highlights, names);
    const options = { source: shown, highlights, idPrefix, nameOf: names };
    if (weight === "light" && prepared !== undefined) {
      const tree = prepared === null ? null : deserialise(prepared, shown);
      return tree && formatTree(tree, options);
    }
    if (weight !== "light" && !(weight === "heavy" && insists)) return null;
    return (
      <Suspense fallback={formatPlain(shown, highlights, names)}>
        <ReadHere {...options} />
      </Suspense>
    );
  }, [wantsRaw, format, shown, prepared, highlights, weight, insists, idPrefix, isMarked, nameOf]);
  const invisible = useMemo(() => countInvisible(shown), [shown]);
  const marks = useMemo(
    () => ({ ids: highlights.map(({ id }) => id), active, onHover: onHighlightHover }),
    [highlights, active, onHighlightHover],
  );

  return (
    <section aria-label={label} className={clsx("grid min-w-0 content-start gap-2", className)}>
      {toolbar && (
        <header className="flex flex-wrap items-center justify-between gap-x-4 gap-y-1">
          <div className="text-sm font-medium">{heading}</div>
          <div className="flex items-center gap-2 text-xs text-muted tabular-nums">
            <Counts text={shown} />
            <Button
              variant="quiet"
              size="sm"
              aria-pressed={wantsRaw}
              onClick={() => setWantsRaw(!wantsRaw)}
              className="-my-1 aria-pressed:bg-hover aria-pressed:text-ink"
            >
              {t("prose.raw")}
            </Button>
          </div>
        </header>
      )}
      <Notes
        hidden={wantsRaw ? 0 : invisible.hidden}
        reordering={invisible.reordering}
        cut={text.length - shown.length}
        unformatted={
          formatted === null && !wantsRaw ? (weight === "heavy" && !insists ? "ask" : "never") : null
        }
        isMarked={isMarked}
        onMark={common?.toggle ?? (() => setOwn(!own))}
        onFormat={() => setInsists(true)}
      />
      <div className="prose-box">
        {formatted === null ? (
          <Raw text={shown} />
        ) : (
          <MarkContext value={marks}>
            <div className={clsx("prose-text", shown.length > PROSE_LIMITS.long && "prose-long")}>
              {formatted}
            </div>
          </MarkContext>
        )}
        {shown === "" && <p className="text-sm text-muted">{t("prose.empty")}</p>}
      </div>
    </section>
  );
});

/** Text that the browser parses itself, once the parser has loaded. */
const ReadHere = memo(function ReadHere(options: FormatOptions) {
  const { source, highlights, nameOf } = options;
  const t = useTranslations();
  const parser = use(loadParser(source));
  if (!parser) return formatPlain(source, highlights, nameOf);
  const tree = parser.parse(source);
  if (tree) return formatTree(tree, options);
  return (
    <>
      <Note>{t("prose.unformatted")}</Note>
      <Raw text={source} />
    </>
  );
});

function Counts({ text }: { text: string }) {
  const t = useTranslations();
  const words = useMemo(() => countWords(text), [text]);
  const characters = useMemo(() => countCharacters(text), [text]);
  return (
    <span title={t("prose.characters", { count: characters })}>
      {t("prose.words", { count: words })}
      <span className="sr-only">, {t("prose.characters", { count: characters })}</span>
    </span>
  );
}

interface NotesProps {
  hidden: number;
  reordering: number;
  cut: number;
  unformatted: "ask" | "never" | null;
  isMarked: boolean;
  onMark: () => void;
  onFormat: () => void;
}

/** Notices about hidden characters, missing formatting and a truncated end, which a reader would not see. */
function Notes({ hidden, reordering, cut, unformatted, isMarked, onMark, onFormat }: NotesProps) {
  const t = useTranslations();
  return (
    <>
      {hidden > 0 && (
        <Note>
          {t("prose.invisible", { count: hidden })}
          {reordering > 0 && ` · ${t("prose.reordering", { count: reordering })}`}{" "}
          <button type="button" onClick={onMark} className="font-medium underline underline-offset-2">
            {t(isMarked ? "prose.hide-marks" : "prose.show-marks")}
          </button>
        </Note>
      )}
      {unformatted === "ask" && (
        <Note>
          {t("prose.long")}{" "}
          <button type="button" onClick={onFormat} className="font-medium underline underline-offset-2">
            {t("prose.format")}
          </button>
        </Note>
      )}
      {unformatted === "never" && <Note>{t("prose.unformatted")}</Note>}
      {cut > 0 && <Note>{t("prose.cut", { count: cut })}</Note>}
    </>
  );
}

function Note({ children }: { children: ReactNode }) {
  return (
    <p className="rounded-md border border-warning-line bg-warning-soft px-3 py-1.5 text-xs text-warning">
      {children}
    </p>
  );
}
