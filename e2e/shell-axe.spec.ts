import { expect, test, type Page } from '@playwright/test'
import { expectUsableByAll } from './axe.ts'
import { openPage } from './scanning-page.ts'
import { newSession, signIn, store } from './sign-in.ts'

test.use({ serviceWorkers: 'allow' })

// The context serves the next test too.
test.afterEach(({ context }) => context.setOffline(false))

type State = { name: string; open: (page: Page) => Promise<void> }
const heading = (page: Page, name: string) =>
  expect(page.getByRole('heading', { name })).toBeVisible()

const STATES: State[] = [
  {
    name: 'sign in, with errors',
    open: async (page) => {
      await page.goto('/')
      await page.getByRole('button', { name: 'Sign in' }).click()
      await expect(page.getByText('Enter your password.')).toBeVisible()
    },
  },
  {
    name: 'forgotten password',
    open: async (page) => {
      await page.goto('/')
      await page.getByRole('button', { name: 'Forgot password?' }).click()
      await heading(page, 'Forgot your password?')
    },
  },
  {
    name: 'reset, with errors',
    open: async (page) => {
      await page.goto('/reset/abcdefghijklmnopqrstuvwxyz')
      await page.getByRole('button', { name: 'Set password' }).click()
      await expect(page.getByText('New password is required')).toBeVisible()
    },
  },
  ...(['usable', 'used', 'unknown'] as const).map((state) => ({
    name: `the page behind a QR, ${state}`,
    open: async (page: Page) => {
      await page.route('**/api/public/codes/**', (route) =>
        route.fulfill({ json: { genuine: state !== 'unknown', state, productName: null } }),
      )
      await page.goto('/c/ABCD')
      await heading(page, 'How to earn points')
    },
  })),
  {
    name: '404 outside',
    open: async (page) => {
      await page.goto('/nowhere')
      await heading(page, 'There is no such page')
    },
  },
  {
    name: 'a page with every group open',
    open: async (page) => {
      await signIn(page, 'admin', '/dashboard/points-settlement')
      await heading(page, 'Points Settlement')
      const toggle = page.getByRole('button', { name: 'Toggle sidebar' })
      if ((await toggle.getAttribute('aria-expanded')) === 'false') await toggle.click()
      for (const group of await page.getByRole('navigation').getByRole('button').all())
        await group.click()
    },
  },
  {
    name: 'the profile menu',
    open: async (page) => {
      await signIn(page, 'admin', '/dashboard/points-settlement')
      await page.getByRole('button', { name: 'Admin', exact: true }).click()
      await expect(page.getByRole('menuitem', { name: 'Logout' })).toBeVisible()
    },
  },
  {
    name: '404 inside',
    open: async (page) => {
      await signIn(page, 'admin', '/dashboard/nowhere')
      await heading(page, 'There is no such page')
    },
  },
  {
    name: '403',
    open: async (page) => {
      await signIn(page, 'worker', '/dashboard/points-settlement')
      await heading(page, 'You may not see this page')
    },
  },
  {
    name: '403 without a menu',
    open: async (page) => {
      await store(page, { ...(await newSession(page.request, 'worker')), userRole: 'nobody' })
      await page.goto('/dashboard/points-settlement')
      await heading(page, 'You may not see this page')
    },
  },
  {
    name: 'the password dialog, with errors',
    open: async (page) => {
      await signIn(page, 'admin', '/dashboard/points-settlement')
      await page.getByRole('button', { name: 'Admin', exact: true }).click()
      await page.getByRole('menuitem', { name: 'Update Password' }).click()
      await page.getByRole('dialog').getByRole('button', { name: 'Update Password' }).click()
      await expect(page.getByText('Confirm password is required')).toBeVisible()
    },
  },
  {
    name: 'a notification',
    open: async (page) => {
      await page.route('**/api/admin/my/language', (route) => route.fulfill({ status: 500 }))
      await signIn(page, 'admin', '/dashboard/points-settlement')
      await page.getByRole('button', { name: 'Admin', exact: true }).click()
      await page.getByRole('menuitem', { name: 'My profile' }).click()
      const profile = page.getByRole('dialog', { name: 'My profile' })
      await profile.getByText('हिन्दी').click()
      await expect(page.getByText('The language was not changed')).toBeVisible()
      await profile.getByRole('button', { name: 'Close' }).click()
      await expect(profile).toBeHidden()
    },
  },
  {
    name: 'the bell, with a password that nobody answered',
    open: async (page) => {
      await page.route('**/api/admin/updatePassword', (route) => route.abort('failed'))
      await signIn(page, 'admin', '/dashboard/points-settlement')
      await page.getByRole('button', { name: 'Admin', exact: true }).click()
      await page.getByRole('menuitem', { name: 'Update Password' }).click()
      await page.getByLabel('New password').fill('password1')
      await page.getByLabel('Confirm password').fill('password1')
      await page.getByRole('dialog').getByRole('button', { name: 'Update Password' }).click()
      await page.getByRole('button', { name: /^Notices/ }).click()
      await expect(page.getByText('You sent a new password')).toBeVisible()
    },
  },
  {
    name: 'offline, where one can scan without a network',
    open: async (page) => {
      await openPage(page)
      await page.context().setOffline(true)
      await expect(page.getByRole('button', { name: 'Scan without network' })).toBeVisible()
    },
  },
  {
    name: 'offline',
    open: async (page) => {
      await signIn(page, 'admin', '/dashboard/points-settlement')
      await heading(page, 'Points Settlement')
      await page.context().setOffline(true)
      await expect(page.getByText('No Internet Connection')).toBeVisible()
    },
  },
]

/** What `every-page.spec.ts` does not see: pages outside the layout, and the spec's dialog. */
const NOWHERE_ELSE = [
  'sign in, with errors',
  'reset, with errors',
  'the page behind a QR, usable',
  '404 outside',
  'the password dialog, with errors',
]

for (const { name, open } of STATES)
  test(`usable by all: ${name}${NOWHERE_ELSE.includes(name) ? '' : ' @all'}`, async ({
    page,
    context,
  }) => {
    const openAnew = async (): Promise<void> => {
      await context.setOffline(false)
      await open(page)
    }
    await expectUsableByAll(page, openAnew)
  })
