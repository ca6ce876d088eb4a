import { expect, test, type Browser, type Locator, type Page } from '@playwright/test'
import { expectUsableByAll } from './axe.ts'
import { Enquirer, type MyEnquiry } from './enquirer.ts'
import { surname } from './kyc-review.ts'
import { activate, newLot, type LineLot } from './line-lot.ts'
import { asStaff } from './redeemer.ts'
import { signIn, type RoleName } from './sign-in.ts'

const PAGE = '/dashboard/enquiry'
const PUNE = { lat: 18.52, lng: 73.85 }
const NAGPUR = { lat: 21.15, lng: 79.09 }
const REASON = 'The dealer’s bill names the batch'

const panel = (page: Page): Locator => page.getByRole('region', { name: /^Two members claim/ })
const button = (page: Page, name: string): Locator =>
  page.getByRole('button', { name, exact: true })
const story = (page: Page) => page.getByRole('list', { name: 'Story of the coupon, oldest first' })

let lot: LineLot
let asha: Enquirer
let ravi: Enquirer
let next = 0

test.beforeAll(async () => {
  test.setTimeout(120_000)
  lot = await newLot({ quantity: 8 })
  await activate(lot, 1, 8)
  asha = await Enquirer.join(`Asha ${surname()}`)
  ravi = await Enquirer.join(`Ravi ${surname()}`)
})

/** A coupon that Asha has and Ravi scanned afterwards: the id of Ravi’s scan, what Asha’s gave. */
async function refused(): Promise<{ serial: number; scanId: string; given: number }> {
  const serial = ++next
  const code = lot.codes[serial - 1] ?? ''
  const first = await asha.scan(code, PUNE)
  expect(first.result).toBe('credited')
  const { result, scanId } = await ravi.scan(code, NAGPUR)
  expect(result).toBe('already_scanned')
  return { serial, scanId, given: first.points }
}

const claim = (scanId: string): Promise<MyEnquiry> =>
  ravi.ask({ subject: 'My coupon', body: 'I opened the bag myself.', category: 'dispute', scanId })

/** Somebody else at another desk. */
async function elsewhere(browser: Browser, role: RoleName, path: string): Promise<Page> {
  const page = await (await browser.newContext()).newPage()
  await signIn(page, role, path)
  return page
}

test('a refused scan becomes a proposal, and another person moves the points', async ({
  page,
  browser,
}) => {
  test.slow()
  // A scheme of the demo may have given Asha a bonus; Ravi gets the coupon’s own points.
  const { serial, scanId, given } = await refused()
  const enquiry = await claim(scanId)
  const before = { asha: await asha.balance(), ravi: await ravi.balance() }
  await signIn(page, 'cs', `${PAGE}?show=disputes&q=${enquiry.number}`)
  const row = page.locator('[data-row]')
  await expect(row).toHaveCount(1)
  const line = page.getByRole('row').filter({ has: row })
  await expect(line).toContainText(asha.name)
  await expect(line).toContainText(ravi.name)
  await page.keyboard.press('Enter')
  await expect(panel(page)).toContainText('km apart')
  await expect(page.getByRole('region', { name: 'Scanned first' })).toContainText(asha.name)
  await expect(page.getByRole('region', { name: 'Claims it' })).toContainText(ravi.name)
  await expect(panel(page)).toContainText(`are taken from ${asha.name}`)

  await button(page, 'Propose to move').focus()
  await page.keyboard.press('Enter')
  const dialog = page.getByRole('dialog', { name: 'Propose: move the points' })
  await expect(dialog.getByLabel('Reason')).toBeFocused()
  await page.keyboard.type('Short')
  await dialog.getByRole('button', { name: 'Propose' }).click()
  await expect(dialog.getByLabel('Reason')).toHaveAttribute('aria-invalid', 'true')
  await dialog.getByLabel('Reason').fill(REASON)
  await dialog.getByRole('button', { name: 'Propose' }).click()
  await expect(dialog).toBeHidden()
  await expect(panel(page)).toContainText(REASON)
  await expect(panel(page)).toContainText('An admin or the almond team decides.')
  await expect(button(page, 'Agree: move the points')).toBeHidden()
  await expect.poll(() => asha.balance()).toBe(before.asha)

  const other = await elsewhere(browser, 'admin', `${PAGE}?open=${enquiry.enquiryId}`)
  await button(other, 'Agree: move the points').click()
  const agreeing = other.getByRole('dialog', { name: 'Move the points' })
  await expect(agreeing).toContainText('Both are told by SMS')
  await agreeing.getByLabel('Note').fill('The bill is clear')
  await agreeing.getByRole('button', { name: 'Move the points' }).click()
  await expect(panel(other)).toContainText('The points were moved: The bill is clear')
  await expect(other.getByRole('heading', { level: 1 }).locator('..')).toContainText('Resolved')
  await expect.poll(() => asha.balance()).toBe(before.asha - given)
  await expect.poll(() => ravi.balance()).toBe(before.ravi + 20)
  expect((await ravi.read(enquiry)).messages.at(-1)?.body).toContain('It is yours')

  await other.goto(`/dashboard/coupon-finder?q=${lot.batchId}/${serial}`)
  const moved = story(other).getByRole('listitem').filter({ hasText: 'moved to' })
  await expect(moved).toContainText(`Dispute ${enquiry.number}: moved to ${ravi.name}`)
  await expect(story(other)).toContainText('Scan reversed')
  await other.context().close()
})

