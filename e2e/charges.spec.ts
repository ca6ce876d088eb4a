import { randomInt } from 'node:crypto'
import { expect, test, type Locator, type Page } from '@playwright/test'
import { chargeWords } from '../contract/programme/charge-words.ts'
import {
  chargeRule,
  getChargeRule,
  listChargeRules,
  type ChargeRule,
} from '../contract/programme/charges.ts'
import { formatPaise } from '../contract/money.ts'
import { addDays, dayOf } from '../contract/time.ts'
import { getUser, listUsers } from '../contract/desk/users.ts'
import { expectUsableByAll } from './axe.ts'
import { asStaff } from './redeemer.ts'
import { signIn } from './sign-in.ts'

const PAGE = '/dashboard/retailer-charges'
const TODAY = dayOf(new Date())

const drawer = (page: Page): Locator => page.getByRole('dialog', { name: /^Rule \d+$/ })
const dialog = (page: Page, name: string): Locator => page.getByRole('dialog', { name })
const rows = (page: Page): Locator => page.locator('tbody tr')
const openId = (page: Page): number => Number(new URL(page.url()).searchParams.get('open'))

async function rulesBy(search: string): Promise<ChargeRule[]> {
  return listChargeRules.response.parse(await asStaff('admin', `charge-rules?${search}`)).items
}

/** Of these products and this tier no rule of the demo is. */
async function fillRule(page: Page, amount: string, from: string, to: string): Promise<void> {
  const form = dialog(page, 'New rule')
  await form.getByRole('checkbox', { name: 'Roofing', exact: true }).check()
  await form.getByRole('checkbox', { name: 'Standard' }).check()
  await form.getByLabel('Amount in rupees').fill(amount)
  await form.getByLabel('First day').fill(from)
  await form.getByLabel('Last day').fill(to)
}

async function submitRule(page: Page): Promise<void> {
  await dialog(page, 'New rule').getByRole('button', { name: 'Make the rule' }).click()
}

test('finance makes a rule, another that fits the same scans is refused at its field, and it is changed and taken back', async ({
  page,
}) => {
  // Far ahead and of few days, so that what other runs made is not in its way.
  const from = addDays(TODAY, 100 + randomInt(10_000) * 4)
  const to = addDays(from, 2)
  await signIn(page, 'finance', PAGE)
  await page.getByRole('button', { name: 'New rule' }).click()
  const form = dialog(page, 'New rule')
  await submitRule(page)
  await expect(form.getByText('Enter the amount.')).toBeVisible()
  await expect(form.getByText('Choose the first day.')).toBeVisible()
  await fillRule(page, '1.155', from, to)
  await expect(form.getByText('at most two decimals, such as 2.50')).toBeVisible()
  await form.getByLabel('Amount in rupees').fill('1.15')
  const terms = {
    productGroups: ['Roofing'],
    tiers: ['standard' as const],
    kind: 'coupon' as const,
    paise: 115,
    basisPoints: null,
    fromDay: from,
    toDay: to,
  }
  await expect(form.getByText(chargeWords(terms))).toBeVisible()
  await submitRule(page)
  await expect(drawer(page).getByText(chargeWords(terms))).toBeVisible()
  const ruleId = openId(page)
  const made = getChargeRule.response.parse(await asStaff('admin', `charge-rules/${ruleId}`))
  expect(made).toMatchObject({ ...terms, status: 'coming', charges: 0, paidPaise: 0 })
  await page.keyboard.press('Escape')
  await expect(page.locator(`[data-row="${ruleId}"]`)).toBeFocused()

  await page.getByRole('button', { name: 'New rule' }).click()
  await fillRule(page, '4', addDays(from, -30), from)
  await submitRule(page)
  const clash = `clashes with rule ${ruleId}: ${chargeWords(terms)}`
  await expect(form.getByLabel('First day')).toHaveAccessibleDescription(new RegExp(clash))
  await expect(form.getByLabel('Amount in rupees')).toHaveValue('4')
  await form.getByRole('button', { name: 'Cancel' }).click()

  await page.locator(`[data-row="${ruleId}"]`).click()
  await drawer(page).getByRole('button', { name: 'Edit' }).click()
  const edit = dialog(page, `Edit rule ${ruleId}`)
  await edit.getByRole('radio', { name: 'A percentage' }).check()
  await edit.getByRole('textbox', { name: 'Percent' }).fill('2.5')
  await edit.getByLabel('Reason').fill('Agreed again with the dealers')
  await edit.getByRole('button', { name: 'Save the rule' }).click()
  const changed = { ...terms, kind: 'percent' as const, paise: null, basisPoints: 250 }
  await expect(drawer(page).getByText(chargeWords(changed))).toBeVisible()
  await expect(drawer(page).getByText('Agreed again with the dealers')).toBeVisible()
  await drawer(page).getByRole('button', { name: 'Take back' }).click()
  const back = dialog(page, `Take back rule ${ruleId}`)
  await back.getByRole('button', { name: 'Take it back' }).click()
  await expect(drawer(page)).toBeHidden()
  await expect(page.locator(`[data-row="${ruleId}"]`)).toHaveCount(0)
})

