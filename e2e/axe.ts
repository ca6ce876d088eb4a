import { AxeBuilder } from '@axe-core/playwright'
import { expect, test, type Page } from '@playwright/test'

const DESK = { width: 1440, height: 900 }
const PHONE = { width: 390, height: 844 }
/** Each size and each scheme once; `AXE=full`, which takes twice as long, tries all four pairs. */
export const LOOKS = [
  { viewport: DESK, colorScheme: 'light' },
  { viewport: PHONE, colorScheme: 'dark' },
  ...(process.env.AXE === 'full'
    ? ([
        { viewport: DESK, colorScheme: 'dark' },
        { viewport: PHONE, colorScheme: 'light' },
      ] as const)
    : []),
] as const
/** What makes a page the state that was opened, whatever its size: told apart by role and words. */
const STATE =
  'h1, [role=dialog], dialog[open], [role=menu], [role=listbox], [role=alert], [role=tooltip], [aria-invalid=true], [aria-busy=true]'

/**
 * No violation of axe in a state of a page: wide and narrow, light and dark. `open` makes the state,
 * and again where it did not outlast the change of size.
 */
export async function expectUsableByAll(page: Page, open: () => Promise<void>): Promise<void> {
  // Several times through a whole page.
  test.slow()
  let opened: string[] | null = null
  for (const { viewport, colorScheme } of LOOKS) {
    await page.setViewportSize(viewport)
    await page.emulateMedia({ colorScheme })
    if (!opened || !(await stillIs(page, opened))) await open()
    opened = await stateOf(page)
    await expect(page.locator('html')).toHaveAttribute('data-mantine-color-scheme', colorScheme)
    const found = await violationsOf(page)
    expect(found, `${viewport.width} ${colorScheme}`).toEqual([])
  }
}

type NodeResult = Awaited<ReturnType<AxeBuilder['analyze']>>['violations'][number]['nodes'][number]

/**
 * Every rule, with the one for small targets, which axe leaves out by itself. They run in the page and
 * only violations are worked out to the end: the other way, with a page of its own and for all that is
 * right too, takes four times as long and finds the same.
 */
async function violationsOf(page: Page): Promise<string[]> {
  const { violations } = await new AxeBuilder({ page })
    .options({
      resultTypes: ['violations'],
      rules: { 'target-size': { enabled: true } },
    })
    .setLegacyMode()
    .analyze()
  return violations
    .map(({ id, nodes }) => ({ id, nodes: nodes.filter((node) => !isCutOff(id, node)) }))
    .filter(({ nodes }) => nodes.length > 0)
    .map(
      ({ id, nodes }) =>
        `${id}: ${nodes.map(({ html, failureSummary }) => `${html} ${failureSummary}`).join(' | ')}`,
    )
}

/** What is scrolled half out of sight is not small: it is whole where one scrolls to it. */
function isCutOff(rule: string, { any }: NodeResult): boolean {
  return rule === 'target-size' && any.some(({ data }) => data?.messageKey === 'partiallyObscured')
}

function stateOf(page: Page): Promise<string[]> {
  return page.locator(STATE).evaluateAll((all) =>
    all
      .filter((element) => element.checkVisibility({ visibilityProperty: true }))
      .map((element) => {
        const words = element.ariaLabel ?? element.querySelector('h1, h2')?.textContent
        return `${element.role ?? element.localName} ${words ?? element.id}`
      })
      .toSorted(),
  )
}

/** Whether the state is there in the new size too, when the page has had the time to take it on. */
async function stillIs(page: Page, opened: string[]): Promise<boolean> {
  await page.evaluate(
    () => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done))),
  )
  return JSON.stringify(await stateOf(page)) === JSON.stringify(opened)
}
