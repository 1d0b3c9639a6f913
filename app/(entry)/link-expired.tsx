import { ButtonLink } from "@/components/ui/button-link";

/** Shown for a link that was used or has expired. */
export function LinkExpired({ what }: { what: string }) {
  return (
    <>
      <header className="grid gap-1">
        <h1 className="text-2xl tracking-tight">This link no longer works</h1>
        <p className="text-muted">It was used before, or it has expired. {what}</p>
      </header>
      <div>
        <ButtonLink href="/sign-in" size="lg">
          Sign in
        </ButtonLink>
      </div>
    </>
  );
}
