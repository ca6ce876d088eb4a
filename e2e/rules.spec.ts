import { randomInt } from 'node:crypto'
import { expect, test, type Locator, type Page } from '@playwright/test'
import { PROGRAMME } from '../contract/menu.ts'
import { listReasons } from '../contract/reasons.ts'
import { listRules } from '../contract/platform/rules.ts'
import { listTaxRules } from '../contract/money/tax-rules.ts'
import { addDays, dayOf } from '../contract/time.ts'
import { expectUsableByAll } from './axe.ts'
import { BASE } from './kyc-review.ts'
import { KycMember } from './kyc-member.ts'
import { asStaff } from './redeemer.ts'
import { signIn } from './sign-in.ts'

const PAGE = `${PROGRAMME}?show=rules`
const TAX = `${PROGRAMME}?show=tax`
/** A rule that no other journey meets. */
const LABEL = 'Speed is looked at beyond'

const dialog = (page: Page, name: RegExp): Locator => page.getByRole('dialog', { name })
const waiting = (page: Page): Locator =>
  page.getByRole('region', { name: 'Waiting for approval' }).getByRole('listitem')
const row = (page: Page): Locator =>
  page
    .getByRole('region', { name: 'Fraud' })
    .getByRole('listitem')
    .filter({ has: page.getByRole('button', { name: LABEL, exact: true }) })

async function propose(page: Page, typed: string): Promise<void> {
  await page.getByRole('button', { name: `Change ${LABEL}` }).click()
  const form = dialog(page, /^Change/)
  await form.getByLabel(LABEL).fill(typed)
  await form.getByLabel('Reason').fill('Towers in the hills')
  await page.keyboard.press('Tab')
  await form.getByRole('button', { name: 'Propose the change' }).click()
}

test('a rule is proposed by one, approved by another, and tells its history', async ({
  page,
  browser,
}) => {
  const value = String(201 + randomInt(3_000))
  await signIn(page, 'admin', PAGE)
  await propose(page, '0')
  const form = dialog(page, /^Change/)
  await expect(form.getByText('From 1 to 4,000.')).toBeVisible()
  await form.getByLabel(LABEL).fill(value)
  const words = `The speed between two scans counts when they are more than ${Number(value).toLocaleString('en-IN')} km apart.`
  await expect(form.getByText(`As soon as somebody else approves it: ${words}`)).toBeVisible()
  await form.getByRole('button', { name: 'Propose the change' }).click()
  await expect(form).toBeHidden()
  await expect(waiting(page).filter({ hasText: words })).toContainText('Towers in the hills')
  await expect(page.getByRole('button', { name: `Change ${LABEL}` })).toBeDisabled()
  await expect(page.getByRole('button', { name: `Approve the change of ${LABEL}` })).toHaveCount(0)

  const other = await (await browser.newContext()).newPage()
  await signIn(other, 'almond team', PAGE)
  await other.getByRole('button', { name: `Approve the change of ${LABEL}` }).click()
  const approval = dialog(other, /^Approve/)
  await expect(approval).toContainText(words)
  await approval.getByRole('button', { name: 'Approve' }).click()
  await expect(row(other)).toContainText(`${Number(value).toLocaleString('en-IN')} km`)
  await expect(row(other)).toContainText('Since ')

  await row(other).getByRole('button', { name: LABEL, exact: true }).click()
  const drawer = dialog(other, new RegExp(`^${LABEL}$`))
  await expect(drawer.getByRole('list').getByText(words)).toBeVisible()
  await expect(drawer).toContainText('Towers in the hills')
  await other.keyboard.press('Escape')
  await expect(row(other).getByRole('button', { name: LABEL, exact: true })).toBeFocused()
  await other.context().close()

  const { rules } = listRules.response.parse(await asStaff('admin', 'rules'))
  expect(rules.find(({ rule }) => rule === 'fastestFromKm')?.value).toBe(Number(value))
})

