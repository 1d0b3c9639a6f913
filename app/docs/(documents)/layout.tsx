import type { Metadata } from "next";
import type { ReactNode } from "react";
import { DocsNav } from "@/app/docs/(documents)/docs-nav";
import { DocsSearch } from "@/app/docs/(documents)/docs-search";
import { SignedInPage } from "@/app/signed-in-page";
import { Page } from "@/components/shell/page";
import { Disclosure } from "@/components/ui/disclosure";
import { readDocumentation } from "@/lib/documentation/data";
import { requireUser } from "@/lib/project/page-access";

export const metadata: Metadata = { title: { default: "Documentation", template: "%s · Documentation" } };

/** The documents of `docs/`, for everybody who is signed in, with their contents and a search beside them. */
export default async function DocsLayout({ children }: { children: ReactNode }) {
  const user = await requireUser();
  const { chapters } = await readDocumentation();
  return (
    <SignedInPage user={user}>
      <Page className="lg:grid-cols-[15rem_minmax(0,1fr)] lg:gap-x-10">
        <div className="grid content-start gap-3 lg:sticky lg:top-12 lg:max-h-[calc(100dvh-3rem)] lg:overflow-y-auto lg:py-4 print:hidden">
          <DocsSearch />
          <Disclosure summary="All pages" className="lg:hidden">
            <DocsNav label="Pages, folded" chapters={chapters} />
          </Disclosure>
          <div className="max-lg:hidden">
            <DocsNav label="Pages" chapters={chapters} />
          </div>
        </div>
        {children}
      </Page>
    </SignedInPage>
  );
}
