"use client";

import { Banner } from "@/components/ui/banner";
import { Button } from "@/components/ui/button";
import { buttonClass } from "@/components/ui/button-class";
import type { SaveStatus } from "@/lib/review/client/session";

interface StoppedBannerProps {
  status: Extract<SaveStatus, { state: "stopped" }>;
  onResume: () => void;
  onContinue: () => void;
}

const WORDS: Record<string, { title: string; advice: string }> = {
  "signed-out": {
    title: "You are signed out.",
    advice: "What is not saved is kept in this browser. Sign in again in another tab, then go on here.",
  },
  expired: {
    title: "Your time on this assignment has run out.",
    advice: "Everything you did is kept. Take it up again if it is still to be had.",
  },
  "batch-paused": {
    title: "This batch is paused.",
    advice: "Your work is kept. Go on here once it is open again.",
  },
  "batch-closed": {
    title: "This batch is closed.",
    advice: "What was saved stays with your assignment; nothing can be added any more.",
  },
  released: {
    title: "This assignment was taken back by whoever runs the batch.",
    advice: "What you saved is kept with it. Go on with the next one.",
  },
  "project-archived": {
    title: "This project is archived.",
    advice: "What was saved stays with your assignment; nothing can be added any more.",
  },
  "already-submitted": {
    title: "This assignment is submitted.",
    advice: "It was submitted in another window, or its submission was left to stand.",
  },
  "not-found": {
    title: "You no longer work on this project.",
    advice: "Nothing can be saved here any more. Ask whoever runs it if that is a surprise.",
  },
};

/** Work cannot go on: why, what is kept, and the way on. */
export function StoppedBanner({ status, onResume, onContinue }: StoppedBannerProps) {
  const words = WORDS[status.why] ?? {
    title: "The server does not take this any more.",
    advice: "What is not saved is kept in this browser.",
  };
  return (
    <Banner
      live
      tone="danger"
      title={words.title}
      action={
        <>
          {status.why === "signed-out" && (
            <a href="/sign-in" target="_blank" rel="noopener" className={buttonClass({ size: "sm" })}>
              Sign in
            </a>
          )}
          {(status.why === "signed-out" || status.why === "batch-paused") && (
            <Button size="sm" onClick={onResume}>
              Go on
            </Button>
          )}
          {status.why !== "signed-out" && status.why !== "batch-paused" && (
            <Button size="sm" onClick={onContinue}>
              {status.why === "expired" ? "Take it up again" : "Next assignment"}
            </Button>
          )}
        </>
      }
    >
      {words.advice}
      {status.unsaved > 0 && ` ${status.unsaved} changes are not saved on the server.`}
    </Banner>
  );
}
