"use client";

import { Search } from "lucide-react";
import { usePathname, useRouter, useSearchParams } from "next/navigation";
import { type RefObject, useEffect, useRef } from "react";
import { Button } from "@/components/ui/button";
import { Field } from "@/components/ui/field";
import { Input } from "@/components/ui/input";

/** The search over all documents: `/` jumps to it, the arrow keys walk through its results. */
export function DocsSearch() {
  const router = useRouter();
  const isOnResults = usePathname() === "/docs/search";
  const words = useSearchParams().get("q") ?? "";
  const form = useRef<HTMLFormElement>(null);

  useSearchField(form, isOnResults, words);

  return (
    <search>
      <form
        ref={form}
        action="/docs/search"
        onSubmit={(event) => {
          event.preventDefault();
          const query = String(new FormData(event.currentTarget).get("q") ?? "").trim();
          if (query !== "") router.push(`/docs/search?q=${encodeURIComponent(query)}`);
        }}
        className="flex items-center gap-2 p-1"
      >
        <Field label="Search the documentation" labelHidden className="min-w-0 flex-1">
          <Input
            type="search"
            name="q"
            placeholder="Search: press /"
            aria-keyshortcuts="/"
            maxLength={200}
            defaultValue={isOnResults ? words : ""}
          />
        </Field>
        <Button type="submit" square aria-label="Search">
          <Search aria-hidden="true" />
        </Button>
      </form>
    </search>
  );
}

/** Shows the words of the results in the field, and moves the focus by key. */
function useSearchField(form: RefObject<HTMLFormElement | null>, isOnResults: boolean, words: string) {
  // The words of the results, also after Back and Forward; the field stays the same, and keeps the focus.
  useEffect(() => {
    const field = form.current?.querySelector("input");
    if (field) field.value = isOnResults ? words : "";
  }, [form, isOnResults, words]);

  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      if (event.key === "/" && !isTyping(event)) {
        event.preventDefault();
        form.current?.querySelector("input")?.select();
      } else if (event.key === "ArrowDown" || event.key === "ArrowUp") {
        walkResults(event, form.current?.querySelector("input") ?? null);
      }
    };
    document.addEventListener("keydown", onKey);
    return () => document.removeEventListener("keydown", onKey);
  }, [form]);
}

function isTyping({ target, ctrlKey, metaKey, altKey }: KeyboardEvent): boolean {
  const isField =
    target instanceof HTMLElement && target.closest("input, textarea, select, [contenteditable]");
  return Boolean(isField) || ctrlKey || metaKey || altKey;
}

/** Moves the focus from the field to the first result, and between results; up from the first to the field. */
function walkResults(event: KeyboardEvent, field: HTMLInputElement | null): void {
  const stops = [field, ...document.querySelectorAll<HTMLElement>("[data-search-results] a")];
  // From the page itself the first result is next, as from the field.
  const isOnPage = document.activeElement === document.body;
  const at = isOnPage ? 0 : stops.findIndex((stop) => stop !== null && stop === document.activeElement);
  const next = at < 0 ? null : stops[at + (event.key === "ArrowDown" ? 1 : -1)];
  if (!next) return;
  event.preventDefault();
  next.focus();
}
