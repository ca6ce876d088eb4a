import { expect, type Page } from '@playwright/test'
import { PROGRAMME } from '../../contract/menu.ts'
import type { SmsReceiver } from './member.ts'
import { applyFile, button, closeDrawer, fillIn, shownLink } from './people.ts'

/** Makes an account while no point has moved, so at once; its link comes by mail. */
export async function addAccount(
  page: Page,
  mails: SmsReceiver,
  { name, role }: { name: string; role: string },
) {
  const email = `${name.toLowerCase().replace(' ', '.')}@shakti.example`
  await fillIn(
    page,
    { open: 'New account', title: 'New account', submit: 'Propose the account' },
    async (form) => {
      await form.getByLabel('Name').fill(name)
      await form.getByLabel('E-mail').fill(email)
      await form.getByLabel('Role').selectOption(role)
    },
  )
  await expect.poll(() => mails.newest()).toContain(email)
  await expect(page.getByText('/reset/')).toHaveCount(0)
  return { link: /http\S+\/reset\/[\w-]+/.exec(mails.newest())?.[0] ?? '', email }
}

const PRODUCTS = `SKU code,Name,Name in Hindi,Group,Brand,Pack size,Unit,GTIN,MRP,Points
WP20,Wall Putty 20 kg,,Putty,,20,kg,,649.50,20
PR20,Primer 20 l,,Paint,,20,l,,2100,60
EX10,Exterior Paint 10 l,,Paint,,10,l,,3150,90
IN04,Interior Paint 4 l,,Paint,,4,l,,980,30
`
/** Two plants, two groups and five products. */
export async function addMasters(page: Page): Promise<void> {
  await page.goto(`${PROGRAMME}?show=plants`)
  for (const [code, name, state, city] of [
    ['JPR', 'Jaipur plant', 'Rajasthan', 'Jaipur'],
    ['PUN', 'Pune plant', 'Maharashtra', 'Pune'],
  ] as const) {
    const words = { open: 'New plant', title: 'New plant', submit: 'Add the plant' }
    await fillIn(page, words, async (form) => {
      await form.getByLabel('Code', { exact: true }).fill(code)
      await form.getByLabel('Name', { exact: true }).fill(name)
      await form.getByLabel('State').selectOption({ label: state })
      await form.getByLabel('City').fill(city)
    })
    await closeDrawer(page)
  }
  await page.getByRole('link', { name: 'Product groups' }).click()
  for (const name of ['Putty', 'Paint']) {
    const words = { open: 'New group', title: 'New product group', submit: 'Add the group' }
    await fillIn(page, words, (form) => form.getByLabel('Name').fill(name))
    await closeDrawer(page)
  }
  await page.getByRole('link', { name: 'Products', exact: true }).click()
  const words = { open: 'New product', title: 'New product', submit: 'Add the product' }
  await fillIn(page, words, async (form) => {
    await form.getByLabel('SKU code').fill('WP40')
    await form.getByLabel('Name', { exact: true }).fill('Wall Putty 40 kg')
    await form.getByLabel('Group').selectOption({ label: 'Putty' })
    await form.getByLabel('Points of each coupon').fill('40')
  })
  await closeDrawer(page)
  await page.getByRole('link', { name: 'Many by file' }).click()
  await applyFile(page, 'products.csv', PRODUCTS)
  await expect(page.getByText('4 products are created.')).toBeVisible()
}

export async function addDistributors(page: Page): Promise<void> {
  await page.goto('/dashboard/distributor-onboard')
  for (const [index, name] of ['Sharma Traders', 'Gupta Paints', 'Meena Stores'].entries()) {
    const submit = 'Add the distributor'
    const words = { open: 'New distributor', title: 'New distributor', submit }
    await fillIn(page, words, async (form) => {
      await form.getByLabel('Code', { exact: true }).fill(`D00${index + 1}`)
      await form.getByLabel('Name', { exact: true }).fill(name)
      await form.getByLabel('State').selectOption({ label: 'Rajasthan' })
      await form.getByLabel('City').fill('Jaipur')
    })
    await closeDrawer(page)
  }
}

/** Gives the worker's one-time link. */
export async function addWorker(page: Page): Promise<string> {
  await page.goto('/dashboard/worker-onboard')
  const form = page.getByRole('form', { name: 'One worker' })
  await form.getByLabel('Plant').selectOption({ label: 'Jaipur plant' })
  await form.getByLabel('Employee code').fill('JPR-001')
  await form.getByLabel('Name').fill('Sunita Devi')
  await form.getByLabel('E-mail').fill('sunita@shakti.example')
  await button(form, 'Add the worker').click()
  await expect(page.getByRole('img', { name: /^QR code of the link/ })).toBeVisible()
  return shownLink(page)
}

