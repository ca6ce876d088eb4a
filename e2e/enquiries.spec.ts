import { expect, test, type Locator, type Page } from '@playwright/test'
import {
  cannedAnswer,
  enquiryDetail,
  enquiryOwners,
  type CannedAnswer,
} from '../contract/desk/enquiries.ts'
import { myNotices } from '../contract/platform/notices.ts'
import { expectUsableByAll } from './axe.ts'
import { Enquirer, type MyEnquiry } from './enquirer.ts'
import { pressAt, tabTo } from './keyboard.ts'
import { surname } from './kyc-review.ts'
import { asStaff } from './redeemer.ts'
import { signIn, type RoleName } from './sign-in.ts'

const PAGE = '/dashboard/enquiry'
const HTML = 'First line with <b>bold</b> & <script>alert(1)</script>\nand a second line'

const rows = (page: Page): Locator => page.locator('[data-row]')
const talk = (page: Page): Locator => page.getByRole('region', { name: 'Conversation' })
const facts = (page: Page): Locator =>
  page.getByRole('complementary', { name: 'About this enquiry' })
const selected = (page: Page): Locator => page.getByRole('region', { name: 'Selected rows' })
const title = (page: Page): Locator => page.getByRole('heading', { level: 1 })
const button = (page: Page, name: string): Locator =>
  page.getByRole('button', { name, exact: true })

/** Reads Hindi, so that canned answers come in Hindi. */
let anil: Enquirer
let sunita: Enquirer
let canned: CannedAnswer

test.beforeAll(async () => {
  anil = await Enquirer.join(`Anil ${surname()}`, 'hi')
  sunita = await Enquirer.join(`Sunita ${surname()}`)
  canned = cannedAnswer.parse(
    await asStaff('cs', 'canned-answers', {
      title: `Points counted ${surname()}`,
      category: 'points',
      en: 'Dear {name}, we have counted the points of {number}.',
      hi: 'प्रिय {name}, हमने {number} के पॉइंट गिन लिए हैं।',
    }),
  )
})

async function open(page: Page, role: RoleName, { enquiryId }: MyEnquiry): Promise<void> {
  await signIn(page, role, `${PAGE}?open=${enquiryId}`)
  await expect(talk(page)).toBeVisible()
}

