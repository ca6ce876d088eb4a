import { expect, type Locator, type Page } from '@playwright/test'

/** More stops than any page of ours has from its beginning to what a flow needs next. */
const MOST_STOPS = 120

/** Presses Tab until something has the focus: what Tab does not reach cannot be used without a mouse. */
export async function tabTo(page: Page, target: Locator, key: 'Tab' | 'Shift+Tab' = 'Tab') {
  await expect(target).toBeVisible()
  const hasFocus = () => target.evaluate((element) => element === document.activeElement)
  for (let stops = 0; stops < MOST_STOPS && !(await hasFocus()); stops++) {
    await page.keyboard.press(key)
  }
  await expect(target).toBeFocused()
}

/** Goes on by Tab to something and presses it. */
export async function pressAt(page: Page, target: Locator, key = 'Enter'): Promise<void> {
  await tabTo(page, target)
  await page.keyboard.press(key)
}

/** Does a flow, and fails where a pointer was pressed on any page meanwhile. */
export async function withoutPointer(page: Page, flow: () => Promise<void>): Promise<void> {
  const pressed: string[] = []
  await page.exposeFunction('tellPointer', (where: string) => void pressed.push(where))
  const watch = () => {
    const tell = (event: Event) => {
      const { target } = event
      const where = target instanceof Element ? target.outerHTML.slice(0, 120) : 'the page'
      ;(window as unknown as { tellPointer(where: string): void }).tellPointer(where)
    }
    addEventListener('pointerdown', tell, { capture: true })
  }
  await page.addInitScript(watch)
  await page.evaluate(watch)
  await flow()
  expect(pressed, 'pressed by a pointer').toEqual([])
}