test('from the finder a refused scan leads to its enquiry, for those who answer @all', async ({
  page,
}) => {
  const { serial } = await refused()
  const path = `/dashboard/coupon-finder?q=${lot.batchId}/${serial}`
  await signIn(page, 'marketing', path)
  await expect(story(page)).toContainText('taken already')
  await expect(button(page, 'Open a dispute')).toBeHidden()
  await signIn(page, 'cs', path)
  await button(page, 'Open a dispute').click()
  const dialog = page.getByRole('dialog', { name: 'Open a dispute' })
  await expect(dialog).toContainText(`${ravi.name} claims this coupon`)
  await dialog.getByLabel('What the member says').fill('Rang: the bag was closed')
  await dialog.getByRole('button', { name: 'Open the dispute' }).click()
  await expect(panel(page)).toContainText(ravi.name)
  const { searchParams } = new URL(page.url())
  // Asked again it is the same one.
  await page.goto(path)
  await button(page, 'Open a dispute').click()
  await dialog.getByLabel('What the member says').fill('Rang once more')
  await dialog.getByRole('button', { name: 'Open the dispute' }).click()
  await expect(panel(page)).toBeVisible()
  expect(new URL(page.url()).searchParams.get('open')).toBe(searchParams.get('open'))
})

test('what was proposed by oneself is decided by another, and can be sent back @all', async ({
  page,
}) => {
  const { enquiryId } = await claim((await refused()).scanId)
  const path = `enquiries/${enquiryId}/dispute/propose`
  await asStaff('admin', path, { outcome: 'keep', reason: REASON })
  await signIn(page, 'admin', `${PAGE}?open=${enquiryId}`)
  await expect(panel(page)).toContainText('You proposed this: another person decides.')
  await expect(button(page, 'Agree: keep the points')).toBeHidden()
  // An enquiry with an undecided dispute is resolved by its decision only.
  await button(page, 'Resolve').click()
  const resolving = page.getByRole('dialog')
  await resolving.getByLabel('Reason').fill('Settled by telephone')
  await resolving.getByRole('button', { name: 'Resolve' }).click()
  await expect(resolving.getByRole('alert')).toContainText('is not decided')

  await signIn(page, 'almond team', `${PAGE}?open=${enquiryId}`)
  await button(page, 'Send it back').click()
  const dialog = page.getByRole('dialog', { name: 'Send the proposal back' })
  await dialog.getByLabel('Note').fill('There is no bill yet')
  await dialog.getByRole('button', { name: 'Send it back' }).click()
  await expect(dialog).toBeHidden()
  await expect(panel(page)).not.toContainText(REASON)
  await expect(panel(page)).toContainText('Admin, cs and sub admin propose')
  await expect(page.getByText('did not agree, and sent the proposal back')).toBeVisible()
})

async function shown(page: Page, enquiryId: string): Promise<void> {
  await page.goto(`${PAGE}?open=${enquiryId}&show=disputes`)
  await expect(panel(page)).toContainText('km apart')
}

test('the desk and a dispute can be used by all @all', async ({ page }) => {
  const { enquiryId, number } = await claim((await refused()).scanId)
  await signIn(page, 'admin')
  await expectUsableByAll(page, async () => {
    await page.goto(`${PAGE}?show=disputes&q=${number}`)
    await expect(page.getByText(number).first()).toBeVisible()
  })
  await expectUsableByAll(page, () => shown(page, enquiryId))
})

test('its dialogs can be used by all @all', async ({ page }) => {
  const { enquiryId } = await claim((await refused()).scanId)
  await asStaff('cs', `enquiries/${enquiryId}/dispute/propose`, { outcome: 'move', reason: REASON })
  await signIn(page, 'admin')
  for (const [opens, label] of [
    ['Propose to keep', 'Reason'],
    ['Agree: move the points', 'Note'],
  ] as const) {
    await expectUsableByAll(page, async () => {
      await shown(page, enquiryId)
      await button(page, opens).click()
      await expect(page.getByRole('dialog').getByLabel(label)).toBeFocused()
    })
  }
})