test('from the question to the settled answer, by keyboard', async ({ page }) => {
  await page.clock.install()
  // Its deadline is nearer, so what is asked later stands below it.
  await anil.ask({ subject: 'My money', body: 'It did not come.', category: 'payment' })
  await signIn(page, 'cs', `${PAGE}?member=${anil.memberId}`)
  await expect(rows(page)).toHaveCount(1)
  const attachmentIds = [await anil.picture()]
  const asked = await anil.ask({
    subject: 'Where are my <i>points</i>?',
    body: HTML,
    attachmentIds,
  })
  // The list says that something came, and moves only when it is asked to.
  const news = button(page, '1 new enquiry')
  await page.clock.fastForward(10_500)
  await expect(news).toBeVisible()
  await expect(rows(page)).toHaveCount(1)
  await pressAt(page, news)
  await expect(rows(page)).toHaveCount(2)
  await expect(page.getByRole('row', { name: asked.number })).toContainText(/Open.*Nobody/)
  await expect(page.getByRole('row', { name: asked.number })).toContainText('Answer: 7 h 5')

  const row = page.locator(`[data-row="${asked.enquiryId}"]`)
  await tabTo(page, rows(page).first())
  await page.keyboard.press('ArrowDown')
  await expect(row).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(title(page)).toHaveText('Where are my <i>points</i>?')
  await expect(title(page)).toBeFocused()
  await expect(page).toHaveURL(`${PAGE}?member=${anil.memberId}&open=${asked.enquiryId}`)
  const theirs = talk(page).getByRole('listitem').filter({ hasText: 'First line' })
  await expect.poll(() => theirs.locator('div').first().innerText()).toBe(HTML)
  await page.keyboard.press('t')
  await expect(facts(page)).not.toContainText('Nobody')
  await expect(button(page, 'Take it')).toHaveCount(0)
  await expect(page.getByText('In progress')).toBeVisible()

  await page.keyboard.press('a')
  const field = page.getByRole('textbox', { name: `Answer to ${anil.name}` })
  await expect(field).toBeFocused()
  await tabTo(page, button(page, 'Canned answers'), 'Shift+Tab')
  await page.keyboard.press('Enter')
  await expect(page.getByLabel('Search in the canned answers')).toBeFocused()
  await page.keyboard.type(canned.title)
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('Enter')
  const words = `प्रिय ${anil.name}, हमने ${asked.number} के पॉइंट गिन लिए हैं।`
  await expect(field).toHaveValue(words)
  await expect(field).toBeFocused()
  await page.keyboard.press('Control+Enter')
  await expect(talk(page).getByText(words)).toBeVisible()
  await expect(field).toHaveValue('')
  await expect(page.getByText('Waiting', { exact: true })).toBeVisible()

  await page.keyboard.press('n')
  await expect(page.getByRole('textbox', { name: 'Internal note' })).toBeFocused()
  await page.keyboard.type('Looks like the wrong shop')
  await page.keyboard.press('Control+Enter')
  await expect(talk(page).getByText('Looks like the wrong shop')).toBeVisible()
  const read = await anil.read(asked)
  expect(read.messages.map(({ from, body }) => [from, body])).toEqual([
    ['me', HTML],
    ['us', words],
  ])

  await anil.write(asked, 'It is the right shop.')
  await page.clock.fastForward(5_500)
  await expect(talk(page).getByText('It is the right shop.')).toBeVisible()
  await expect(page.getByText('In progress')).toBeVisible()
  await page.keyboard.press('r')
  await expect(page.getByLabel('Reason')).toBeFocused()
  await page.keyboard.type('Counted and told by telephone')
  await pressAt(page, button(page, 'Resolve').last())
  await expect(page.getByText('Resolved', { exact: true })).toBeVisible()
  await expect(page.getByText('Open it again to answer')).toBeVisible()
  expect((await anil.read(asked)).state).toBe('resolved')
  await page.keyboard.press('Escape')
  await expect(row).toBeFocused()
  await expect(page.getByRole('row', { name: asked.number })).toContainText('Settled in time')
})

test('what is written outlives a lost answer, leaving and reloading, and is sent once @all', async ({
  page,
}) => {
  const asked = await sunita.ask({ subject: 'A lost answer', body: 'Is anybody there?' })
  await open(page, 'cs', asked)
  const field = page.getByRole('textbox', { name: `Answer to ${sunita.name}` })
  await field.fill('We are here.\nWe write tomorrow.')
  const sending = `**/api/admin/enquiries/${asked.enquiryId}/answer`
  // The server takes it; only its answer is lost on the way.
  await page.route(sending, async (route) => {
    await route.fetch()
    await route.abort()
  })
  await button(page, 'Send').click()
  await expect(page.getByRole('alert')).toContainText('What you wrote is kept.')
  await page.unroute(sending)
  await page.route(sending, (route) => route.fulfill({ status: 500, json: {} }))
  await button(page, 'Send').click()
  await expect(page.getByRole('alert')).toContainText('The answer was not sent')
  await page.unroute(sending)
  await page.getByRole('button', { name: 'Back to the list' }).click()
  await expect(rows(page).first()).toBeVisible()
  await page.goBack()
  await open(page, 'cs', asked)
  await expect(field).toHaveValue('We are here.\nWe write tomorrow.')
  await button(page, 'Send').click()
  await expect(field).toHaveValue('')
  const { messages } = await sunita.read(asked)
  expect(messages.filter(({ from }) => from === 'us')).toHaveLength(1)
  await page.reload()
  await expect(field).toHaveValue('')
})

