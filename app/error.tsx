"use client";

import { Say } from "@/components/i18n/translations";
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
      title={<Say id="frame.failed" />}
      detail={error.digest && <Say id="frame.failed.reference" values={{ reference: error.digest }} />}
      action={
        <>
          <Button variant="primary" onClick={reset}>
            <Say id="ui.try-again" />
          </Button>
          <a href="/" className={buttonClass({ variant: "secondary" })}>
            <Say id="ui.start-page" />
          </a>
        </>
      }
    >
      <Say id="frame.failed.advice" />
    </Message>
  );
}
