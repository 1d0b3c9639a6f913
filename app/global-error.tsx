"use client";

import { MessagePage } from "@/components/shell/message-page";
import { buttonClass } from "@/components/ui/button-class";
import "./globals.css";

/** Fallback when even the layout fails. Must work without scripts, so its button is a link. */
export default function GlobalError({ error }: { error: Error & { digest?: string } }) {
  return (
    <html lang="en">
      <body>
        <title>Countersign is not available</title>
        <MessagePage
          title="Countersign could not be shown"
          detail={error.digest && `Reference ${error.digest}`}
          action={
            <a href="/" className={buttonClass({ variant: "primary" })}>
              Load again
            </a>
          }
        >
          Something failed on our side. Everything marked as saved is safe. If it fails again, give an admin
          the reference below.
        </MessagePage>
      </body>
    </html>
  );
}