test('each count leads to exactly its rows, and to somebody else it is given @all', async ({
  page,
}) => {
  const asked = await sunita.ask({
    subject: 'For somebody else',
    body: 'A question',
    category: 'payment',
  })
  await open(page, 'cs', asked)
  await button(page, 'Assign').click()
  await page.getByRole('menuitem', { name: /^Nobody/ }).waitFor()
  const other = page.getByRole('menuitem', { name: /\d open$/ }).first()
  const name = (await other.innerText()).split('\n')[0] ?? ''
  await other.click()
  await expect(facts(page)).toContainText(name)
  await expect(facts(page)).toContainText('3 h 59 min left')
  await button(page, 'Category').click()
  await page.getByRole('menuitem', { name: 'Something else' }).click()
  await expect(facts(page)).toContainText('23 h 59 min left')
  await expect(page.getByRole('menu')).toHaveCount(0)
  await page.keyboard.press('Escape')
  const strip = page.getByRole('list', { name: 'What waits' })
  for (const label of ['mine', 'nobody’s', 'deadline missed', 'due within 2 h', 'not settled']) {
    const link = strip.getByRole('link', { name: new RegExp(`\\d ${label}$`) })
    await link.click()
    await expect(link).toHaveAttribute('aria-current', 'true')
    const count = /^\d+/.exec((await link.innerText()).trim())?.[0] ?? ''
    await expect(page.getByText(new RegExp(`^${count} enquir(y|ies)$`))).toBeVisible()
  }
})

/** Chooses all rows of the list and opens the dialog that gives them to somebody. */
async function assignAll(page: Page, count: number): Promise<Locator> {
  await page.getByRole('checkbox', { name: 'Select all of this page' }).click()
  await selected(page)
    .getByRole('button', { name: `Assign ${count} selected` })
    .click()
  return page.getByRole('dialog', { name: 'Assign' })
}

test('many are given to a colleague at once; one that was settled meanwhile is left alone @all', async ({
  page,
}) => {
  const ravi = await Enquirer.join(`Ravi ${surname()}`)
  const asked: MyEnquiry[] = []
  for (const subject of ['The first', 'The second', 'The third']) {
    asked.push(await ravi.ask({ subject, body: 'When does it come?' }))
  }
  const list = `${PAGE}?member=${ravi.memberId}`
  const owners = enquiryOwners.response.parse(await asStaff('cs', 'enquiry-owners')).owners
  const colleague = owners.find(({ name }) => name === 'Vivek Nair')
  await signIn(page, 'cs', list)
  await expect(rows(page)).toHaveCount(3)
  const dialog = await assignAll(page, 3)
  const give = dialog.getByRole('button', { name: 'Assign 3 enquiries' })
  await give.click()
  await expect(dialog.getByText('Choose who gets them.', { exact: true })).toBeVisible()
  await expect(dialog.getByRole('listitem').first()).toContainText('nobody has it')
  await dialog.getByLabel('Give them to').selectOption(String(colleague?.staffId))

  const sending = '**/api/admin/enquiries/assign'
  await page.route(sending, (route) => route.fulfill({ status: 500, json: {} }))
  await give.click()
  await expect(dialog.getByRole('alert')).toContainText('What you chose is kept.')
  await page.unroute(sending)
  const settled = asked[1]
  const reason = { reason: 'Told by telephone' }
  await asStaff('cs', `enquiries/${settled?.enquiryId}/resolve`, reason)
  await give.click()
  await expect(page.getByText('2 enquiries are Vivek Nair’s.')).toBeVisible()
  const left = dialog.getByRole('listitem')
  await expect(left).toHaveText([new RegExp(`^${settled?.number}: .* is resolved`)])
  await page.keyboard.press('Enter')
  await expect(dialog).toBeHidden()
  await expect(selected(page)).toHaveCount(0)
  for (const one of asked) {
    const row = page.getByRole('row', { name: one.number })
    await expect(row).toContainText(
      one === settled ? /Resolved.*Nobody/ : /In progress.*Vivek Nair/,
    )
  }
  const { items } = myNotices.response.parse(await asStaff('sub admin', 'my/notices'))
  const told = items.filter(({ words }) => asked.some(({ number }) => words.includes(number)))
  expect(told.map(({ link }) => link).toSorted()).toEqual(
    asked
      .filter((one) => one !== settled)
      .map(({ enquiryId }) => `${PAGE}?open=${enquiryId}`)
      .toSorted(),
  )

  // Who only reads may choose rows, to export them, and gives them to nobody.
  await signIn(page, 'hod', list)
  await page.getByRole('checkbox', { name: 'Select all of this page' }).click()
  await expect(selected(page).getByRole('button', { name: 'Export 3 selected' })).toBeVisible()
  await expect(selected(page).getByRole('button', { name: /^Assign/ })).toHaveCount(0)
})

