import { AxeBuilder } from '@axe-core/playwright'
import { expect, test, type Page } from '@playwright/test'

const SIZES = [
  { width: 1440, height: 900 },
  { width: 390, height: 844 },
]

/** No violation of axe in a state of a page: wide and narrow, light and dark. `open` makes the state. */
export async function expectUsableByAll(page: Page, open: () => Promise<void>): Promise<void> {
  // Four times through a whole page.
  test.slow()
  // Without motion nothing is measured half faded in.
  await page.emulateMedia({ reducedMotion: 'reduce' })
  for (const viewport of SIZES) {
    await page.setViewportSize(viewport)
    await open()
    for (const colorScheme of ['light', 'dark'] as const) {
      await page.emulateMedia({ colorScheme })
      await expect(page.locator('html')).toHaveAttribute('data-mantine-color-scheme', colorScheme)
      const { violations } = await new AxeBuilder({ page }).analyze()
      const found = violations.map(
        ({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join(' | ')}`,
      )
      expect(found, `${viewport.width} ${colorScheme}`).toEqual([])
    }
  }
}
