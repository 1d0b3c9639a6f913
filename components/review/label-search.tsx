"use client";

import clsx from "clsx";
import { type KeyboardEvent, useEffect, useId, useRef, useState } from "react";
import { Trans, useTranslations } from "@/components/i18n/translations";
import { Input } from "@/components/ui/input";
import { badgeOf } from "@/lib/shortcuts/rules";
import { useOwnKeys } from "./key-bindings";
import { identifiedLabel, type LabelMatch } from "./label-matches";

interface LabelSearchProps {
  words: string;
  onWords: (words: string) => void;
  /** Labels that match the words, including "none fits" if it matches. */
  found: readonly LabelMatch[];
  chosen: readonly string[] | null;
  isEditing: boolean;
  onLeave: () => void;
  onPick: (label: LabelMatch) => void;
}

/**
 * Searches labels by words. Enter chooses the only match, or the one selected with the arrow keys; with
 * several matches it chooses none. Escape goes back.
 */
export function LabelSearch({ words, onWords, found, chosen, isEditing, onLeave, onPick }: LabelSearchProps) {
  const t = useTranslations();
  const { keys } = useOwnKeys();
  const id = useId();
  const input = useRef<HTMLInputElement>(null);
  // Index selected with the arrow keys; null until they are used.
  const [at, setAt] = useState<number | null>(null);
  const active =
    at === null ? identifiedLabel(words, found) : (found[Math.min(at, found.length - 1)] ?? null);

  useEffect(() => {
    if (isEditing) input.current?.focus();
  }, [isEditing]);

  function press(event: KeyboardEvent) {
    if (event.nativeEvent.isComposing) return;
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (step && found.length > 0) {
      event.preventDefault();
      const from = at ?? (step === 1 ? -1 : found.length);
      setAt((Math.min(from, found.length) + step + found.length) % found.length);
    } else if (event.key === "Enter" && !event.ctrlKey && !event.metaKey) {
      event.preventDefault();
      if (active) onPick(active);
      setAt(null);
    } else if (event.key === "Escape") {
      event.preventDefault();
      input.current?.closest<HTMLElement>("[data-target]")?.focus();
      onLeave();
    }
  }

  return (
    <div className="grid gap-1">
      <Input
        ref={input}
        type="search"
        value={words}
        aria-label={t("label.search")}
        aria-describedby={`${id}-active`}
        placeholder={t("label.search.hint", { key: badgeOf("enter", keys) })}
        onChange={(event) => {
          onWords(event.target.value);
          setAt(null);
        }}
        onKeyDown={press}
        className="max-w-72"
      />
      <SearchStatus
        id={id}
        isEditing={isEditing}
        words={words}
        active={active}
        found={found}
        chosen={chosen}
      />
    </div>
  );
}

interface SearchStatusProps {
  id: string;
  isEditing: boolean;
  words: string;
  active: LabelMatch | null;
  found: readonly LabelMatch[];
  chosen: readonly string[] | null;
}

/** Says to screen readers which label is active. */
function SearchStatus({ id, isEditing, words, active, found, chosen }: SearchStatusProps) {
  return (
    <p
      id={`${id}-active`}
      role="status"
      className={clsx("text-xs text-muted", !isEditing && words === "" && "sr-only")}
    >
      <Outcome active={active} found={found} words={words} chosen={chosen} />
    </p>
  );
}

/** Says what Enter does now. */
function Outcome({
  active,
  found,
  words,
  chosen,
}: Pick<LabelSearchProps, "found" | "words" | "chosen"> & { active: LabelMatch | null }) {
  const t = useTranslations();
  if (active) {
    const isChosen = active.name === null ? chosen?.length === 0 : chosen?.includes(active.name);
    return (
      <Trans
        id={isChosen ? "label.search.chosen" : "label.search.not-chosen"}
        values={{ label: active.text ?? active.name ?? "" }}
      />
    );
  }
  if (found.length === 0) return t("label.search.none");
  return t(words.trim() === "" ? "label.search.begin" : "label.search.several", { count: found.length });
}