test('a call is written down from the drawer of the member; finance sees it without a way to it @all', async ({
  page,
}) => {
  const drawer = page.getByRole('dialog', { name: new RegExp(sunita.code) })
  const user = `/dashboard/users?open=${sunita.memberId}`
  await signIn(page, 'cs', user)
  await drawer.getByRole('tab', { name: 'Enquiries' }).click()
  await drawer.getByRole('button', { name: 'New enquiry' }).click()
  const dialog = page.getByRole('dialog', { name: 'New enquiry' })
  await dialog.getByRole('button', { name: 'Write it down' }).click()
  await expect(dialog.getByText('Choose what it is about.')).toBeVisible()
  await dialog.getByLabel('Category').selectOption('Gift')
  await dialog.getByLabel('Subject').fill('The drill is broken')
  await dialog.getByLabel('Message').fill('Rang: it does not turn.')
  await dialog.getByRole('button', { name: 'Write it down' }).click()
  await expect(dialog).toBeHidden()
  const row = drawer.getByRole('listitem').filter({ hasText: 'The drill is broken' })
  await expect(row).toContainText(/Open.*Gift/)
  await row.getByRole('link').click()
  await expect(title(page)).toHaveText('The drill is broken')
  await expect(talk(page)).toContainText('Rang: it does not turn.')

  await signIn(page, 'finance', user)
  await drawer.getByRole('tab', { name: 'Enquiries' }).click()
  await expect(row).toBeVisible()
  await expect(drawer.getByRole('tabpanel').getByRole('link')).toHaveCount(0)
  await expect(drawer.getByRole('button', { name: 'New enquiry' })).toHaveCount(0)
})

test('a new one on the helpdesk finds its member; hod reads it and cannot write @all', async ({
  page,
}) => {
  await signIn(page, 'cs', PAGE)
  await button(page, 'New enquiry').click()
  const dialog = page.getByRole('dialog', { name: 'New enquiry' })
  await dialog.getByLabel('Member', { exact: true }).fill('HIL0')
  await page.keyboard.press('Enter')
  await expect(dialog.getByText('Nobody is found by that.')).toBeVisible()
  await dialog.getByLabel('Member', { exact: true }).fill(sunita.mobile)
  await page.keyboard.press('Enter')
  await expect(dialog.getByText(sunita.name)).toBeVisible()
  await dialog.getByLabel('Category').selectOption('KYC')
  await dialog.getByLabel('Subject').fill('Which documents')
  await dialog.getByLabel('Message').fill('Which documents are needed?')
  await dialog.getByRole('button', { name: 'Write it down' }).click()
  await expect(title(page)).toHaveText('Which documents')
  const address = page.url()

  await signIn(page, 'hod', address)
  await expect(talk(page)).toContainText('Which documents are needed?')
  await expect(page.getByText('You may read enquiries')).toBeVisible()
  await expect(page.getByRole('textbox')).toHaveCount(0)
  for (const name of ['Take it', 'Assign', 'Category', 'Resolve']) {
    await expect(button(page, name)).toHaveCount(0)
  }
  await page.keyboard.press('t')
  await page.keyboard.press('a')
  await page.keyboard.press('?')
  await expect(page.getByRole('dialog', { name: 'Keys' })).toBeVisible()
  await expect(facts(page)).toContainText(/Owner\s*Nobody/)
})

