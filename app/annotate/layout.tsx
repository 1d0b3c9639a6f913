import type { ReactNode } from "react";
import { findOwnKeys } from "@/lib/auth/data";
import { currentUser } from "@/lib/project/page";
import { PersonalKeys } from "./personal-keys";
import { UndoSubmissionProvider } from "./take-back";

/** What stays from one assignment to the next: the keys, and the way back from what was submitted. Each page asks for itself who may see it. */
export default async function AnnotateLayout({ children }: { children: ReactNode }) {
  const user = await currentUser();
  return (
    <PersonalKeys initial={user ? await findOwnKeys(user) : {}}>
      <UndoSubmissionProvider>{children}</UndoSubmissionProvider>
    </PersonalKeys>
  );
}
