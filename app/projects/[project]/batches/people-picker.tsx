"use client";

import { type ReactNode, useState } from "react";
import type { AnnotatorCandidate } from "@/app/projects/[project]/batches/design-choices";
import { Button } from "@/components/ui/button";
import { Checkbox } from "@/components/ui/checkbox";
import { formatCount } from "@/components/ui/format";
import { Input } from "@/components/ui/input";

interface PeoplePickerProps {
  /** Legend of the group: "Annotators". */
  legend?: string;
  people: readonly AnnotatorCandidate[];
  /** Ids of the chosen people. */
  chosen: readonly string[];
  onChange: (chosen: string[]) => void;
  /** Shown when there are no candidates. */
  empty: ReactNode;
}

const ROLES = { admin: "admin", researcher: "researcher", annotator: null };

/** Multiple choice of people. */
export function PeoplePicker({ legend = "Annotators", people, chosen, onChange, empty }: PeoplePickerProps) {
  const [search, setSearch] = useState("");
  const wanted = search.trim().toLowerCase();
  const shown = people.filter(({ name, pseudonym }) => `${name} ${pseudonym}`.toLowerCase().includes(wanted));
  const all = shown.every(({ id }) => chosen.includes(id));

  function toggle(ids: string[], on: boolean) {
    const rest = chosen.filter((id) => !ids.includes(id));
    onChange(on ? [...rest, ...ids] : rest);
  }

  if (people.length === 0) return <p className="text-sm text-muted">{empty}</p>;
  return (
    <fieldset className="grid gap-2">
      <legend className="mb-2 text-sm font-medium">
        {legend}{" "}
        <span className="font-normal text-muted tabular-nums">
          {formatCount(chosen.length)} of {formatCount(people.length)}
        </span>
      </legend>
      <div className="flex flex-wrap items-center gap-2">
        {people.length > 8 && (
          <Input
            type="search"
            aria-label="Search people"
            placeholder="Search"
            className="max-w-56"
            value={search}
            onChange={(event) => setSearch(event.target.value)}
          />
        )}
        <Button
          size="sm"
          variant="quiet"
          className="first:-ml-2"
          onClick={() =>
            toggle(
              shown.map(({ id }) => id),
              !all,
            )
          }
        >
          {all ? "Choose none" : "Choose all"}
        </Button>
      </div>
      <PeopleChoices shown={shown} chosen={chosen} toggle={toggle} search={search} />
    </fieldset>
  );
}

interface PeopleChoicesProps {
  shown: AnnotatorCandidate[];
  chosen: readonly string[];
  toggle: (ids: string[], on: boolean) => void;
  search: string;
}

function PeopleChoices({ shown, chosen, toggle, search }: PeopleChoicesProps) {
  return (
    <div className="grid max-h-72 grid-cols-[repeat(auto-fill,minmax(15rem,1fr))] gap-x-4 gap-y-2 overflow-y-auto p-0.5">
      {shown.map(({ id, name, pseudonym, role }) => (
        <Checkbox
          key={id}
          checked={chosen.includes(id)}
          onCheckedChange={(on) => toggle([id], on)}
          label={name}
          hint={[pseudonym, ROLES[role]].filter(Boolean).join(" · ")}
        />
      ))}
      {shown.length === 0 && <p className="text-sm text-muted">Nobody is called “{search}”.</p>}
    </div>
  );
}
