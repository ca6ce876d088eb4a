import { readFile } from 'node:fs/promises'
import { expect, test, type Locator, type Page } from '@playwright/test'
import type { PaymentStory } from '../contract/money/payments.ts'
import type { RedemptionDetail } from '../contract/money/redemptions.ts'
import { expectUsableByAll } from './axe.ts'
import type { KycMember } from './kyc-member.ts'
import { surname } from './kyc-review.ts'
import {
  answerFile,
  bankAnswers,
  changeBank,
  inBankFile,
  newUtr,
  paymentOf,
  storyOf,
  type AnswerRow,
} from './payer.ts'
import { approved, balanceOf, redeemer } from './redeemer.ts'
import { signIn, type RoleName } from './sign-in.ts'

const PENDING = '/dashboard/pending-payment'
const COMPLETE = '/dashboard/complete-payment'
const REINITIATE = '/dashboard/payment-reinitiate'
const rows = (page: Page): Locator => page.locator('[data-row]')
const row = (page: Page, text: string): Locator => page.getByRole('row').filter({ hasText: text })
const drawer = (page: Page): Locator => page.getByRole('dialog', { name: /^Payment of RD/ })
const dialog = (page: Page, name: string): Locator => page.getByRole('dialog', { name })
const selected = (page: Page): Locator => page.getByRole('region', { name: 'Selected rows' })
const answerInput = (page: Page): Locator => page.locator('input[type=file]')

/** Takes money to bank and UPI; each may ask five times a day. */
let member: KycMember
let other: KycMember

test.beforeAll(async () => {
  test.setTimeout(120_000)
  const fields = ['pan', 'aadhaar', 'bank', 'upi', 'selfie'] as const
  ;[member, other] = await Promise.all([
    redeemer(`Kiran ${surname()}`, 40_000, fields),
    redeemer(`Tara ${surname()}`, 40_000, fields),
  ])
})

async function openOf(page: Page, role: RoleName, path: string, count: number): Promise<void> {
  await signIn(page, role, path)
  await expect(rows(page)).toHaveCount(count)
}

const upload = (page: Page, answer: readonly AnswerRow[]): Promise<void> =>
  answerInput(page).setInputFiles({
    name: 'answer.csv',
    mimeType: 'text/csv',
    buffer: Buffer.from(answerFile(answer)),
  })

test('payments are selected and sent by keyboard, go out in a file, and its answer is applied', async ({
  page,
}) => {
  test.slow()
  const bank = await approved(member, { kind: 'bank', points: 500 })
  const upi = await approved(member, { kind: 'upi', points: 300 })
  // From the start: begun just before its request it once did not catch it; why is not known.
  await page.route('**/payments/send', (route) => route.fulfill({ status: 500, json: {} }))
  await openOf(page, 'admin', `${PENDING}?status=ready&q=${member.code}`, 2)
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('Space')
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('Space')
  await expect(selected(page)).toContainText('2 payments selected, ₹800.00 before tax')
  await selected(page).getByRole('button', { name: 'Send payments' }).press('Enter')
  const sending = dialog(page, 'Send payments')
  await expect(sending.getByRole('radio', { name: /^RazorpayX It holds ₹/ })).toBeFocused()
  await page.keyboard.press('ArrowDown')
  await expect(sending.getByRole('radio', { name: /^Bank file/ })).toBeChecked()
  await expect(sending.getByRole('status')).toContainText(
    '1 of them goes to a UPI address, which a bank file cannot carry: it stays here.',
  )
  await page.keyboard.press('Enter')
  await expect(sending.getByRole('alert')).toBeVisible()
  await page.unroute('**/payments/send')
  await sending.getByRole('button', { name: 'Send 1 payment, ₹500.00' }).click()
  await expect(sending).toBeHidden()
  await expect(page.getByText('1 payment is queued.')).toBeVisible()
  await expect(selected(page)).toHaveCount(0)
  await expect(rows(page)).toHaveText([upi.number])

  await page.getByRole('button', { name: 'Files and answers' }).click()
  const desk = dialog(page, 'Bank files and answers')
  // Of what a try before this one left, too.
  await desk.getByRole('button', { name: /^Make a file of ₹/ }).click()
  const number = await paymentOf(bank)
  const made = await page.getByText(/^File BF\d+ is made\./).innerText()
  const fileNumber = /BF\d+/.exec(made)?.[0] ?? ''
  const [file] = await Promise.all([
    page.waitForEvent('download'),
    desk.getByRole('button', { name: `Download ${fileNumber} as CSV` }).click(),
  ])
  expect(file.suggestedFilename()).toBe(`bank-file-${fileNumber}.csv`)
  const text = await readFile(await file.path(), 'utf8')
  const line = text.split('\r\n').find((each) => each.includes(number))
  expect(line).toContain(member.bankName)

  const utr = newUtr()
  await upload(page, [
    [number, '500.00', 'Paid', utr],
    ['PY999999', '120.00', 'Paid', newUtr()],
    [number, '500.00', 'Paid', utr],
  ])
  await expect(desk).toContainText('3 rows, of which 1 changes something. Nothing is applied yet.')
  await desk.getByRole('button', { name: 'Problems 2' }).click()
  const preview = desk.getByRole('table')
  await expect(preview.getByRole('row')).toHaveCount(3)
  await expect(preview).toContainText('No payment has this reference.')
  await page.route('**/bank-answers/*/apply', (route) => route.fulfill({ status: 500, json: {} }))
  await desk.getByRole('button', { name: 'Apply 1 change' }).click()
  await expect(desk.getByRole('alert')).toContainText('Nothing was applied')
  await page.unroute('**/bank-answers/*/apply')
  await desk.getByRole('button', { name: 'Apply 1 change' }).click()
  await expect(desk).toContainText('Applied on')
  await page.keyboard.press('Escape')
  await expect(desk).toBeHidden()
  await expect(page.getByRole('button', { name: 'Files and answers' })).toBeFocused()

  await openOf(page, 'hod', `${COMPLETE}?q=${utr}`, 1)
  await expect(row(page, number)).toContainText('₹500.00')
  await page.getByRole('button', { name: `Copy ${utr}` }).click()
  await expect.poll(() => page.evaluate(() => navigator.clipboard.readText())).toBe(utr)
})

