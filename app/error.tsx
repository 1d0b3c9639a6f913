"use client";

import { Message } from "@/components/shell/message";
import { Button } from "@/components/ui/button";
import { buttonClass } from "@/components/ui/button-class";

/** What a person sees when a page fails: what happened, what was kept, what to do. */
export default function ErrorPage({
  error,
  reset,
}: {
  error: Error & { digest?: string };
  reset: () => void;
}) {
  return (
    <Message
      title="This page could not be shown"
      detail={error.digest && `Reference ${error.digest}`}
      action={
        <>
          <Button variant="primary" onClick={reset}>
            Try again
          </Button>
          <a href="/" className={buttonClass({ variant: "secondary" })}>
            Go to the start page
          </a>
        </>
      }
    >
      Something failed on our side. Whatever was marked as saved is saved; what you had not sent yet is kept
      in this browser. If it fails again, tell an admin the reference below.
    </Message>
  );
}
