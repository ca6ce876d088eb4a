import type { Page } from '@playwright/test'

/** What a person does on an open page, and what they wait for. */
export type Act = (page: Page) => Promise<void>
export type MeasuredPage = {
  name: string
  /** The demo's account, without the part after the @. */
  account: string
  path: string
  /** There when the page shows what it is for. */
  ready: string
  acts: readonly Act[]
  isPhone?: boolean
}

const ROW = '[data-row]'

const openPalette: Act = async (page) => {
  await page.keyboard.press('Control+k')
  const field = page.getByRole('dialog', { name: 'Search and go to' }).getByRole('combobox')
  await field.waitFor()
  await page.keyboard.type('scan', { delay: 60 })
  await page.keyboard.press('Escape')
  await field.waitFor({ state: 'hidden' })
}

const openRow: Act = async (page) => {
  await page.locator(ROW).nth(1).click()
  const drawer = page.getByRole('dialog').first()
  await drawer.waitFor()
  await page.keyboard.press('Escape')
  await drawer.waitFor({ state: 'hidden' })
}

const search: Act = async (page) => {
  await page.getByRole('main').getByRole('textbox').first().click()
  await page.keyboard.type('HIL1000', { delay: 60 })
  await page.waitForTimeout(800)
}

const changeDates: Act = async (page) => {
  await page.getByRole('button', { name: 'Dates', exact: true }).click()
  await page.getByRole('button', { name: 'Last 7 days' }).click()
  await page.keyboard.press('Escape')
  await page.waitForTimeout(500)
}

const findCoupon: Act = async (page) => {
  await page.getByRole('textbox', { name: /Code, QR address/ }).fill('1/42')
  await page.keyboard.press('Enter')
  await page.getByRole('heading', { name: 'Batch 1, serial 42' }).waitFor()
}

/** By keys, as a choice by script is no event that the browser counts. */
const chooseReport: Act = async (page) => {
  await page.getByRole('main').getByRole('combobox').first().focus()
  await page.keyboard.type('Coupon ba', { delay: 60 })
  await page.getByText(/^\d+ rows?/).waitFor()
}

const openSubmission: Act = async (page) => {
  await page.locator(ROW).first().click()
  await page.getByText(/^Yours until \d\d:\d\d$/).waitFor()
  for (const key of ['1', '2', 'v', '+', '0']) await page.keyboard.press(key)
}

const typeCode: Act = async (page) => {
  await page.getByLabel(/^(Type a code|कोड लिखें)$/).click()
  await page.keyboard.type('ABCDEFGH', { delay: 60 })
}

export const PAGES: readonly MeasuredPage[] = [
  {
    name: 'dashboard',
    account: 'admin',
    path: '/dashboard',
    ready: 'main svg',
    acts: [openPalette],
  },
  {
    name: 'scans',
    account: 'cs',
    path: '/dashboard/QrScanHistories',
    ready: ROW,
    acts: [openRow, changeDates, search, openPalette],
  },
  {
    name: 'users',
    account: 'cs',
    path: '/dashboard/users',
    ready: ROW,
    acts: [openRow, search, openPalette],
  },
  {
    name: 'KYC review',
    account: 'cs',
    path: '/dashboard/approvals/kyc_verification',
    ready: ROW,
    acts: [openSubmission],
  },
  {
    name: 'redemptions',
    account: 'cs',
    path: '/dashboard/approvals/redemption',
    ready: ROW,
    acts: [openRow, search],
  },
  {
    name: 'reports',
    account: 'subadmin',
    path: '/dashboard/reports',
    ready: 'main select',
    acts: [chooseReport],
  },
  {
    name: 'finder',
    account: 'cs',
    path: '/dashboard/coupon-finder',
    ready: 'main input',
    acts: [findCoupon],
  },
  {
    name: 'gallery',
    account: 'marketing',
    path: '/dashboard/media/gallery',
    ready: ROW,
    acts: [openRow, search],
  },
  {
    name: 'worker scanning, on a phone',
    account: 'worker',
    path: '/plant-representatives/qr-scanning',
    ready: 'main input[type=text], main input:not([type])',
    acts: [typeCode],
    isPhone: true,
  },
]