/** A rule that runs, of products and a tier that no other is of; it may be of an earlier try. */
async function runningRule(): Promise<ChargeRule> {
  const found = await rulesBy('group=Roofing&tier=silver&status=running')
  const mine = found.find(({ productGroups }) => productGroups.join() === 'Roofing')
  if (mine) return mine
  const body = {
    productGroups: ['Roofing'],
    tiers: ['silver'],
    kind: 'coupon',
    paise: 110,
    basisPoints: null,
    fromDay: TODAY,
    toDay: null,
    note: null,
  }
  return chargeRule.parse(await asStaff('finance', 'charge-rules', body))
}

test('of a rule that runs only the last day can be changed, and it is ended with a reason @all', async ({
  page,
}) => {
  const { ruleId } = await runningRule()
  await signIn(page, 'almond team', `${PAGE}?open=${ruleId}`)
  await expect(drawer(page).getByRole('button', { name: 'Edit' })).toHaveCount(0)
  await drawer(page).getByRole('button', { name: 'Change the last day' }).click()
  const last = dialog(page, `Last day of rule ${ruleId}`)
  await last.getByLabel('Last day').fill(addDays(TODAY, 20))
  await last.getByLabel('Reason').fill('The season ends then')
  await last.getByRole('button', { name: 'Save the last day' }).click()
  await expect(drawer(page).getByText('The season ends then').first()).toBeVisible()
  await drawer(page).getByRole('button', { name: 'End', exact: true }).click()
  const end = dialog(page, `End rule ${ruleId}`)
  await end.getByRole('button', { name: 'End it today' }).click()
  await expect(end.getByText('Write the reason in a few words.')).toBeVisible()
  await end.getByLabel('Reason').fill('The dealers have another agreement')
  await end.getByRole('button', { name: 'End it today' }).click()
  await expect(end).toBeHidden()
  await expect(drawer(page).getByText('The dealers have another agreement').first()).toBeVisible()
  const after = getChargeRule.response.parse(await asStaff('admin', `charge-rules/${ruleId}`))
  expect(after.toDay).toBe(TODAY)

  await signIn(page, 'hod', `${PAGE}?open=${ruleId}`)
  await expect(drawer(page).getByText('The dealers have another agreement').first()).toBeVisible()
  await expect(drawer(page).getByRole('button', { name: 'End', exact: true })).toHaveCount(0)
})

const amounts = (page: Page): Promise<string[]> =>
  page.locator('tbody tr td:nth-child(4)').allInnerTexts()
const paiseOf = (amount: string): number => Number(amount.replace(/[^\d]/g, ''))