test('what is no spreadsheet, and what the server cannot read, is refused with a sentence @all', async ({
  page,
}) => {
  await signIn(page, 'almond team', PENDING)
  await page.getByRole('button', { name: 'Files and answers' }).click()
  const desk = dialog(page, 'Bank files and answers')
  await answerInput(page).setInputFiles({
    name: 'statement.pdf',
    mimeType: 'application/pdf',
    buffer: Buffer.from('%PDF'),
  })
  await expect(desk.getByRole('alert')).toContainText('statement.pdf is neither a spreadsheet')
  const dropped = await page.evaluateHandle(() => {
    const transfer = new DataTransfer()
    transfer.items.add(new File(['Reference,Amount\r\nPY1,1.00'], 'answer.csv'))
    return transfer
  })
  const place = desk.getByRole('group', { name: 'Drop the file from the bank here' })
  await place.dispatchEvent('drop', { dataTransfer: dropped })
  await expect(desk.getByText('The file has no column Status.')).toBeVisible()
})

test('payments move on under the eyes, each in its place @all', async ({ page }) => {
  const [good, bad] = await inBankFile(member, [210, 220])
  if (!good || !bad) throw new Error('Two were to be sent.')
  const numbers = [await paymentOf(good), await paymentOf(bad)] as const
  await openOf(page, 'admin', `${PENDING}?q=${member.code}&provider=bank-file`, 2)
  for (const number of numbers) await expect(row(page, number)).toContainText('Processing')
  await bankAnswers([
    [numbers[0], '210.00', 'Paid', newUtr()],
    [numbers[1], '220.00', 'Failed', '', 'Limit of the day reached'],
  ])
  await expect(row(page, numbers[0]).getByText('Paid', { exact: true })).toBeVisible()
  await expect(row(page, numbers[1]).getByText('Failed', { exact: true })).toBeVisible()
  await page.getByRole('button', { name: '2 have moved on: show what waits' }).click()
  await expect(page.getByRole('heading', { name: 'No payments match' })).toBeVisible()
})

async function expectTaxAddsUp(place: Locator): Promise<void> {
  const table = place.getByRole('table', { name: 'How the tax was found' })
  await expect(table).toBeVisible()
  const lines = await table.locator('tr').all()
  let since = 0
  for (const line of lines) {
    const kind = await line.getAttribute('data-kind')
    const text = (await line.getByRole('cell').textContent()) ?? ''
    const paise = Number(text.replace('−', '-').replace(/[^\d-]/g, ''))
    if (kind === 'item') since += paise
    if (kind !== 'sum') continue
    expect(since, await line.innerText()).toBe(paise)
    since = 0
  }
  expect(lines.length).toBeGreaterThan(3)
}

