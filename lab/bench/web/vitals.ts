import type { Page } from '@playwright/test'

/** In ms; `shift` is the sum of layout shifts that no person caused. */
export type Vitals = { lcp: number; interaction: number; shift: number }

/** Runs in the page before its own code, and keeps what the browser tells of how it feels. */
export async function watchVitals(page: Page): Promise<void> {
  await page.addInitScript(() => {
    const vitals = { lcp: 0, interaction: 0, shift: 0 }
    Object.assign(window, { vitals })
    const watch = (type: string, note: (entry: PerformanceEntry) => void, extra = {}) =>
      new PerformanceObserver((list) => list.getEntries().forEach(note)).observe({
        type,
        buffered: true,
        ...extra,
      })
    watch('largest-contentful-paint', ({ startTime }) => (vitals.lcp = startTime))
    watch('layout-shift', (entry) => {
      if (!Reflect.get(entry, 'hadRecentInput')) vitals.shift += Reflect.get(entry, 'value')
    })
    const interaction = (entry: PerformanceEntry) => {
      if (Reflect.get(entry, 'interactionId') > 0)
        vitals.interaction = Math.max(vitals.interaction, entry.duration)
    }
    watch('event', interaction, { durationThreshold: 16 })
  })
}

/** What was seen until now; observers are told with the next frames. */
export async function readVitals(page: Page): Promise<Vitals> {
  await page.waitForTimeout(300)
  return page.evaluate(() => Reflect.get(window, 'vitals'))
}
