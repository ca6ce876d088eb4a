// docs/first-programme.md, followed in the browser: an empty programme on the embedded database, and
// nothing else. Each test goes on from the one before it.
import { readFile } from 'node:fs/promises'
import { expect, test, type Download, type Page } from '@playwright/test'
import { readXlsx } from 'hucre'
import { generate } from 'otplib'
import { addDays, dayOf, startOfDay } from '../contract/time.ts'
import * as forms from './first-programme/forms.ts'
import { ACCOUNT, Member, receiveSms, type SmsReceiver } from './first-programme/member.ts'
import * as people from './first-programme/people.ts'
import { approveIn, button, newPerson } from './first-programme/people.ts'
import { takePrintFile } from './print-file.ts'
import { startOwnProgramme, type OwnProgramme } from './own-programme.ts'
import { startSimulator, type Simulator } from '../server/test/payout-simulator.ts'

const BATCHES = '/dashboard/QrTokenHistories'
const UTR = 'HDFCN00000000001'
const HOUR_MS = 3_600_000
let sms: SmsReceiver
let own: OwnProgramme
let simulator: Simulator
let member: Member
/** Of the admin's second factor. */
let secret: string
let admin: Page
let ravi: Page
let meera: Page
let worker: Page
const RAVI = 'ravi.shah@shakti.example'

test.describe.configure({ mode: 'serial' })
test.beforeAll(async ({ browser }) => {
  test.setTimeout(240_000)
  sms = await receiveSms()
  own = await startOwnProgramme({ SMS_WEBHOOK_URL: sms.url, EMAIL_WEBHOOK_URL: sms.url })
  simulator = await startSimulator()
  member = new Member(own.origin)
  const open = () => newPerson(browser, own.origin)
  ;[admin, ravi, meera, worker] = [await open(), await open(), await open(), await open()]
})
test.afterAll(async () => {
  await Promise.all([admin, ravi, meera, worker].map((page) => page?.context().close()))
  await own?.stop()
  await simulator?.stop()
  sms?.close()
})

const saved = async (download: Download): Promise<Buffer> => readFile(await download.path())
async function downloaded(page: Page, name: string | RegExp): Promise<Buffer> {
  const coming = page.waitForEvent('download')
  await button(page, name).click()
  return saved(await coming)
}

async function throughTheGuide(): Promise<void> {
  await admin.goto(own.link)
  await admin.getByLabel('Name of the programme').fill('Shakti Rewards')
  await button(admin, 'Continue').click()
  await admin.getByLabel('Name', { exact: true }).fill('Asha Rao')
  await admin.getByLabel('E-mail').fill('asha@shakti.example')
  await admin.getByLabel('New password').fill(people.PASSWORD)
  await admin.getByLabel('Confirm password').fill(people.PASSWORD)
  await button(admin, 'Continue').click()
  const key = await admin.getByText(/^([A-Z2-7]{4} ){7}[A-Z2-7]{4}$/).innerText()
  secret = key.replaceAll(' ', '')
  const code = await generate({ secret })
  await admin.getByRole('textbox', { name: 'Code' }).fill(code)
  await button(admin, 'Finish').click()
  await button(admin, 'I have kept them').click()
  await admin.getByRole('link', { name: 'Send a test message' }).click()
  await admin.getByLabel('My mobile number').fill('9820012345')
  await button(admin, 'Send a test SMS').click()
  await expect(admin.getByText('answered 200').first()).toBeVisible()
  await button(admin, 'Pay by bank file').click()
  await expect(admin.getByText('Payments go by bank file. Asha Rao')).toBeVisible()
}

