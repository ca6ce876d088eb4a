import { expect, test, type Page } from '@playwright/test'
import { expectUsableByAll, LOOKS } from './axe.ts'

/** The first page, as it is, is usable by all; each of these breaks one thing of it. */
const BROKEN: { what: string; rule: string; look: string; html: string; style: string }[] = [
  {
    what: 'a field without a name',
    rule: 'label',
    look: '1440 light',
    html: '<input type="text">',
    style: '',
  },
  {
    what: 'a pale word in the light',
    rule: 'color-contrast',
    look: '1440 light',
    html: '<p>Pale</p>',
    style: 'color: light-dark(#ddd, #fff); background: light-dark(#fff, #222)',
  },
  {
    what: 'a pale word in the dark',
    rule: 'color-contrast',
    look: '390 dark',
    html: '<p>Pale</p>',
    style: 'color: light-dark(#000, #333); background: light-dark(#fff, #222)',
  },
  {
    what: 'keys that are small where it is narrow',
    rule: 'target-size',
    look: '390 dark',
    html: '<button>a</button><button>b</button>',
    style:
      'font-size: 6px; padding: 0; border: 0; width: clamp(9px, 100vw - 400px, 60px); height: clamp(9px, 100vw - 400px, 60px)',
  },
]

async function openSignIn(page: Page): Promise<void> {
  await page.goto('/')
  await expect(page.getByRole('button', { name: 'Sign in' })).toBeVisible()
}

for (const { what, rule, look, html, style } of BROKEN)
  test(`found: ${what}`, async ({ page }) => {
    const openBroken = async () => {
      await openSignIn(page)
      await page.getByRole('main').evaluate(
        (main, added) => {
          const box = document.createElement('div')
          box.innerHTML = added.html
          for (const child of box.children) child.setAttribute('data-broken', '')
          main.append(...box.children)
          // The page's policy forbids styles in markup, and not these.
          for (const child of main.querySelectorAll<HTMLElement>('[data-broken]'))
            child.style.cssText = added.style
        },
        { html, style },
      )
    }
    const error = await expectUsableByAll(page, openBroken).catch(String)
    expect(error).toContain(look)
    expect(error).toContain(`"${rule}: `)
  })

test('a state that does not outlast the change of size is opened again', async ({ page }) => {
  let opened = 0
  const openOnce = async () => {
    opened++
    await openSignIn(page)
    await page.getByRole('main').evaluate((main) => {
      main.insertAdjacentHTML('beforeend', '<div role="dialog" aria-label="Asked">Sure?</div>')
      addEventListener('resize', () => document.querySelector('[role=dialog]')?.remove())
    })
  }
  await expectUsableByAll(page, openOnce)
  expect(opened).toBe(LOOKS.length)
})
