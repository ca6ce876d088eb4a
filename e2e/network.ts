import type { BrowserContext } from '@playwright/test'

/**
 * Switches the network of a context off or on, for tests that load a page without one. Chromium 150
 * forgets at a navigation that it emulates an offline device: `navigator.onLine` is true again and
 * no event follows, although requests go on failing. So later pages are told the state as they begin.
 */
export async function setOffline(context: BrowserContext, offline: boolean): Promise<void> {
  await context.addInitScript((onLine) => {
    Object.defineProperty(navigator, 'onLine', { configurable: true, get: () => onLine })
  }, !offline)
  await context.setOffline(offline)
  for (const page of context.pages()) await page.evaluate(tellAgain, !offline)
}

/** A page that was told its state as it began hears of a change by no event of the browser. */
function tellAgain(onLine: boolean): void {
  if (!Object.hasOwn(navigator, 'onLine')) return
  Object.defineProperty(navigator, 'onLine', { configurable: true, get: () => onLine })
  window.dispatchEvent(new Event(onLine ? 'online' : 'offline'))
}
