import { readFile } from 'node:fs/promises'
import { expect, test, type APIRequestContext, type Page } from '@playwright/test'
import { readXlsx } from 'hucre'
import { addDays, dayOf } from '../contract/time.ts'
import { takePrintFile } from './print-file.ts'
import { newSession, signIn } from './sign-in.ts'

test.use({ contextOptions: { reducedMotion: 'no-preference' } })

// One coupon followed from its request to the report: the main job, in the browser and the API.

const BATCHES = '/dashboard/QrTokenHistories'
const drawer = (page: Page) => page.getByRole('dialog', { name: /^Batch \d+ / })

async function choose(page: Page, label: string, option: string): Promise<void> {
  await page.getByRole('combobox', { name: label }).click()
  await page.getByRole('option', { name: option }).first().click()
}

async function post(request: APIRequestContext, path: string, token: string, data: object) {
  return request.post(path, { headers: { authorization: token }, data })
}

/** A member of the demo signed in by the one-time password that the outbox shows. */
async function memberToken(request: APIRequestContext): Promise<{ token: string; mobile: string }> {
  const { token: staff } = await newSession(request, 'cs')
  const scans = await request.get('/api/admin/scans?result=credited&limit=1', {
    headers: { authorization: staff },
  })
  const mobile: string = (await scans.json()).items[0].mobile
  const asked = await request.post('/api/member/otp', { data: { mobile } })
  const { requestId } = await asked.json()
  const outbox = await (await request.get(`/api/demo/outbox?to=${mobile}`)).json()
  const otp = /^\d{6}/.exec(outbox.items[0].text)?.[0]
  const session = await request.post('/api/member/session', { data: { mobile, otp, requestId } })
  return { mobile, token: (await session.json()).token }
}

const creditedTile = (page: Page) =>
  page
    .getByRole('list', { name: 'Figures of the period' })
    .getByRole('listitem')
    .filter({ has: page.getByText('Credited', { exact: true }) })

async function creditedToday(page: Page): Promise<number> {
  const [, value = ''] = (await creditedTile(page).innerText()).split('\n')
  return Number(value.replaceAll(/\D/g, ''))
}

test('a code printed, activated, scanned five times, credited once, seen, found and reported', async ({
  page,
  browser,
}) => {
  test.setTimeout(120_000)
  const { request } = page

  // Requested by one, approved by another, made by the job, printed by a third.
  await signIn(page, 'sub admin', BATCHES)
  await page.getByRole('button', { name: 'Request a batch' }).click()
  await choose(page, 'Plant', 'Jhajjar')
  await choose(page, 'Product', 'Wall Putty 40 kg')
  await page.getByRole('textbox', { name: 'Coupons', exact: true }).fill('500')
  await page.getByRole('textbox', { name: 'Expires on' }).fill(addDays(dayOf(new Date()), 365))
  await page.getByRole('button', { name: 'Request', exact: true }).click()
  await expect(drawer(page)).toBeVisible()
  const batchId = Number(new URL(page.url()).searchParams.get('open'))
  await signIn(page, 'hod', `${BATCHES}?open=${batchId}`)
  await drawer(page).getByRole('button', { name: 'Approve' }).click()
  await page
    .getByRole('dialog', { name: `Approve batch ${batchId}` })
    .getByRole('button', { name: 'Approve' })
    .click()
  await expect(drawer(page).getByText('Coupons generated')).toBeVisible()
  await signIn(page, 'almond team', `${BATCHES}?open=${batchId}`)
  await drawer(page).getByRole('button', { name: 'Print file' }).click()
  const dialog = page.getByRole('dialog', { name: `Print batch ${batchId}` })
  await dialog.getByRole('combobox', { name: 'Format' }).click()
  await page.getByRole('option', { name: 'Text (CSV)' }).click()
  const printed = await takePrintFile(page, dialog)
  const code = printed.bytes.toString().split('\r\n')[1]?.split(',')[1] ?? ''

  // Not active until the worker of that plant says so.
  const member = await memberToken(request)
  const scan = async () => (await post(request, '/api/member/scans', member.token, { code })).json()
  expect((await scan()).result).toBe('not_active')
  const { token: worker } = await newSession(request, 'worker')
  const activated = await post(request, '/api/plant/activations', worker, {
    batchId,
    from: 1,
    to: 500,
    action: 'activate',
  })
  expect(await activated.json()).toMatchObject({ changed: 500, unchanged: [] })

  // Somebody watches the dashboard while the member scans five times at once.
  const watching = await (await browser.newContext()).newPage()
  await signIn(watching, 'admin', '/dashboard?period=today')
  await expect(creditedTile(watching)).toBeVisible()
  const before = await creditedToday(watching)
  const answers = await Promise.all([1, 2, 3, 4, 5].map(scan))
  const results = answers.map(({ result }) => result).toSorted()
  expect(results).toEqual([...Array<string>(4).fill('already_yours'), 'credited'])
  const points: number = answers.find(({ result }) => result === 'credited').points
  expect(points).toBeGreaterThanOrEqual(40)
  await expect.poll(() => creditedToday(watching), { timeout: 10_000 }).toBe(before + 1)
  await watching.context().close()

  // The finder tells its story: one refusal, one credit, four repeats.
  await signIn(page, 'cs', '/dashboard/coupon-finder')
  await page.getByRole('textbox', { name: /Code, QR address/ }).fill(code)
  await page.keyboard.press('Enter')
  const story = page.getByRole('list', { name: 'Story of the coupon, oldest first' })
  await expect(page.getByRole('heading', { name: `Batch ${batchId}, serial 1` })).toBeVisible()
  await expect(story.getByText('Scanned: points credited')).toHaveCount(1)
  await expect(story.getByText('Scan refused: not active')).toHaveCount(1)
  await expect(story.getByText('Scanned again by its owner')).toHaveCount(4)

  // The report holds the six attempts, and one of them with points.
  await signIn(page, 'almond team', `/dashboard/reports?reportType=scans&batch=${batchId}`)
  const downloading = page.waitForEvent('download')
  await page.getByRole('button', { name: 'Download' }).click()
  const file = await downloading
  expect(file.suggestedFilename()).toBe('scans.xlsx')
  const book = await readXlsx(await readFile(await file.path()))
  const [header = [], ...rows] = book.sheets[0]?.rows ?? []
  const column = (name: string) => header.findIndex((cell) => cell === name)
  const attempts = rows.filter((row) => String(row[column('Mobile')]) === member.mobile)
  expect(attempts).toHaveLength(6)
  expect(attempts.map((row) => row[column('Points')]).toSorted()).toEqual([0, 0, 0, 0, 0, points])
})
