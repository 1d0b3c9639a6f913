import type { Metadata } from "next";
import { Message } from "@/components/shell/message";
import { buttonClass } from "@/components/ui/button-class";

export const metadata: Metadata = { title: "Not found" };

/** One answer for what does not exist and for what belongs to someone else. */
export default function NotFound() {
  return (
    <Message
      title="There is nothing here for you"
      action={
        // A full load: wherever this happened, the way out must not depend on the client's state.
        <a href="/" className={buttonClass({ variant: "primary" })}>
          Go to the start page
        </a>
      }
    >
      The address may be wrong, the page may have been removed, or it may belong to a project that you are not
      a member of.
    </Message>
  );
}
