import { Check, Pencil, Plus, X } from "lucide-react";
import type { ReactNode } from "react";
import { Trans } from "@/components/i18n/translations";
import { Logo } from "@/components/shell/logo";

/** Layout of pages before signing in: the form on the left, a picture of the product beside it. */
export default function EntryLayout({ children }: { children: ReactNode }) {
  return (
    <div className="grid min-h-dvh lg:grid-cols-[minmax(26rem,5fr)_7fr]">
      <main className="flex flex-col bg-surface px-6 py-8 sm:px-12">
        <p className="flex items-center gap-2 text-base font-semibold tracking-tight">
          <Logo className="size-6 text-accent" />
          Countersign
        </p>
        <div className="mx-auto grid w-full max-w-sm flex-1 content-center gap-6 py-12">{children}</div>
        <p className="text-xs text-muted">
          <Trans id="frame.slogan" />
        </p>
      </main>
      <SampleReview />
    </div>
  );
}

/** A drafted rubric under review, as decoration: each decision in its colour. */
function SampleReview() {
  return (
    <aside
      aria-hidden="true"
      className="hidden content-center justify-items-center gap-3 overflow-hidden border-s bg-canvas p-12 lg:grid"
    >
      <div className="grid w-full max-w-lg gap-3">
        <Sample
          mark={<Check />}
          verb="Accepted"
          look="border-solid border-accept-line"
          tone="bg-accept-soft text-accept"
        >
          Does the answer explain why dreams are forgotten?
        </Sample>
        <Sample
          mark={<Pencil />}
          verb="Revised"
          look="border-solid border-revise-line"
          tone="bg-revise-soft text-revise"
        >
          Does it use words a <del className="text-muted">child</del>{" "}
          <ins className="font-medium no-underline">five-year-old</ins> knows?
        </Sample>
        <Sample
          mark={<X />}
          verb="Removed"
          look="border-solid border-remove-line"
          tone="bg-remove-soft text-remove"
        >
          <span className="text-muted line-through">Is the answer good?</span>
        </Sample>
        <Sample mark={<Plus />} verb="Added" look="border-solid border-add-line" tone="bg-add-soft text-add">
          Is nothing claimed that science has not settled?
        </Sample>
        <Sample mark={null} verb="Draft" look="border-dotted border-control" tone="bg-sunken text-muted">
          Does it give an everyday example?
        </Sample>
      </div>
    </aside>
  );
}

interface SampleProps {
  mark: ReactNode;
  verb: string;
  look: string;
  tone: string;
  children: ReactNode;
}

/** A drafted question with an example decision. */
function Sample({ mark, verb, look, tone, children }: SampleProps) {
  return (
    <div className={`flex items-start gap-4 rounded-md border border-s-4 bg-surface px-4 py-3.5 ${look}`}>
      <p className="flex-1 text-base">{children}</p>
      <span
        className={`inline-flex h-6 items-center gap-1 rounded-sm px-2 text-xs font-medium [&_svg]:size-3 ${tone}`}
      >
        {mark}
        {verb}
      </span>
    </div>
  );
}