test('the charges of a rule, scan by scan, come to what it paid @all', async ({ page }) => {
  // One that has ended: no scan of another test is added to it.
  const [rule] = (await rulesBy('status=ended')).filter(({ charges }) => charges > 100)
  if (!rule) throw new Error('The demo has no ended rule that paid.')
  await signIn(page, 'cs', `${PAGE}?open=${rule.ruleId}`)
  await expect(drawer(page).getByText(formatPaise(rule.paidPaise)).first()).toBeVisible()
  await drawer(page).getByRole('link', { name: 'Its charges, scan by scan' }).click()
  await page.getByRole('button', { name: 'Status', exact: true }).click()
  await page.getByRole('checkbox', { name: 'Due', exact: true }).click()
  await page.keyboard.press('Escape')
  await expect(page.getByRole('button', { name: /^Rule/ })).toContainText(`${rule.ruleId}:`)
  await page.getByLabel('Rows per page').selectOption('200')
  await expect(page.getByText(`${rule.charges} charges`)).toBeVisible()
  let paid = 0
  for (let counted = 0; counted < rule.charges;) {
    const expected = Math.min(rule.charges - counted, 200)
    await expect(rows(page)).toHaveCount(expected)
    paid += (await amounts(page)).reduce((sum, amount) => sum + paiseOf(amount), 0)
    counted += expected
    if (counted < rule.charges) await page.getByRole('button', { name: 'Next' }).click()
    await expect(page.locator('table[data-stale]')).toHaveCount(0)
  }
  expect(paid).toBe(rule.paidPaise)
  const scan = rows(page).first().locator('td').last().getByRole('link')
  await expect(scan).toHaveAttribute('href', /QrScanHistories\?open=\d+-\d+$/)
})

test('the tier of a retailer is changed with a reason, by those who may @all', async ({ page }) => {
  const found = listUsers.response.parse(await asStaff('admin', 'users?kind=retailer&limit=200'))
  const retailer = found.items[randomInt(found.items.length)]
  if (!retailer) throw new Error('The demo has no retailer.')
  const path = `/dashboard/users?open=${retailer.memberId}`
  const member = page.getByRole('dialog', { name: new RegExp(`\\(${retailer.code}\\)$`) })
  const read = async () =>
    getUser.response.parse(await asStaff('admin', `users/${retailer.memberId}`))
  const other = (await read()).tier === 'gold' ? 'Silver' : 'Gold'
  await signIn(page, 'finance', path)
  await member.getByRole('button', { name: 'Change tier' }).click()
  const form = dialog(page, `Change the tier of ${retailer.name}`)
  await form.getByLabel('Reason').fill('Sold enough this quarter')
  await form.getByRole('button', { name: 'Change the tier' }).click()
  await expect(form.getByText('Choose another tier than now.')).toBeVisible()
  await form.getByRole('radio', { name: other }).check()
  await form.getByRole('button', { name: 'Change the tier' }).click()
  await expect(form).toBeHidden()
  await expect(member.getByText(other, { exact: true })).toBeVisible()
  await expect(member.getByText('Sold enough this quarter')).toBeVisible()
  expect((await read()).tier).toBe(other.toLowerCase())
  await signIn(page, 'cs', path)
  await expect(member.getByText(other, { exact: true })).toBeVisible()
  await expect(member.getByRole('button', { name: 'Change tier' })).toHaveCount(0)
})

test.describe('usable by all @all', () => {
  test('the rules with one of them', async ({ page }) => {
    const [rule] = (await rulesBy('status=running')).filter(({ charges }) => charges > 0)
    await expectUsableByAll(page, async () => {
      await signIn(page, 'admin', `${PAGE}?open=${rule?.ruleId}`)
      await expect(drawer(page).getByText('By month')).toBeVisible()
    })
  })
  test('a new rule, with errors', async ({ page }) => {
    await expectUsableByAll(page, async () => {
      await signIn(page, 'finance', PAGE)
      await page.getByRole('button', { name: 'New rule' }).click()
      await submitRule(page)
      await expect(page.getByText('Enter the amount.')).toBeVisible()
    })
  })
  test('the charges', async ({ page }) => {
    await expectUsableByAll(page, async () => {
      await signIn(page, 'cs', `${PAGE}?show=charges`)
      await expect(page.getByText('₹').first()).toBeVisible()
    })
  })
})
