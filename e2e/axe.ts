import { AxeBuilder } from '@axe-core/playwright'
import { expect, test, type Page } from '@playwright/test'

const DESK = { width: 1440, height: 900 }
const PHONE = { width: 390, height: 844 }
/** Each size and each scheme once; `AXE=full`, which takes twice as long, tries all four pairs. */
const LOOKS = [
  { viewport: DESK, colorScheme: 'light' },
  { viewport: PHONE, colorScheme: 'dark' },
  ...(process.env.AXE === 'full'
    ? ([
        { viewport: DESK, colorScheme: 'dark' },
        { viewport: PHONE, colorScheme: 'light' },
      ] as const)
    : []),
] as const

/**
 * No violation of axe in a state of a page: wide and narrow, light and dark. `open` makes the state.
 * Outside the layout there is no title, by the letter of the issue; axe wants one everywhere. That is
 * the only rule that may be left out, and only there.
 */
export async function expectUsableByAll(
  page: Page,
  open: () => Promise<void>,
  { titled = true }: { titled?: boolean } = {},
): Promise<void> {
  // Several times through a whole page.
  test.slow()
  // Without motion nothing is measured half faded in.
  await page.emulateMedia({ reducedMotion: 'reduce' })
  for (const { viewport, colorScheme } of LOOKS) {
    await page.setViewportSize(viewport)
    await page.emulateMedia({ colorScheme })
    await open()
    await expect(page.locator('html')).toHaveAttribute('data-mantine-color-scheme', colorScheme)
    const builder = new AxeBuilder({ page })
    const { violations } = await (
      titled ? builder : builder.disableRules('document-title')
    ).analyze()
    const found = violations.map(
      ({ id, nodes }) =>
        `${id}: ${nodes.map(({ html, failureSummary }) => `${html} ${failureSummary}`).join(' | ')}`,
    )
    expect(found, `${viewport.width} ${colorScheme}`).toEqual([])
  }
}
