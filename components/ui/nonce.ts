/**
 * Dialogs and menus stop the page behind them from scrolling with a style
 * element, which the content security policy lets through only with the
 * document's nonce. The library that adds it looks for the nonce under this
 * global name; the browser hides nonces from markup but not from properties,
 * so it is read from a script that already has it.
 */
export function nonceForInjectedStyles(): void {
  if (typeof document === "undefined") return;
  const nonce = document.querySelector<HTMLScriptElement>("script[nonce]")?.nonce;
  if (nonce) Object.assign(globalThis, { __webpack_nonce__: nonce });
}