const HEADINGS =
  'Mobile,Name,Type,State,City,PIN code,Distributor code,Retailer code,Language,Opening points'
/** Each brings a thousand points. */
export function membersFile(count: number): string {
  const letter = (number: number) => String.fromCharCode(65 + (Math.floor(number) % 26))
  const rows = Array.from({ length: count }, (_, row) => {
    const name = `Member ${letter(row)}${letter(row / 26)}${letter(row / 676)}`
    const mobile = String(9_800_000_000 + row)
    return `${mobile},${name},Mason,Rajasthan,Jaipur,302001,D00${(row % 3) + 1},,English,1000`
  })
  return [HEADINGS, ...rows].join('\n')
}

export async function requestBatch(page: Page, expiresOn: string): Promise<void> {
  const words = { open: 'Request a batch', title: 'Request a batch', submit: 'Request' }
  await fillIn(page, words, async (form) => {
    for (const [label, option] of [
      ['Plant', 'Jaipur plant'],
      ['Product', 'Wall Putty 40 kg'],
    ] as const) {
      await form.getByRole('combobox', { name: label }).click()
      await page.getByRole('option', { name: option }).click()
    }
    await form.getByRole('textbox', { name: 'Coupons', exact: true }).fill('48')
    await form.getByRole('textbox', { name: 'Expires on' }).fill(expiresOn)
  })
}

export async function activate(page: Page, { from, to }: Record<'from' | 'to', number>) {
  await page.goto('/plant-representatives/activate-deactivate')
  await page.getByText('English', { exact: true }).click()
  await button(page, /^Lot/).click()
  await page.getByLabel('First serial').fill(String(from))
  await page.getByLabel('Last serial').fill(String(to))
  await button(page, 'Check first').click()
  await button(page, /^Activate \d+ coupons$/).click()
  const done = `${to - from + 1} coupons activated`
  await expect(page.getByRole('heading', { name: done })).toBeVisible()
}

export async function approveKyc(page: Page, name: string): Promise<void> {
  await page.goto('/dashboard/approvals/kyc_verification')
  await page.getByText(name).click()
  await button(page, 'Accept 5 clean').click()
  await button(page, 'Approve').click()
  await button(page.getByRole('dialog', { name: 'Approve this KYC' }), 'Approve').click()
  await expect(page.getByText(`${name}: approved.`)).toBeVisible()
}

/** A gift of 500 points, with three pieces in stock. */
export async function addGift(page: Page): Promise<void> {
  await page.goto('/dashboard/media/ecatalogue')
  await page.getByRole('link', { name: 'Gifts', exact: true }).click()
  const words = { open: 'New gift', title: 'New gift', submit: 'Add the gift' }
  await fillIn(page, words, async (form) => {
    await form.getByLabel('Name', { exact: true }).fill('Drill machine')
    await form.getByLabel('Code', { exact: true }).fill('DRILL')
    await form.getByRole('textbox', { name: 'Points' }).fill('500')
    await form.getByLabel('Cost in rupees').fill('600')
  })
  const title = 'Stock of Drill machine'
  await fillIn(page, { open: 'Change the stock', title, submit: 'Put in' }, async (form) => {
    await form.getByLabel('Pieces').fill('3')
    await form.getByLabel('Reason').fill('First delivery')
  })
}

/** Prints the label of the only parcel, and sees it through to the member. */
export async function sendParcel(page: Page): Promise<void> {
  const choose = () => page.getByRole('checkbox', { name: /^Select RD/ }).click()
  await page.goto('/dashboard')
  await page.getByRole('link', { name: /^Parcels \d+$/ }).click()
  await choose()
  await button(page, 'Print labels').click()
  const coming = page.waitForEvent('download')
  await button(page, 'Make 1 label').click()
  await coming
  await button(page, 'Dispatch').click()
  await page.getByRole('textbox', { name: 'Courier' }).fill('Delhivery')
  await page.getByRole('textbox', { name: /^Tracking number of/ }).fill('AB-1234')
  await button(page, 'Dispatch 1 parcel').click()
  await expect(page.getByText('1 parcel is on the way.')).toBeVisible()
  await page.goto('/dashboard?show=parcels&status=dispatched')
  await choose()
  await button(page, 'Delivered').click()
  await button(page, '1 parcel is delivered').click()
  await expect(page.getByText('1 parcel is delivered.')).toBeVisible()
}
