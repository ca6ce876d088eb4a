import { expect, test, type Locator, type Page } from '@playwright/test'
import { expectUsableByAll } from './axe.ts'
import { signIn } from './sign-in.ts'

const SCANS = '/dashboard/QrScanHistories'
const POINTS = '/dashboard/QrPointHistories'
const rows = (page: Page): Locator => page.locator('[data-row]')

async function openScans(page: Page, query: string): Promise<void> {
  await signIn(page, 'cs', SCANS + query)
  await expect(rows(page).first()).toBeVisible()
}

type State = { name: string; open: (page: Page) => Promise<void> }
const STATES: State[] = [
  {
    name: 'the scans',
    open: (page) => openScans(page, '?result=credited&result=blocked&region=27&limit=5'),
  },
  {
    name: 'the filters of the scans',
    open: async (page) => {
      await openScans(page, '?limit=5')
      await page.getByRole('button', { name: 'State', exact: true }).click()
      await expect(page.getByRole('checkbox').first()).toBeVisible()
    },
  },
  {
    name: 'a scan',
    open: async (page) => {
      await openScans(page, '?review=waiting&limit=5')
      await rows(page).first().click()
      await expect(page.getByText('Points moved')).toBeVisible()
    },
  },
  {
    name: 'a decision without a reason',
    open: async (page) => {
      await openScans(page, '?review=waiting&limit=5')
      await rows(page).first().click()
      await page.getByRole('button', { name: 'Reverse scan' }).click()
      const dialog = page.getByRole('dialog', { name: 'Reverse this scan' })
      await dialog.getByRole('button', { name: 'Reverse scan' }).click()
      await expect(dialog.getByText('Choose a reason.')).toBeVisible()
    },
  },
  {
    name: 'a refused search',
    open: async (page) => {
      await signIn(page, 'cs', `${SCANS}?q=Ramesh`)
      await expect(page.getByRole('alert')).toBeVisible()
    },
  },
  {
    name: 'the ledger and its view',
    open: async (page) => {
      await signIn(page, 'cs', `${POINTS}?limit=5`)
      await expect(rows(page).first()).toBeVisible()
      await page.getByRole('button', { name: 'View', exact: true }).click()
      await expect(page.getByRole('radio', { name: 'Compact' })).toBeVisible()
    },
  },
]

for (const { name, open } of STATES)
  test(`usable by all: ${name} @all`, ({ page }) => expectUsableByAll(page, () => open(page)))
