"use client";

import { useState } from "react";
import { Panel } from "@/components/ui/panel";
import { Switch } from "@/components/ui/switch";
import { useToast } from "@/components/ui/toast";
import type { Guides as Shown } from "@/lib/auth/schema";
import { callApi } from "@/lib/http/client";

/** Brings back, or turns off, what newcomers are shown. */
export function Guides({ initial, isAdmin }: { initial: Shown; isAdmin: boolean }) {
  const [shown, setShown] = useState(initial);
  const toast = useToast();

  async function change(guides: Partial<Shown>) {
    const undone: Partial<Shown> = {
      ...(guides.showsTour !== undefined && { showsTour: shown.showsTour }),
      ...(guides.showsFirstSteps !== undefined && { showsFirstSteps: shown.showsFirstSteps }),
    };
    setShown((all) => ({ ...all, ...guides }));
    const answer = await callApi("PATCH", "/api/v1/account", guides);
    if (answer.ok) return;
    // Only what failed: another switch may have been saved meanwhile.
    setShown((all) => ({ ...all, ...undone }));
    toast.show({ tone: "danger", title: "Nothing was changed", description: answer.error.message });
  }

  return (
    <Panel id="guides" title="Help for newcomers">
      <div className="grid gap-4">
        <Switch
          checked={shown.showsTour}
          onCheckedChange={(showsTour) => void change({ showsTour })}
          label="Tour of the workbench"
          hint="Begins with the next assignment; it is also in the help of the workbench."
        />
        {isAdmin && (
          <Switch
            checked={shown.showsFirstSteps}
            onCheckedChange={(showsFirstSteps) => void change({ showsFirstSteps })}
            label="First steps of a project"
            hint="On the overview of new projects, until a batch is closed or all steps are done."
          />
        )}
      </div>
    </Panel>
  );
}
