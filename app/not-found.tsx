import type { Metadata } from "next";
import { Trans } from "@/components/i18n/translations";
import { MessagePage } from "@/components/shell/message-page";
import { buttonClass } from "@/components/ui/button-class";

export const metadata: Metadata = { title: "Not found" };

/** The same page for what does not exist and for what the user may not see. */
export default function NotFound() {
  return (
    <MessagePage
      title={<Trans id="frame.not-found" />}
      action={
        // A full page load: this must not depend on the client's state.
        <a href="/" className={buttonClass({ variant: "primary" })}>
          <Trans id="ui.start-page" />
        </a>
      }
    >
      <Trans id="frame.not-found.advice" />
    </MessagePage>
  );
}
