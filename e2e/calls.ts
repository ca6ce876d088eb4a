import { expect, type Page, type Request } from '@playwright/test'

/** An open stream never ends, so with it a page is never without a request on its way. */
const STREAM = '/api/admin/live'
const QUIET_MS = 150
const POLL_EVERY_MS = 25

/** Watches what a page asks for from now on; `settled` waits until nothing but the stream is on its way any more. */
export function callsOf(page: Page): { settled(): Promise<void> } {
  const open = new Set<Request>()
  let changedAt = Date.now()
  const ended = (request: Request): void => {
    changedAt = Date.now()
    open.delete(request)
  }
  page.on('request', (request) => {
    if (new URL(request.url()).pathname === STREAM) return
    changedAt = Date.now()
    open.add(request)
  })
  page.on('requestfinished', ended)
  page.on('requestfailed', ended)
  const isQuiet = () => open.size === 0 && Date.now() - changedAt >= QUIET_MS
  // Looked at often: by itself `poll` soon looks only once a second, and a page waits the rest of it.
  return { settled: () => expect.poll(isQuiet, { intervals: [POLL_EVERY_MS] }).toBe(true) }
}