/** Gives the code of each label, in the order of the serials. */
async function makeLabels(maker: Page, approver: Page, printer: Page): Promise<string[]> {
  await maker.goto(BATCHES)
  await forms.requestBatch(maker, addDays(dayOf(new Date()), 365))
  await approver.goto(`${BATCHES}?open=1`)
  await approveIn(approver, 'Approve batch 1')
  await expect(approver.getByText('Coupons generated')).toBeVisible()
  await printer.goto(`${BATCHES}?open=1`)
  await button(printer, 'Print file').click()
  await expect(printer.getByText('24 labels a page · 2 pages')).toBeVisible()
  const dialog = printer.getByRole('dialog', { name: 'Print batch 1' })
  const { bytes: pdf } = await takePrintFile(printer, dialog)
  expect(pdf.subarray(0, 4).toString()).toBe('%PDF')
  await button(printer, 'Print file').click()
  await printer.getByRole('combobox', { name: 'Format' }).click()
  await printer.getByRole('option', { name: 'Text (CSV)' }).click()
  const csv = (await takePrintFile(printer, dialog)).bytes.toString()
  return [...csv.matchAll(/\/c\/(\w{17})/g)].map(([, code = '']) => code)
}

/** Sends what waits, and nothing else does: one payment. */
async function sendOne(payer: Page, amount: string): Promise<void> {
  await payer.goto('/dashboard/pending-payment')
  await payer.getByRole('checkbox', { name: /^Select RD/ }).click()
  await button(payer, 'Send payments').click()
  await button(payer, `Send 1 payment, ${amount}`).click()
  await expect(payer.getByText('1 payment is queued.')).toBeVisible()
}

async function approveRedemption(approver: Page, number: string): Promise<void> {
  await approver.goto('/dashboard/approvals/redemption')
  await approver.getByText(number).click()
  await approveIn(approver, `Approve ${number}`)
}

async function payByBankFile(payer: Page): Promise<void> {
  await sendOne(payer, '₹250.00')
  await button(payer, 'Files and answers').click()
  await button(payer, 'Make a file of ₹250.00').click()
  const file = (await downloaded(payer, /^Download BF\d+ as CSV/)).toString()
  expect(file).toContain(`${ACCOUNT},HDFC0001234,250.00,NEFT`)
  const reference = /PY\d+/.exec(file)?.[0] ?? ''
  const text = `Reference,Amount,Status,UTR\n${reference},250.00,Paid,${UTR}\n`
  const answer = { name: 'answer.csv', mimeType: 'text/csv', buffer: Buffer.from(text) }
  await payer.locator('input[type=file]').setInputFiles(answer)
  await button(payer, 'Apply 1 change').click()
  await payer.goto('/dashboard/complete-payment')
  await expect(payer.getByText(UTR)).toBeVisible()
}

test('a newcomer makes a programme, from the set-up link to paid redemptions @all', async () => {
  test.setTimeout(300_000)
  await throughTheGuide()
  await admin.goto('/dashboard/manageadmin')
  const ofRavi = await forms.addAccount(admin, sms, { name: 'Ravi Shah', role: 'Sub Admin' })
  const ofMeera = await forms.addAccount(admin, sms, { name: 'Meera Nair', role: 'Almond Team' })
  await people.joinByLink(ravi, ofRavi.link, ofRavi.email)
  await people.joinByLink(meera, ofMeera.link, ofMeera.email)
  await expect(ravi.getByRole('heading', { level: 1 })).toBeVisible()
  await expect(meera.getByRole('heading', { level: 1 })).toBeVisible()

  await forms.addMasters(admin)
  await forms.addDistributors(ravi)
  await people.joinByLink(worker, await forms.addWorker(ravi), 'sunita@shakti.example')
  await expect(worker).toHaveURL(/plant-representatives/)

  await ravi.goto('/dashboard/users')
  await ravi.getByRole('link', { name: 'Members by file' }).click()
  await people.applyFile(ravi, 'members.csv', forms.membersFile(1_000))
  await expect(ravi.getByText('10,00,000 opening points for 1,000 members')).toBeVisible()
  await admin.goto('/dashboard/users')
  await button(admin, 'Review: Files of points that wait').click()
  await approveIn(admin, 'Approve the points of this file')

  const labels = await makeLabels(ravi, admin, meera)
  expect(new Set(labels).size).toBe(48)
  await forms.activate(worker, { from: 1, to: 40 })

  await member.signIn('9800000000', sms)
  for (const [label, result] of [
    [0, 'credited 40'],
    [0, 'already_yours 40'],
    [47, 'not_active 0'],
  ] as const) {
    expect(await member.scan(labels[label] ?? '')).toBe(result)
  }
  await expect.poll(() => member.balance()).toEqual({ available: 1_040, held: 0 })

  await member.sendKyc('Member AAA')
  await forms.approveKyc(meera, 'Member AAA')
  await forms.addGift(admin)
  await member.redeem('bank', 250)
  await member.redeemGift()
  for (const number of ['RD100001', 'RD100002']) await approveRedemption(admin, number)
  await payByBankFile(meera)
  await forms.sendParcel(admin)
  expect(await member.balance()).toEqual({ available: 290, held: 0 })

  await admin.goto('/dashboard')
  await expect(admin.getByRole('heading', { level: 1 })).toBeVisible()
  await expect(admin.getByText(/of 10 done/)).toBeHidden()
  await ravi.goto('/dashboard/points-settlement')
  await expect(ravi.getByText('When it is over it can be computed.')).toBeVisible()
})