test('one rupee is followed from the redemption to its UTR, with its tax and receipt', async ({
  page,
}) => {
  test.slow()
  // Enough in one year to be taxed.
  const [paid] = await inBankFile(other, [9_500])
  if (!paid) throw new Error('One was to be sent.')
  const { attempts } = await storyOf(paid)
  const rupees = String((attempts[0]?.netPaise ?? 0) / 100)
  const utr = newUtr()
  await bankAnswers([[attempts[0]?.number ?? '', rupees, 'Paid', utr]])
  await signIn(page, 'cs', `/dashboard/approvals/redemption?open=${paid.redemptionId}`)
  const redemption = page.getByRole('dialog', { name: `Redemption ${paid.number}` })
  await expectTaxAddsUp(redemption)
  await redemption.getByRole('link', { name: 'Follow its payment' }).click()
  await expect(page).toHaveURL(`${COMPLETE}?open=${paid.redemptionId}`)
  await expectTaxAddsUp(drawer(page))
  await expect(drawer(page).getByText(utr).first()).toBeVisible()
  await expect(drawer(page).getByRole('list', { name: /^History of PY/ })).toContainText('Paid')
  const [receipt] = await Promise.all([
    page.waitForEvent('download'),
    drawer(page).getByRole('button', { name: 'Receipt (PDF)' }).click(),
  ])
  expect((await readFile(await receipt.path())).subarray(0, 5).toString()).toBe('%PDF-')

  // Finance sees it in All Users, and no payment page.
  await signIn(page, 'finance', `/dashboard/users?open=${other.memberId}`)
  await expect(page.getByRole('button', { name: 'Payment', exact: true })).toHaveCount(0)
  await page.getByRole('tab', { name: 'Payments' }).click()
  await expect(page.getByRole('tabpanel')).toContainText(`UTR ${utr}`)
  const story = page.getByRole('button', { name: `The story of ${paid.number}` })
  await story.click()
  await expectTaxAddsUp(drawer(page))
  await page.keyboard.press('Escape')
  await expect(drawer(page)).toHaveCount(0)
  await expect(story).toBeFocused()
})

/** A bank payment that the bank refused. */
async function failedOne(
  of: KycMember,
  points: number,
  reason = 'Limit of the day reached',
): Promise<RedemptionDetail> {
  const [failed] = await inBankFile(of, [points])
  if (!failed) throw new Error('One was to be sent.')
  const number = await paymentOf(failed)
  await bankAnswers([[number, `${points}.00`, 'Failed', '', reason]])
  return failed
}

test('one that failed is tried again; to another account only after a second person', async ({
  page,
}) => {
  test.slow()
  const failed = await failedOne(other, 310, 'Account closed')
  const number = await paymentOf(failed)
  await openOf(page, 'sub admin', `${REINITIATE}?q=${number}`, 1)
  await expect(row(page, number)).toContainText('No: needs new details')
  await expect(page.getByRole('checkbox', { name: `Select ${number}` })).toHaveCount(0)
  await page
    .getByRole('button', { name: `${number} cannot be selected: It cannot be paid.` })
    .click()
  await expect(page.getByText(/^It cannot be paid\. Last payment: The bank account/)).toBeVisible()
  await rows(page).click()
  await expect(drawer(page).getByRole('button', { name: 'Re-initiate' })).toHaveCount(0)
  await drawer(page).getByRole('button', { name: 'Ask for new details' }).click()
  await dialog(page, 'Ask for new details').getByRole('button', { name: 'Send the SMS' }).click()
  await expect(drawer(page)).toContainText(/asked the member for new details on/)
  await page.keyboard.press('Escape')
  await expect(row(page, number)).toContainText('No: new details asked for')

  await changeBank(other)
  await openOf(page, 'sub admin', `${REINITIATE}?q=${number}`, 1)
  await expect(row(page, number)).toContainText('Failed')
  await expect(row(page, number)).toContainText('Yes')
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('Space')
  await selected(page).getByRole('button', { name: 'Re-initiate them' }).click()
  const again = dialog(page, 'Re-initiate payments')
  await expect(again.getByText(/^\d+ checks passed$/)).toBeVisible()
  await expect(again.getByRole('list', { name: 'Can this be paid?' })).toContainText('Bank account')
  await again.getByRole('radio', { name: /^Bank file/ }).click()
  await again.getByRole('button', { name: 'Pay ₹310.00 again' }).click()
  await expect(again.getByText('The reason: a few words.')).toBeVisible()
  await again.getByLabel('Reason').fill('The member gave another account')
  await again.getByRole('button', { name: 'Pay ₹310.00 again' }).click()
  await expect(again).toBeHidden()
  await expect(page.getByText('1 payment waits for another person')).toBeVisible()

  // Whoever proposed it does not decide.
  await openOf(page, 'sub admin', `${PENDING}?q=${other.code}&status=proposed`, 1)
  await rows(page).click()
  await expect(drawer(page)).toContainText('The destination has changed')
  await expect(drawer(page).getByRole('button', { name: 'Approve' })).toHaveCount(0)
  await openOf(page, 'almond team', `${PENDING}?q=${other.code}&status=proposed`, 1)
  await rows(page).click()
  const places = drawer(page).getByRole('alert')
  await expect(places).toContainText(/Before••••••••\d{4}Now••••••••\d{4}/)
  await drawer(page).getByRole('button', { name: 'Approve' }).click()
  const approve = page.getByRole('dialog', { name: /^Approve PY/ })
  await expect(approve).toContainText(/goes to ••••••••\d{4} instead of ••••••••\d{4}/)
  await approve.getByRole('button', { name: 'Approve' }).click()
  await expect(approve).toBeHidden()
  await expect(drawer(page).getByText('Waits for the next bank file').first()).toBeVisible()
  await expect(drawer(page).getByRole('list', { name: 'Attempts, newest first' })).toContainText(
    /2\. PY\d+.*1\. PY\d+/s,
  )
  await page.keyboard.press('Escape')
  await expect(drawer(page)).toBeHidden()
})

