"use client";

import { Trans } from "@/components/i18n/translations";
import { MessagePage } from "@/components/shell/message-page";
import { Button } from "@/components/ui/button";
import { buttonClass } from "@/components/ui/button-class";

/** Error page: what happened, what is saved, what to do. */
export default function ErrorPage({
  error,
  reset,
}: {
  error: Error & { digest?: string };
  reset: () => void;
}) {
  return (
    <MessagePage
      title={<Trans id="frame.failed" />}
      detail={error.digest && <Trans id="frame.failed.reference" values={{ reference: error.digest }} />}
      action={
        <>
          <Button variant="primary" onClick={reset}>
            <Trans id="ui.try-again" />
          </Button>
          <a href="/" className={buttonClass({ variant: "secondary" })}>
            <Trans id="ui.start-page" />
          </a>
        </>
      }
    >
      <Trans id="frame.failed.advice" />
    </MessagePage>
  );
}