test('points go to a UPI address once RazorpayX is set up @all', async () => {
  test.setTimeout(180_000)
  await own.restart({ ...simulator.settings, PAYOUT_POLL_SECONDS: '1' })
  await member.redeem('upi', 100)
  await approveRedemption(admin, 'RD100003')
  await sendOne(meera, '₹100.00')
  await expect
    .poll(async () => (await simulator.control.payouts()).map(({ status }) => status))
    .toEqual(['processed'])
  const [payout] = await simulator.control.payouts()
  expect(payout).toMatchObject({ amount: 10_000, mode: 'UPI' })
  await meera.goto('/dashboard/complete-payment')
  await expect(async () => {
    await meera.reload()
    await expect(meera.getByText(payout?.utr ?? '')).toBeVisible({ timeout: 2_000 })
  }).toPass()
  expect(await member.balance()).toEqual({ available: 190, held: 0 })
})

test('the month is closed by two people, and its settlement downloaded @all', async () => {
  test.setTimeout(180_000)
  const month = `${dayOf(new Date()).slice(0, 7)}-01`
  const next = startOfDay(`${addDays(month, 31).slice(0, 7)}-01`)
  const aheadMs = next.getTime() + HOUR_MS - Date.now()
  await own.restart({}, { aheadMs })
  const page = `/dashboard/points-settlement?month=${month}`
  await people.signInAgain(ravi, { email: RAVI })
  await ravi.goto(page)
  await button(ravi, 'Compute').click()
  await expect(ravi.getByText(/^Equals the ledger: all \d+ distributors/)).toBeVisible()

  await people.signInAgain(admin, { email: 'asha@shakti.example', secret, aheadMs })
  await admin.goto(page)
  for (const name of ['Sharma Traders', 'Gupta Paints', 'Meena Stores']) {
    await admin.getByRole('checkbox', { name: `Select ${name}` }).click()
  }
  await button(admin, 'Approve them').click()
  await button(admin, 'Approve 3 settlements').click()
  await expect(admin.getByText('3 settlements are approved and locked.')).toBeVisible()
  await admin.getByText('Sharma Traders').first().click()
  const sheet = await downloaded(admin, 'Spreadsheet (xlsx)')
  const { sheets } = await readXlsx(new Uint8Array(sheet))
  const [header = [], ...lines] = sheets[0]?.rows ?? []
  const total = (figure: string) => lines.at(-1)?.[header.indexOf(figure)]
  // A third of the members bring 1,000 each; one of them scans a pack and redeems three times.
  expect(['Brought in', 'Earned', 'Redeemed'].map(total)).toEqual([334_000, 40, 850])
  expect((await downloaded(admin, 'PDF')).subarray(0, 4).toString()).toBe('%PDF')
})
