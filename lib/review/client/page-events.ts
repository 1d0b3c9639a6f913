import { SIGNED_IN } from "@/lib/http/client";

interface PageListener {
  /** The network is back, or the annotator has signed in again. */
  onReturn: () => void;
  /** The page is shown, hidden or left. */
  onVisibility: (isVisible: boolean) => void;
  /** True if closing the page would lose work: the browser then asks first. */
  isUnsaved: () => boolean;
}

/** Listens to what happens to the page as a whole. Returns a function that stops. */
export function listenToPage({ onReturn, onVisibility, isUnsaved }: PageListener): () => void {
  const change = () => onVisibility(document.visibilityState === "visible");
  const warn = (event: BeforeUnloadEvent) => {
    if (isUnsaved()) event.preventDefault();
  };
  window.addEventListener("online", onReturn);
  window.addEventListener(SIGNED_IN, onReturn);
  window.addEventListener("pagehide", change);
  document.addEventListener("visibilitychange", change);
  window.addEventListener("beforeunload", warn);
  return () => {
    window.removeEventListener("online", onReturn);
    window.removeEventListener(SIGNED_IN, onReturn);
    window.removeEventListener("pagehide", change);
    document.removeEventListener("visibilitychange", change);
    window.removeEventListener("beforeunload", warn);
  };
}
