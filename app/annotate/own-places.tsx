import { ExternalLink } from "lucide-react";
import { Banner } from "@/components/ui/banner";
import { buttonClass } from "@/components/ui/button-class";
import { CopyButton } from "@/components/ui/copy-button";
import type { OwnParticipation } from "@/lib/participation/data/places";

/** Where somebody stands who came through a participation link: what to show for it, or why there is nothing. */
export function OwnPlaces({ places }: { places: readonly OwnParticipation[] }) {
  return places.map(({ batch, name, state, completion }) => {
    if (completion) return <Completed key={batch} name={name} completion={completion} />;
    if (state !== "left") return null;
    return (
      <Banner key={batch} tone="warning" title={`Your place in ${name} was given back`}>
        Nothing was left to do, or you were away for longer than one assignment may take. Open the platform's
        link again: you can go on if a place is left. Otherwise return your submission there.
      </Banner>
    );
  });
}

interface CompletedProps {
  name: string;
  completion: NonNullable<OwnParticipation["completion"]>;
}

function Completed({ name, completion: { code, url } }: CompletedProps) {
  return (
    <section
      aria-labelledby="completed"
      className="grid justify-items-start gap-4 rounded-md border border-positive-line bg-positive-soft p-5"
    >
      <div className="grid gap-1">
        <h2 id="completed" className="text-xl">
          Thank you: your part is done
        </h2>
        <p className="text-sm text-muted wrap-anywhere">{name}</p>
      </div>
      {code && (
        <div className="grid gap-1">
          <p className="text-sm">Your completion code. The platform asks for it.</p>
          <p className="flex items-center gap-2 rounded-md border bg-surface py-1.5 pr-1.5 pl-3">
            <code className="text-lg wrap-anywhere">{code}</code>
            <CopyButton text={code} label="Copy the completion code" />
          </p>
        </div>
      )}
      {url && (
        <a href={url} rel="noreferrer" className={buttonClass({ variant: "primary", size: "lg" })}>
          Back to the platform
          <ExternalLink aria-hidden="true" />
        </a>
      )}
    </section>
  );
}