test('one that is given up gives the points back @all', async ({ page }) => {
  const failed = await failedOne(member, 230)
  const { available } = await balanceOf(member)
  await openOf(page, 'sub admin', `${REINITIATE}?q=${await paymentOf(failed)}`, 1)
  await rows(page).click()
  await drawer(page).getByRole('button', { name: 'Give up' }).click()
  const giveUp = dialog(page, `Give up ${failed.number}`)
  await expect(giveUp).toContainText(`${member.name} gets 230 points back`)
  await giveUp.getByLabel('Reason').fill('The member wants a gift instead')
  await giveUp.getByRole('button', { name: 'Give up' }).click()
  await expect(giveUp).toBeHidden()
  await expect(drawer(page).getByRole('button', { name: 'Re-initiate' })).toHaveCount(0)
  expect((await balanceOf(member)).available).toBe(available + 230)
})

/** The demo's payments with RazorpayX are not known before: one of theirs as if its answer were lost. */
async function asUnknown(page: Page): Promise<PaymentStory> {
  const answer = await page.request.get(`/api/admin/payments/complete?provider=razorpayx&limit=1`, {
    headers: { authorization: await page.evaluate(() => localStorage.getItem('token') ?? '') },
  })
  const { items } = await answer.json()
  const story = await storyOf(items[0])
  const [newest, ...before] = story.attempts
  if (!newest) throw new Error('It has no payment.')
  const lost = { state: 'unknown', utr: null, processedAt: null } as const
  const unknown = { ...story, attempts: [{ ...newest, ...lost }, ...before] }
  await page.route('**/api/admin/payments/of/*', (route) => route.fulfill({ json: unknown }))
  return unknown
}

test('an unknown one is asked for, and settled by the statement @all', async ({ page }) => {
  await signIn(page, 'admin', PENDING)
  const story = await asUnknown(page)
  const [newest] = story.attempts
  await page.goto(`${PENDING}?open=${story.redemptionId}`)
  await expect(drawer(page)).toContainText('Nobody knows yet whether it was paid')
  const asking = `**/payments/${newest?.paymentId}/ask`
  await page.route(asking, (route) =>
    route.fulfill({
      status: 503,
      json: { code: 'unavailable', message: 'RazorpayX did not answer.', requestId: 'r-1' },
    }),
  )
  await drawer(page).getByRole('button', { name: 'Ask the provider now' }).click()
  await expect(drawer(page).getByRole('alert').filter({ hasText: 'Request r-1' })).toContainText(
    'RazorpayX did not answer.',
  )
  await drawer(page).getByRole('button', { name: 'Settle by the statement' }).click()
  const settle = page.getByRole('dialog', { name: /^Settle PY/ })
  const send = settle.getByRole('button', { name: 'Settle', exact: true })
  await send.click()
  await expect(settle.getByText('Say which of the two.')).toBeVisible()
  await settle.getByRole('radio', { name: 'It was paid', exact: true }).click()
  await settle.getByLabel('Reason').fill('Seen on the statement of today')
  await send.click()
  await expect(settle.getByText('A UTR has 6 to 40 letters and digits.')).toBeVisible()
  await settle.getByLabel('UTR').fill('n1234567')
  const [sent] = await Promise.all([
    page.waitForRequest(`**/payments/${newest?.paymentId}/settle`),
    send.click(),
  ])
  expect(sent.postDataJSON()).toEqual({
    outcome: 'processed',
    utr: 'N1234567',
    reason: 'Seen on the statement of today',
  })
  // The payment is not unknown in truth: the refusal is told, and what was typed is kept.
  await expect(settle.getByRole('alert')).toContainText('What you typed is kept.')
  await expect(settle.getByLabel('UTR')).toHaveValue('n1234567')
})

