/** What an item is called for short, above the question itself. */
export function ShortName({ children }: { children: string }) {
  return (
    <h3 dir="auto" className="text-sm font-normal text-muted wrap-anywhere">
      {children}
    </h3>
  );
}