test('canned answers are added, changed and removed @all', async ({ page }) => {
  const name = `Wait ${surname()}`
  await signIn(page, 'sub admin', PAGE)
  await button(page, 'Canned answers').click()
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('button', { name: 'Add an answer' }).click()
  await dialog.getByLabel('Title').fill(name)
  await dialog.getByLabel('English').fill('Please wait, {name}.')
  await dialog.getByRole('button', { name: 'Save' }).click()
  await expect(dialog.getByLabel('Hindi')).toHaveAttribute('aria-invalid', 'true')
  await dialog.getByLabel('Hindi').fill('कृपया प्रतीक्षा करें, {name}।')
  await dialog.getByRole('button', { name: 'Save' }).click()
  const row = dialog.getByRole('listitem').filter({ hasText: name })
  await expect(row).toContainText('कृपया प्रतीक्षा करें')
  await row.getByRole('button', { name: `Change ${name}` }).click()
  await dialog.getByLabel('English').fill('Please wait a day, {name}.')
  await dialog.getByRole('button', { name: 'Save' }).click()
  await expect(row).toContainText('Please wait a day')
  await row.getByRole('button', { name: `Remove ${name}` }).click()
  await row.getByRole('button', { name: 'Remove', exact: true }).click()
  await expect(row).toHaveCount(0)
})

test('on a phone an attachment opens large and an answer is written @all', async ({ page }) => {
  const attachmentIds = [await sunita.picture()]
  const long = 'averylongword'.repeat(30)
  const asked = await sunita.ask({ subject: long.slice(0, 90), body: long, attachmentIds })
  await page.setViewportSize({ width: 390, height: 844 })
  await open(page, 'cs', asked)
  const wide = () => page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth)
  await expect.poll(() => wide()).toBe(0)
  await page.getByRole('button', { name: 'Open attachment' }).click()
  const picture = page.getByRole('dialog').getByRole('img', { name: 'Attachment' })
  await expect(picture).toBeVisible()
  const before = (await picture.boundingBox())?.width ?? 0
  await page.keyboard.press('+')
  await expect.poll(async () => (await picture.boundingBox())?.width).toBeGreaterThan(before)
  await page.keyboard.press('Escape')
  await button(page, 'Answer').click()
  await expect(page.getByRole('textbox')).toBeFocused()
  await page.keyboard.type('Thank you.')
  await button(page, 'Send and resolve').click()
  await expect(page.getByText('Resolved', { exact: true })).toBeVisible()
  const { enquiryId } = asked
  const after = enquiryDetail.parse(await asStaff('hod', `enquiries/${enquiryId}`))
  expect(after).toMatchObject({ state: 'resolved', firstAnswer: { missed: false } })
})

test.describe('usable by all @all', () => {
  test('the queue', async ({ page }) => {
    await expectUsableByAll(page, async () => {
      await signIn(page, 'cs', PAGE)
      await expect(rows(page).first()).toBeVisible()
    })
  })
  test('selected ones to be given to somebody', async ({ page }) => {
    await expectUsableByAll(page, async () => {
      await signIn(page, 'cs', `${PAGE}?member=${anil.memberId}`)
      await expect(rows(page).first()).toBeVisible()
      await page.getByRole('checkbox').last().click()
      await selected(page).getByRole('button', { name: 'Assign 1 selected' }).click()
      const dialog = page.getByRole('dialog', { name: 'Assign' })
      await dialog.getByRole('button', { name: 'Assign 1 enquiry' }).click()
      await expect(dialog.getByText('Choose who gets them.', { exact: true })).toBeVisible()
    })
  })
  test('a thread with an attachment, a note and the canned answers open', async ({ page }) => {
    const attachmentIds = [await anil.picture()]
    const asked = await anil.ask({ subject: 'पैसा कब आएगा', body: 'मुझे बताइए', attachmentIds })
    const note = { idempotencyKey: `note-${asked.enquiryId}`, body: 'Rang as well' }
    await asStaff('cs', `enquiries/${asked.enquiryId}/note`, note)
    await expectUsableByAll(page, async () => {
      await open(page, 'cs', asked)
      await expect(talk(page).getByText('Rang as well')).toBeVisible()
      await button(page, 'Canned answers').click()
      await expect(page.getByRole('option', { name: canned.title })).toBeVisible()
    })
    await expectUsableByAll(page, async () => {
      await open(page, 'cs', asked)
      await page.keyboard.press('n')
      await expect(page.getByRole('textbox', { name: 'Internal note' })).toBeFocused()
    })
  })
})