test('a finding is read by all and settled by whoever may @all', async ({ page }) => {
  await signIn(page, 'hod', PENDING)
  const strip = page.getByRole('button', { name: 'Review: Findings about money' })
  await strip.click()
  const findings = dialog(page, 'Findings about money')
  const finding = findings
    .getByRole('listitem')
    .filter({ hasText: 'A payout that we did not send' })
  await expect(finding).toContainText('pout_')
  await expect(finding.getByRole('button', { name: 'Settle it' })).toHaveCount(0)
  await signIn(page, 'admin', PENDING)
  await strip.click()
  await finding.getByRole('button', { name: 'Settle it' }).press('Enter')
  const note = finding.getByLabel('What was found')
  await expect(note).toBeFocused()
  await note.fill('A trial of the bank’s own')
  await finding.getByRole('button', { name: 'Settle the finding' }).click()
  await expect(finding).toHaveCount(0)
  await findings.getByRole('button', { name: 'Also those that were settled' }).click()
  await expect(finding).toContainText('A trial of the bank’s own')
})

test('a server that fails says so, and the rest of the page stands @all', async ({ page }) => {
  const failing = '**/api/admin/payments/{pending,providers}*'
  await page.route(failing, (route) => route.fulfill({ status: 500, json: {} }))
  await signIn(page, 'admin', PENDING)
  await expect(page.getByRole('heading', { name: 'The payments could not be shown' })).toBeVisible()
  await expect(page.getByText('The balances could not be shown.')).toBeVisible()
  await page.unroute(failing)
  await page.getByRole('button', { name: 'Try again' }).last().click()
  await expect(rows(page).first()).toBeVisible()
})

test.describe('usable by all @all', () => {
  test('a member’s payments and the story of one', async ({ page }) => {
    await expectUsableByAll(page, async () => {
      await signIn(page, 'finance', '/dashboard/users?q=HIL100001')
      await rows(page).click()
      await page.getByRole('tab', { name: 'Payments' }).click()
      await page
        .getByRole('button', { name: /^The story of RD/ })
        .first()
        .click()
      await expect(drawer(page).getByRole('list', { name: /^History of PY/ })).toBeVisible()
    })
  })
  test('Pending Payment, its drawer, the way to send, and the bank’s answer', async ({ page }) => {
    await expectUsableByAll(page, async () => {
      await signIn(page, 'admin', `${PENDING}?status=ready`)
      await page
        .getByRole('checkbox', { name: /^Select RD/ })
        .first()
        .click()
      await selected(page).getByRole('button', { name: 'Send payments' }).click()
      await expect(page.getByRole('radio', { name: /^RazorpayX/ })).toBeVisible()
    })
    await expectUsableByAll(page, async () => {
      await signIn(page, 'admin', PENDING)
      await page.getByRole('button', { name: 'Files and answers' }).click()
      await expect(page.getByText('BF1001')).toBeVisible()
      await upload(page, [['PY999999', '120.00', 'Paid', 'N1234567']])
      await expect(page.getByRole('button', { name: 'Nothing to apply' })).toBeVisible()
    })
  })
  test('Complete Payment with a reversed one open', async ({ page }) => {
    await expectUsableByAll(page, async () => {
      await signIn(page, 'admin', `${COMPLETE}?status=reversed&provider=bank-file`)
      await rows(page).first().click()
      await expect(drawer(page).getByText(/^The money came back on/)).toBeVisible()
    })
  })
  test('Payment Reinitiate with its dialog', async ({ page }) => {
    await expectUsableByAll(page, async () => {
      await signIn(page, 'admin', REINITIATE)
      await page
        .getByRole('checkbox', { name: /^Select PY/ })
        .first()
        .click()
      await selected(page).getByRole('button', { name: 'Re-initiate them' }).click()
      await expect(page.getByRole('list', { name: 'Can this be paid?' })).toBeVisible()
    })
  })
})
