"use client";

import { Button } from "@/components/ui/button";
import { Panel } from "@/components/ui/panel";
import type { listsIn } from "@/lib/rubric/rules/consensus";

export type WrittenList = ReturnType<typeof listsIn>[number];

interface WrittenListsProps {
  lists: readonly WrittenList[];
  chosen: string | undefined;
  onChoose: (list: WrittenList) => void;
  disabled: boolean;
}

/** The lists of several people beside each other, to choose the best one from. */
export function WrittenLists({ lists, chosen, onChoose, disabled }: WrittenListsProps) {
  if (lists.length < 2) return null;
  return (
    <Panel
      title="Lists that people wrote"
      description="Written without a draft in view. Take the best one. You can edit it below, and the version records that it was chosen."
    >
      <ul className="grid gap-4 md:grid-cols-2 xl:grid-cols-3">
        {lists.map((own, at) => (
          <li key={own.list} className="grid content-start gap-2 rounded-lg border p-3">
            <div className="flex items-center justify-between gap-2">
              <h3 id={`list-${at + 1}`} className="text-sm font-medium">
                List {at + 1}
              </h3>
              <Button
                size="sm"
                aria-pressed={chosen === own.list}
                aria-describedby={`list-${at + 1}`}
                variant={chosen === own.list ? "primary" : "secondary"}
                disabled={disabled}
                onClick={() => onChoose(own)}
              >
                Take this list
              </Button>
            </div>
            <ol className="list-decimal ps-5 text-sm">
              {own.items.map(({ id, text }) => (
                <li key={id} dir="auto" className="wrap-break-word">
                  {text}
                </li>
              ))}
            </ol>
          </li>
        ))}
      </ul>
    </Panel>
  );
}
