const nonce = document.querySelector<HTMLMetaElement>('meta[name="csp-nonce"]')?.content ?? ''

/** The nonce that the server put into this page; `<style>` elements made at run time carry it. */
export const styleNonce = (): string => nonce

// react-remove-scroll, inside Mantine's dialogs, reads the nonce of its `<style>` from here.
Object.assign(globalThis, { __webpack_nonce__: nonce })
