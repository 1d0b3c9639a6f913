"use client";

import { BookOpen, Users } from "lucide-react";
import { usePathname, useRouter } from "next/navigation";
import { type ReactNode, useEffect, useState } from "react";
import { useErrorWords } from "@/components/i18n/errors";
import { useTranslations } from "@/components/i18n/translations";
import { AppShell } from "@/components/shell/app-shell";
import type { NavItem } from "@/components/shell/primary-nav";
import { Banner } from "@/components/ui/banner";
import { ButtonLink } from "@/components/ui/button-link";
import { useToast } from "@/components/ui/toast";
import { signOut } from "@/lib/auth/client";
import { callApi, SIGNED_IN, SIGNED_OUT } from "@/lib/http/client";
import { isForAnnotators } from "@/lib/i18n/rules";
import type { Language } from "@/lib/i18n/schema";
import { forgetUnsent } from "@/lib/review/client/outbox";

interface SignedInFrameProps {
  user: { name: string; email: string | null; isSiteAdmin: boolean };
  nav?: readonly NavItem[];
  project?: ReactNode;
  status?: ReactNode;
  inbox?: ReactNode;
  fill?: boolean;
  /** Notice above the page. */
  banner?: ReactNode;
  children: ReactNode;
}

/** Navigation of the installation rather than of a project. */
const SITE_ADMIN_ITEMS = [{ label: "Accounts", href: "/accounts", icon: <Users aria-hidden="true" /> }];

/** For pages in English, as the documentation is. */
const DOCS_ITEMS = [{ label: "Documentation", href: "/docs", icon: <BookOpen aria-hidden="true" /> }];

/** Frame of every page for signed-in users, with sign-out and a notice when the session has ended. */
export function SignedInFrame({ user, banner, children, ...frame }: SignedInFrameProps) {
  const signedOut = useSignedOut();
  const toast = useToast();
  const t = useTranslations();
  const errorWords = useErrorWords();
  const router = useRouter();
  const speaksOwn = isForAnnotators(usePathname());

  async function speak(language: Language) {
    const answer = await callApi("PATCH", "/api/v1/account", { language });
    if (answer.ok) router.refresh();
    else {
      const description = errorWords(answer.error);
      toast.show({ tone: "danger", title: t("frame.language.not-saved"), description });
    }
  }

  async function signOutHere() {
    const outcome = await signOut();
    if (outcome.ok || outcome.error.code === "signed-out") {
      await forgetUnsent();
      window.location.assign("/sign-in?ended");
    } else
      toast.show({
        tone: "danger",
        title: t("frame.still-signed-in"),
        description: errorWords(outcome.error),
      });
  }

  return (
    <AppShell
      {...frame}
      user={{
        name: user.name,
        detail: user.email ?? undefined,
        accountHref: "/account",
        onSignOut: signOutHere,
        onLanguage: speaksOwn ? (language) => void speak(language) : undefined,
        items: [...(user.isSiteAdmin ? SITE_ADMIN_ITEMS : []), ...(speaksOwn ? [] : DOCS_ITEMS)],
      }}
      banner={signedOut ? <SignedOutBanner /> : banner}
    >
      {children}
    </AppShell>
  );
}

/** Milliseconds between checks whether a signed-out page is signed in again. */
const ASK_AGAIN = 10_000;

/** True from a 401 response until the user has signed in again. */
function useSignedOut(): boolean {
  const [signedOut, setSignedOut] = useState(false);
  useEffect(() => {
    const out = () => setSignedOut(true);
    const back = () => setSignedOut(false);
    window.addEventListener(SIGNED_OUT, out);
    window.addEventListener(SIGNED_IN, back);
    return () => {
      window.removeEventListener(SIGNED_OUT, out);
      window.removeEventListener(SIGNED_IN, back);
    };
  }, []);
  // The user may sign in in another tab and come back.
  useEffect(() => {
    if (!signedOut) return;
    const refreshAccount = () => void callApi("GET", "/api/v1/account");
    const timer = setInterval(refreshAccount, ASK_AGAIN);
    window.addEventListener("focus", refreshAccount);
    return () => {
      clearInterval(timer);
      window.removeEventListener("focus", refreshAccount);
    };
  }, [signedOut]);
  return signedOut;
}

function SignedOutBanner() {
  const t = useTranslations();
  return (
    <Banner
      tone="warning"
      live
      title={t("frame.signed-out")}
      className="m-3"
      action={
        <ButtonLink href="/sign-in" target="_blank" size="sm">
          {t("frame.signed-out.again")}
        </ButtonLink>
      }
    >
      {t("frame.signed-out.advice")}
    </Banner>
  );
}
