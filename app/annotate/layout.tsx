import type { ReactNode } from "react";
import { findOwnKeys } from "@/lib/auth/data/account";
import { currentUser } from "@/lib/project/page-access";
import { PersonalKeys } from "./personal-keys";
import { UndoSubmissionProvider } from "./undo-submission";

/** Keeps key bindings and undo of submissions across assignments. Each page checks access itself. */
export default async function AnnotateLayout({ children }: { children: ReactNode }) {
  const user = await currentUser();
  return (
    <PersonalKeys initial={user ? await findOwnKeys(user) : {}}>
      <UndoSubmissionProvider>{children}</UndoSubmissionProvider>
    </PersonalKeys>
  );
}
