import type { Metadata } from "next";
import { Trans } from "@/components/i18n/translations";
import { MessagePage } from "@/components/shell/message";
import { buttonClass } from "@/components/ui/button-class";

export const metadata: Metadata = { title: "Not found" };

/** One answer for what does not exist and for what belongs to someone else. */
export default function NotFound() {
  return (
    <MessagePage
      title={<Trans id="frame.not-found" />}
      action={
        // A full load: wherever this happened, the way out must not depend on the client's state.
        <a href="/" className={buttonClass({ variant: "primary" })}>
          <Trans id="ui.start-page" />
        </a>
      }
    >
      <Trans id="frame.not-found.advice" />
    </MessagePage>
  );
}
