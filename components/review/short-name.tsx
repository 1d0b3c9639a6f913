/** The item's short name, above the full question. */
export function ShortName({ children }: { children: string }) {
  return (
    <h3 dir="auto" className="text-sm font-normal text-muted wrap-anywhere">
      {children}
    </h3>
  );
}
