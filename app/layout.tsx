import { GeistMono } from "geist/font/mono";
import { GeistSans } from "geist/font/sans";
import type { Metadata, Viewport } from "next";
import { cookies } from "next/headers";
import type { ReactNode } from "react";
import { PageTranslations } from "@/components/i18n/translations";
import { THEME_COOKIE, themeAttribute } from "@/components/shell/theme";
import { UiProvider } from "@/components/ui/provider";
import { dictionaryOf } from "@/lib/i18n/dictionary";
import { LANGUAGES } from "@/lib/i18n/rules";
import type { Language } from "@/lib/i18n/schema";
import { getPageLanguage, getReaderLanguage } from "./request-language";
import "./globals.css";

export const metadata: Metadata = {
  title: { default: "Countersign", template: "%s · Countersign" },
  description: "LLMs draft, people countersign: evaluation of LLM output with people in charge.",
  applicationName: "Countersign",
  robots: { index: false, follow: false },
  formatDetection: { telephone: false, date: false, email: false, address: false },
};

export const viewport: Viewport = {
  width: "device-width",
  initialScale: 1,
  themeColor: [
    { media: "(prefers-color-scheme: light)", color: "#ffffff" },
    { media: "(prefers-color-scheme: dark)", color: "#171a1b" },
  ],
};

/**
 * Reading the cookie here renders the chosen theme at once, and makes every page dynamic, which nonces
 * require.
 */
export default async function RootLayout({ children }: { children: ReactNode }) {
  const theme = themeAttribute((await cookies()).get(THEME_COOKIE)?.value);
  const { tag, direction } = LANGUAGES[await getPageLanguage()];
  return (
    <html
      lang={tag}
      dir={direction}
      data-theme={theme}
      className={`${GeistSans.variable} ${GeistMono.variable}`}
    >
      <head>
        {/* Not in the metadata, which streams late on dynamic pages; browsers would then request a default
            icon. */}
        <link rel="icon" href="/icon.svg" type="image/svg+xml" />
      </head>
      <body>
        <PageTranslations own={wordsIn(await getReaderLanguage())} english={wordsIn("en")}>
          <UiProvider>{children}</UiProvider>
        </PageTranslations>
      </body>
    </html>
  );
}

const wordsIn = (language: Language) => ({ language, dictionary: dictionaryOf(language) });
