"use client";

import { Dialog } from "@/components/ui/dialog";
import { Kbd } from "@/components/ui/kbd";
import { SHEET } from "./keys";

/** Every key of the workbench, behind "?". */
export function KeySheet({ open, onOpenChange }: { open: boolean; onOpenChange: (open: boolean) => void }) {
  return (
    <Dialog
      open={open}
      onOpenChange={onOpenChange}
      title="Keys"
      description="They rest while you type and while a dialog is open."
      size="lg"
    >
      <div className="grid gap-x-8 gap-y-5 sm:grid-cols-2">
        {SHEET.map((section) => (
          <section key={section.title} className="grid content-start gap-2">
            <h3 className="text-sm text-muted">{section.title}</h3>
            <dl className="grid gap-1.5">
              {section.rows.map((row) => (
                <div key={row.does} className="flex items-baseline gap-3">
                  <dt className="flex w-24 shrink-0 flex-wrap gap-1">
                    {row.keys.map((key) => (
                      <Kbd key={key}>{key}</Kbd>
                    ))}
                  </dt>
                  <dd className="text-sm">{row.does}</dd>
                </div>
              ))}
            </dl>
          </section>
        ))}
      </div>
    </Dialog>
  );
}
