"use client";

import { Dialog } from "@/components/ui/dialog";
import { Kbd } from "@/components/ui/kbd";
import { IDLE_AFTER_MS } from "@/lib/review/client/clock";
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
      <section className="mt-5 grid gap-1 border-t pt-4 text-sm">
        <h3 className="text-muted">What is measured</h3>
        <p>
          How long each item has the focus: as active time until {IDLE_AFTER_MS / 1000} seconds after the last
          key, click or scroll, then as idle time; nothing while the page is hidden. It is saved with your
          answers and part of the results, under your pseudonym.
        </p>
      </section>
    </Dialog>
  );
}