test('what members must send is proposed by one, approved by another, and asked of the next member', async ({
  page,
  browser,
}) => {
  const label = 'Required fields'
  const painters = (on: Locator): Locator => on.getByRole('group', { name: 'Painter' })
  await signIn(page, 'admin', PAGE)
  await page.getByRole('button', { name: `Change ${label}` }).click()
  const form = dialog(page, /^Change/)
  await painters(form).getByLabel('Aadhaar').uncheck()
  await form.getByLabel('Reason').fill('Shops are seen on the way')
  await form.getByRole('button', { name: 'Propose the change' }).click()
  await expect(form.getByText(/^Require Aadhaar or PAN/)).toBeVisible()
  await painters(form).getByLabel('Aadhaar').check()
  await painters(form).getByLabel('UPI address').check()
  const difference = form.getByRole('list', { name: 'What changes' }).getByRole('listitem')
  await expect(difference).toHaveText([/^Changed: Painters: Aadhaar, UPI address, Selfie \(was: /])
  await form.getByRole('button', { name: 'Propose the change' }).click()
  await expect(form).toBeHidden()
  await expect(waiting(page).filter({ hasText: label })).toContainText('Shops are seen on the way')

  const other = await (await browser.newContext()).newPage()
  await signIn(other, 'almond team', PAGE)
  await expect(waiting(other).filter({ hasText: label })).toContainText('Changed: Painters')
  await other.getByRole('button', { name: `Approve the change of ${label}` }).click()
  await dialog(other, /^Approve/)
    .getByRole('button', { name: 'Approve' })
    .click()
  const shown = other
    .getByRole('listitem')
    .filter({ has: other.getByRole('button', { name: label, exact: true }) })
  await expect(shown).toContainText('Painters: Aadhaar, UPI address, Selfie')
  await other.context().close()

  const painter = await KycMember.join({ base: BASE, name: 'Asha Rao', kind: 'painter' })
  expect((await painter.kyc()).required).toEqual(['aadhaar', 'upi', 'selfie'])
})

test('a reason is added in both languages, and holidays are entered', async ({ page }) => {
  const name = `Stamp missing ${randomInt(1_000_000)}`
  await signIn(page, 'admin', PAGE)
  await page.getByRole('button', { name: 'Change Reasons to refuse a KYC field' }).click()
  const form = dialog(page, /^Change/)
  const rows = form.getByRole('list').first().getByRole('listitem')
  const count = await rows.count()
  await form.getByRole('button', { name: 'Add a reason' }).click()
  await form.getByLabel(`Name ${count + 1}`).fill(name)
  await form.getByLabel(`English ${count + 1}`).fill('The stamp is missing.')
  await form.getByLabel(`Hindi ${count + 1}`).fill('Muhar nahin hai')
  await form.getByRole('textbox', { name: 'Reason', exact: true }).fill('Papers of shops')
  await form.getByRole('button', { name: 'Change the rule' }).click()
  await expect(form.getByText('Write the Hindi words in Hindi.')).toBeVisible()
  await form.getByLabel(`Hindi ${count + 1}`).fill('मुहर नहीं है।')
  await form.getByRole('button', { name: `Move ${name} up` }).click()
  await form.getByRole('button', { name: 'Change the rule' }).click()
  await expect(form).toBeHidden()
  const { kyc } = listReasons.response.parse(await asStaff('cs', 'reasons'))
  expect(kyc.at(-2)).toMatchObject({ label: name, hi: 'मुहर नहीं है।' })

  await page.getByRole('button', { name: 'Change Holidays' }).click()
  await form.getByRole('button', { name: 'Add a holiday' }).click()
  const [day] = [addDays(dayOf(new Date()), 800 + randomInt(3_000))]
  await form
    .getByLabel(/^Day of holiday/)
    .last()
    .fill(day)
  await form
    .getByLabel(/^Name of holiday/)
    .last()
    .fill('Founders’ day')
  await form.getByRole('textbox', { name: 'Reason', exact: true }).fill('The calendar of the state')
  await form.getByRole('button', { name: 'Change the rule' }).click()
  await expect(form).toBeHidden()
  const { rules } = listRules.response.parse(await asStaff('admin', 'rules'))
  expect(rules.find(({ rule }) => rule === 'holidays')?.value).toContainEqual({
    day,
    name: 'Founders’ day',
  })
})

test('a rule of tax shows what it would take, and holds once another person approved it', async ({
  page,
  browser,
}) => {
  const fromDay = addDays(dayOf(new Date()), 1 + randomInt(700))
  await signIn(page, 'admin', TAX)
  await page.getByRole('button', { name: 'Propose a rule' }).click()
  const form = dialog(page, /^Propose a rule of tax/)
  await form.getByLabel('First day').fill(fromDay)
  await form.getByLabel('Rate', { exact: true }).fill('5')
  await form.getByLabel('Free in a financial year').fill('20000')
  await form.getByLabel('Rate without PAN').fill('4')
  await form.getByLabel('Reason').fill('The budget of the year')
  await expect(form.getByText('Without a PAN not less than with one.')).toBeVisible()
  await form.getByLabel('Rate without PAN').fill('20')
  await expect(
    form.getByText(/^A payout of ₹25,000.00 on .* would be taxed ₹1,250.00./),
  ).toBeVisible()
  await form.getByRole('button', { name: 'Propose the rule' }).click()
  await expect(form).toBeHidden()

  const other = await (await browser.newContext()).newPage()
  await signIn(other, 'almond team', TAX)
  await other.getByRole('button', { name: /^Approve the rule of tax/ }).click()
  await dialog(other, /^Approve/)
    .getByRole('button', { name: 'Approve' })
    .click()
  await expect(waiting(other)).toHaveCount(0)
  const days = other.getByRole('region', { name: 'Rules by day' }).getByRole('listitem')
  await expect(days.filter({ hasText: 'Coming' }).first()).toContainText('5 %, without PAN 20 %')
  await other.context().close()
  const { rules } = listTaxRules.response.parse(await asStaff('admin', 'tax/rules'))
  expect(rules.find((rule) => rule.fromDay === fromDay)?.rateBps).toBe(500)
})

test('the rules, the form of a change and a history are usable by all', async ({ page }) => {
  await signIn(page, 'admin', PAGE)
  await expectUsableByAll(page, async () => {
    await page.goto(PAGE)
    await expect(row(page)).toBeVisible()
  })
  await expectUsableByAll(page, async () => {
    await page.goto(PAGE)
    await page.getByRole('button', { name: 'Change Value of a point' }).click()
    await dialog(page, /^Change/)
      .getByLabel('From a moment on')
      .check()
    await expect(dialog(page, /^Change/).getByLabel('Day and time')).toBeVisible()
  })
  for (const label of ['Required fields', 'Working hours', 'Reasons to reverse a scan']) {
    await expectUsableByAll(page, async () => {
      await page.goto(PAGE)
      await page.getByRole('button', { name: `Change ${label}` }).click()
      await expect(dialog(page, /^Change/).getByLabel('From a moment on')).toBeVisible()
    })
  }
  await expectUsableByAll(page, async () => {
    await page.goto(`${PAGE}&open=pointValuePaise`)
    await expect(dialog(page, /^Value of a point/)).toContainText('History')
  })
  await expectUsableByAll(page, async () => {
    await page.goto(TAX)
    await page.getByRole('button', { name: 'Propose a rule' }).click()
    await expect(dialog(page, /^Propose a rule of tax/)).toBeVisible()
  })
})
