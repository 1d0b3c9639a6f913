"use client";

import { RotateCw } from "lucide-react";
import { type ReactNode, type RefObject, useRef } from "react";
import { Banner } from "@/components/ui/banner";
import { Button } from "@/components/ui/button";
import { Skeleton } from "@/components/ui/skeleton";
import type { Labels } from "@/lib/report/rules/scope-labels";
import type { SectionName } from "@/lib/report/schema/sections";
import { BoundedNotice } from "./bounded-notice";
import { type UsedSections, useSections } from "./report-sections";
import { useInSight } from "./use-in-sight";
import { useNamedAnchor } from "./use-named-anchor";

const NO_ANCHORS = [] as const;

interface SectionProps<Names extends SectionName> {
  /** The sections of the report that its figures and tables need. */
  of: readonly Names[];
  /** The section's subject, for readers who wait: "agreement by item". */
  about: string;
  /** Anchors of its panels, which links may name before the panels are there. */
  anchors?: readonly string[];
  /** Expected to be small, or often without rows. */
  isSmall?: boolean;
  children: (report: NonNullable<UsedSections<Names>["report"]>, labels: Labels) => ReactNode;
}

/** A part of the page whose numbers are fetched when it comes into sight. */
export function Section<Names extends SectionName>({
  of,
  about,
  anchors = NO_ANCHORS,
  isSmall = false,
  children,
}: SectionProps<Names>) {
  const place = useRef<HTMLDivElement>(null);
  const { state, report, labels, bounded, problem, retry } = useSections(of, useInSight(place));
  useNamedAnchor(place, anchors, report !== null);
  const isWaiting = state === "idle" || state === "loading";
  return (
    <div
      ref={place}
      tabIndex={-1}
      aria-busy={isWaiting}
      className="relative grid min-h-px gap-6 print:block print:space-y-6 [&>*]:min-w-0"
    >
      {!report && anchors.map((anchor) => <span key={anchor} id={anchor} className="absolute" />)}
      {state === "failed" ? (
        <FailedSection about={about} place={place} retry={retry} problem={problem} />
      ) : report ? (
        <>
          {bounded.length > 0 && <BoundedNotice bounded={bounded} />}
          {children(report, labels)}
        </>
      ) : (
        <Waiting about={about} isSmall={isSmall} />
      )}
    </div>
  );
}

interface FailedSectionProps {
  about: string;
  place: RefObject<HTMLDivElement | null>;
  retry: () => void;
  problem: string | null;
}

/** Says that a section could not be loaded, with a button to try again. */
function FailedSection({ about, place, retry, problem }: FailedSectionProps) {
  return (
    <Banner
      tone="danger"
      live
      title={`The numbers on ${about} are missing`}
      action={
        <Button
          size="sm"
          onClick={() => {
            // The button is about to vanish.
            place.current?.focus({ preventScroll: true });
            retry();
          }}
        >
          <RotateCw aria-hidden="true" />
          Try again
        </Button>
      }
    >
      {problem}
    </Banner>
  );
}

function Waiting({ about, isSmall }: { about: string; isSmall: boolean }) {
  return (
    <div className="grid gap-4 rounded-md border bg-surface p-4">
      <p className="text-sm text-muted print:hidden">Loading {about}…</p>
      <p className="hidden text-sm print:block">
        {about.charAt(0).toUpperCase()}
        {about.slice(1)} was not loaded when the page was printed. “Print” on the page loads everything first.
      </p>
      <Skeleton className={isSmall ? "h-12 print:hidden" : "h-72 print:hidden"} />
    </div>
  );
}
