"use client";

import { Search } from "lucide-react";
import type { ReactNode } from "react";
import { Trans } from "@/components/i18n/translations";
import { Button } from "@/components/ui/button";
import { Field } from "@/components/ui/field";
import { Input } from "@/components/ui/input";

interface SearchFormProps {
  /** Accessible name of the search field. */
  label: string;
  placeholder: string;
  value: string;
  onValueChange: (words: string) => void;
  onSearch: () => void;
  busy?: boolean;
  /** Further filters, between the field and the button. */
  children?: ReactNode;
}

/** A search field with filters. */
export function SearchForm(props: SearchFormProps) {
  const { label, placeholder, value, onValueChange, onSearch, busy, children } = props;
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        onSearch();
      }}
      className="flex flex-wrap items-center gap-2"
    >
      <Field label={label} labelHidden>
        <Input
          type="search"
          placeholder={placeholder}
          value={value}
          maxLength={200}
          onChange={(event) => onValueChange(event.target.value)}
          className="w-56"
        />
      </Field>
      {children}
      <Button type="submit" busy={busy}>
        <Search aria-hidden="true" />
        <Trans id="ui.search" />
      </Button>
    </form>
  );
}
