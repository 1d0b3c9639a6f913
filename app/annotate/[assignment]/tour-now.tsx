"use client";

import { useEffect } from "react";
import { OnDemand, onDemand } from "@/components/ui/on-demand";
import { callApi } from "@/lib/http/client";
import type { AssignmentQueue } from "@/lib/review/client/assignment-queue";
import { useAssignmentQueue } from "./use-assignment-queue";

const tour = onDemand(() => import("@/components/review/tour").then((module) => module.Tour));

interface TourNowProps {
  queue: AssignmentQueue;
  isOpen: boolean;
  /** True if the tour starts by itself for this account; ending it turns that off. */
  isDue: boolean;
  onEnd: () => void;
}

/** The tour of the workbench. Time spent in it does not count as working time. */
export function TourNow({ queue, isOpen, isDue, onEnd }: TourNowProps) {
  const clock = useAssignmentQueue(queue, ({ current }) => current.sync.clock);
  useEffect(() => {
    if (!isOpen) return;
    clock.pause(true);
    return () => clock.pause(false);
  }, [clock, isOpen]);

  function end() {
    onEnd();
    // If this fails, the tour comes again with the next visit.
    if (isDue) void callApi("PATCH", "/api/v1/account", { showsTour: false });
  }

  return (
    <OnDemand part={tour} open={isOpen}>
      {(Tour) => isOpen && <Tour onEnd={end} />}
    </OnDemand>
  );
}
