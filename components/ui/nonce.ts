/**
 * Dialogs and menus lock page scrolling with an injected style element, which the content security policy
 * allows only with the document's nonce. The library reads the nonce from this global. Browsers hide nonces
 * from markup but not from properties, so it is taken from a script element that has it.
 */
export function nonceForInjectedStyles(): void {
  if (typeof document === "undefined") return;
  const nonce = document.querySelector<HTMLScriptElement>("script[nonce]")?.nonce;
  if (nonce) Object.assign(globalThis, { __webpack_nonce__: nonce });
}
