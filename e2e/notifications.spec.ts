import { randomUUID } from 'node:crypto'
import { expect, test, type Locator, type Page } from '@playwright/test'
import {
  countAudience,
  notificationDetail,
  type NotificationDetail,
} from '../contract/desk/notifications.ts'
import { expectUsableByAll } from './axe.ts'
import { Enquirer } from './enquirer.ts'
import { surname } from './kyc-review.ts'
import { asStaff } from './redeemer.ts'
import { signIn } from './sign-in.ts'
import { expectNoSideways } from './worker-maker.ts'

const PAGE = '/dashboard/notifications'
/** States in which no member of the demo lives. */
const CHANDIGARH = 4
const SIKKIM = 11
const ARUNACHAL = 12
const GOA = 30

const drawer = (page: Page, title: string): Locator =>
  page.getByRole('dialog', { name: title, exact: true })
const composer = (page: Page): Locator => page.getByRole('form', { name: 'Message' })
const audienceOf = (page: Page): Locator => page.getByRole('status', { name: 'Audience' })
const sendDialog = (page: Page): Locator => page.getByRole('dialog', { name: /^Send “/ })
const phone = (page: Page, language: string): Locator =>
  page.getByRole('region', { name: `How it looks in ${language}` })

const HINDI = { title: 'दिवाली बोनस', body: 'रविवार तक दोगुने अंक।' }
const contentOf = (title: string) => ({
  en: { title, body: 'Double points until Sunday.' },
  hi: HINDI,
  target: { to: 'page', page: 'gifts' },
  channels: ['inbox'],
  idempotencyKey: randomUUID(),
})

/** A draft written through the API. */
async function draft(title: string, more: object = {}): Promise<NotificationDetail> {
  const body = { ...contentOf(title), audience: { states: [SIKKIM] }, ...more }
  return notificationDetail.parse(await asStaff('marketing', 'notifications', body))
}

async function countIn(state: number): Promise<number> {
  const body = { audience: { states: [state] } }
  return countAudience.response.parse(await asStaff('marketing', 'audience-count', body)).members
}

async function write(page: Page, title: string): Promise<void> {
  const form = composer(page)
  await form.getByLabel('Title in English').fill(title)
  await form.getByLabel('Message in English').fill('Double points until Sunday.')
  await form.getByLabel('Title in Hindi').fill(HINDI.title)
  await form.getByLabel('Message in Hindi').fill(HINDI.body)
}

async function chooseState(page: Page, letters: string): Promise<void> {
  const states = page.getByRole('combobox', { name: 'States' })
  await states.fill(letters)
  await states.press('Enter')
  await states.press('Escape')
}

test('a message is written, previewed, refused for a past time, sent, and is in the inbox once', async ({
  page,
}) => {
  test.slow()
  const title = `Bonus ${surname()} <b>now</b>`
  const [reader, other] = [
    await Enquirer.join('Meera Rai', 'hi', SIKKIM),
    await Enquirer.join('John Lepcha', 'en', SIKKIM),
  ]
  const elsewhere = await Enquirer.join('Asha Patil', 'hi')
  const people = await countIn(SIKKIM)
  await signIn(page, 'marketing', PAGE)
  await page.getByRole('button', { name: 'New message' }).click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('New message')

  await page.getByRole('button', { name: 'Save draft' }).click()
  await expect(page.getByRole('alert')).toContainText('4 things to mend')
  await page.getByRole('button', { name: 'Message in Hindi' }).click()
  await expect(composer(page).getByLabel('Message in Hindi')).toBeFocused()

  await write(page, title)
  await composer(page).getByLabel('A tap leads to').selectOption('page')
  await composer(page).getByLabel('Page', { exact: true }).selectOption('gifts')
  await expect(phone(page, 'English')).toContainText(title)
  await expect(phone(page, 'English').locator('b b')).toHaveCount(0)
  await page.getByRole('complementary', { name: 'Preview' }).getByText('Hindi').click()
  await expect(phone(page, 'Hindi')).toContainText(HINDI.body)

  await expect(audienceOf(page)).toContainText('All active members')
  await chooseState(page, 'Arunachal')
  await expect(audienceOf(page)).toContainText('Members in Arunachal Pradesh')
  await expect(audienceOf(page)).toContainText(/Nobody of [\d,]+ members: choose less narrowly/)
  await page.getByRole('combobox', { name: 'States' }).press('Backspace')
  await chooseState(page, 'Sikkim')
  await expect(audienceOf(page)).toContainText('Members in Sikkim')
  await expect(audienceOf(page)).toContainText(new RegExp(`^\\D*${people} of [\\d,]+ members;`))

  await page.getByRole('button', { name: 'Send …' }).click()
  const dialog = sendDialog(page)
  await expect(dialog).toContainText(`It goes to ${people} members: members in Sikkim.`)
  await expect(dialog).toContainText(HINDI.body)
  await expect(dialog).toContainText('cannot be called back')
  await dialog.getByText('At a time').click()
  const time = dialog.getByLabel('Day and time in India')
  await time.fill('2026-01-05T10:00')
  await dialog.getByRole('button', { name: `Plan it for ${people} members` }).click()
  await expect(time).toHaveAccessibleDescription(/This time has passed/)
  await dialog.getByText('It begins at once').click()
  await dialog.getByRole('button', { name: `Send it now to ${people} members` }).click()

  const detail = drawer(page, title)
  await expect(detail).toContainText('Sent to everybody', { timeout: 20_000 })
  await expect(detail.getByRole('link', { name: String(people), exact: true })).toBeVisible()
  const [mine, ...more] = await reader.inbox()
  expect([mine?.title, mine?.body, mine?.target, more]).toEqual([
    HINDI.title,
    HINDI.body,
    { to: 'page', page: 'gifts' },
    [],
  ])
  expect((await other.inbox()).map((item) => item.title)).toEqual([title])
  await expect.poll(() => elsewhere.inbox()).toEqual([])

  if (!mine) throw new Error('The message is not in the inbox.')
  await reader.open(mine)
  await page.reload()
  await detail.getByRole('link', { name: '1', exact: true }).click()
  await expect(page.getByRole('heading', { level: 1 })).toContainText(`Who has “${title}`)
  await expect(page).toHaveURL(/read=yes/)
  await expect(page.getByRole('row')).toHaveCount(2)
  await expect(page.getByRole('row', { name: reader.code })).toContainText('Hindi')
  await page.getByLabel('Mobile or member code').fill(other.mobile)
  await page.keyboard.press('Enter')
  await expect(page.getByRole('row')).toHaveCount(0)
  await page.getByRole('button', { name: /^Read/ }).click()
  await page.getByRole('radio', { name: 'Not read' }).click()
  await expect(page.getByRole('row', { name: other.code })).toContainText('Not yet')
})

test('unsaved words survive a reload, are saved once, and another person’s change is not overwritten @all', async ({
  page,
}) => {
  const title = `Kept ${surname()}`
  await signIn(page, 'marketing', `${PAGE}?edit=new`)
  await write(page, title)
  await page.reload()
  await expect(composer(page).getByLabel('Title in English')).toHaveValue(title)
  await expect(page.getByText('What you had typed and not saved is here again.')).toBeVisible()

  // The first answer is lost on its way: a second try makes no second draft.
  let lost = false
  await page.route('**/api/admin/notifications', async (route) => {
    if (lost || route.request().method() !== 'POST') return route.fallback()
    lost = true
    await route.fetch()
    return route.abort()
  })
  await page.getByRole('button', { name: 'Save draft' }).click()
  await expect(page.getByRole('alert', { name: 'It was not saved' })).toBeVisible()
  await page.getByRole('button', { name: 'Save draft' }).click()
  await expect(page).toHaveURL(/edit=\d+/)
  const found = await asStaff('marketing', `notifications?q=${encodeURIComponent(title)}`)
  expect(found).toMatchObject({ items: [{ title }] })
  const id = Number(new URL(page.url()).searchParams.get('edit'))

  const { version } = notificationDetail.parse(await asStaff('admin', `notifications/${id}`))
  await composer(page).getByLabel('Message in English').fill('My own words.')
  const theirs = { ...contentOf(`${title} by another`), audience: {}, notificationId: id, version }
  await asStaff('admin', 'notifications', theirs)
  await page.getByRole('button', { name: 'Save draft' }).click()
  const clash = page.getByRole('alert', { name: 'There is another version' })
  await expect(clash).toContainText(`its title is now “${title} by another”`)
  await expect(composer(page).getByLabel('Message in English')).toHaveValue('My own words.')
  await clash.getByRole('button', { name: 'Save mine over it' }).click()
  await expect(clash).toBeHidden()
  const after = notificationDetail.parse(await asStaff('admin', `notifications/${id}`))
  expect([after.en.title, after.en.body, after.version]).toEqual([title, 'My own words.', 3])
})

test('a late count never stands for the audience selected after it @all', async ({ page }) => {
  await signIn(page, 'marketing', `${PAGE}?edit=new`)
  await expect(audienceOf(page)).toContainText(/[\d,]+ of [\d,]+ members;/)
  let release = (): void => {}
  const held = new Promise<void>((done) => (release = done))
  await page.route('**/api/admin/audience-count', async (route) => {
    if (route.request().postData()?.includes(`[${ARUNACHAL}]`)) await held
    await route.fallback()
  })
  const asked = page.waitForRequest('**/api/admin/audience-count')
  await chooseState(page, 'Arunachal')
  await asked
  await page.getByRole('combobox', { name: 'States' }).press('Backspace')
  await chooseState(page, 'Gujarat')
  await expect(audienceOf(page)).toContainText(/^Members in Gujarat\d+ of/)
  const words = await audienceOf(page).textContent()
  release()
  await page.waitForTimeout(800)
  await expect(audienceOf(page)).toHaveText(String(words))
  await expect(audienceOf(page)).not.toContainText('Nobody')
})

test('a test goes to one number, marked, and counts nowhere @all', async ({ page }) => {
  const title = `Tried ${surname()}`
  const member = await Enquirer.join('Tara Rai', 'en', CHANDIGARH)
  const message = await draft(title)
  await signIn(page, 'marketing', `${PAGE}?edit=${message.notificationId}`)
  await page.getByRole('button', { name: 'Send a test' }).click()
  const dialog = page.getByRole('dialog', { name: /^Test “/ })
  await dialog.getByLabel('Mobile number').fill('12345')
  await dialog.getByRole('button', { name: 'Send the test' }).click()
  await expect(dialog.getByLabel('Mobile number')).toHaveAccessibleDescription(/ten digits/)
  await dialog.getByLabel('Mobile number').fill(member.mobile)
  await dialog.getByRole('button', { name: 'Send the test' }).click()
  await expect(dialog).toBeHidden()
  const outbox = await page.request.get(`/api/demo/outbox?to=${member.mobile}`)
  expect(await outbox.text()).toContain(title)
  await expect.poll(() => member.inbox()).toEqual([])
})

test('a sending to many is approved by another person, stopped with a reason and resumed, a plan is taken back, a draft is deleted @all', async ({
  page,
}) => {
  test.slow()
  const title = `Stopped ${surname()}`
  const message = await draft(title, { audience: {}, channels: ['inbox', 'webhook'] })
  await signIn(page, 'marketing', `${PAGE}?open=${message.notificationId}`)
  const detail = drawer(page, title)
  await detail.getByRole('button', { name: 'Send …' }).click()
  await expect(sendDialog(page)).toContainText('One person writes to at most 500 members a day')
  await sendDialog(page).getByRole('button', { name: 'Ask for approval' }).click()
  await expect(detail).toContainText('Waits for approval')
  await expect(detail.getByRole('button', { name: 'Approve' })).toBeHidden()

  await signIn(page, 'almond team', `${PAGE}?open=${message.notificationId}`)
  await detail.getByRole('button', { name: 'Approve' }).click()
  const approval = page.getByRole('dialog', { name: /^Approve “/ })
  await expect(approval).toContainText(/It goes to [\d,]+ members: .* It has no link\./)
  await approval.getByRole('button', { name: 'Approve the sending' }).click()
  await expect(detail.getByRole('progressbar', { name: 'Sending' })).toBeVisible()
  await detail.getByRole('button', { name: 'Stop the sending' }).click()
  const stop = page.getByRole('dialog', { name: /^Stop “/ })
  await stop.getByLabel('Reason').fill('A wrong price')
  await stop.getByRole('button', { name: 'Stop the sending' }).click()
  await expect(detail).toContainText('nobody else gets it until it is resumed')
  await expect(detail).toContainText('A wrong price')
  await detail.getByRole('button', { name: 'Resume' }).click()
  const resume = page.getByRole('dialog', { name: /^Resume “/ })
  await resume.getByLabel('Reason').fill('The price was right')
  await resume.getByRole('button', { name: 'Resume the sending' }).click()
  await expect(detail).toContainText('Sent to everybody', { timeout: 60_000 })

  await detail.getByRole('button', { name: 'Duplicate' }).click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(`Edit “${title}”`)
  await page.getByRole('button', { name: 'Send …' }).click()
  await sendDialog(page).getByText('At a time').click()
  await sendDialog(page).getByLabel('Day and time in India').fill('2027-01-26T09:30')
  await sendDialog(page).getByRole('button', { name: 'Ask for approval' }).click()
  await expect(detail).toContainText('Asked for 26 Jan 2027, 09:30')
  await expect(detail).toContainText('If nobody does by its time, it does not go out')
  await detail.getByRole('button', { name: 'Take the plan back' }).click()
  await page.getByRole('button', { name: 'Take it back' }).click()
  await expect(detail.getByRole('button', { name: 'Edit' })).toBeVisible()
  await detail.getByRole('button', { name: 'Delete' }).click()
  await page.getByRole('button', { name: 'Delete the draft' }).click()
  await expect(detail).toBeHidden()
})

test('hod and cs read everything and change nothing @all', async ({ page }) => {
  const message = await draft(`Read only ${surname()}`)
  await signIn(page, 'hod', PAGE)
  await expect(page.getByRole('link', { name: message.title })).toBeVisible()
  await expect(page.getByRole('button', { name: 'New message' })).toHaveCount(0)
  await page.getByRole('link', { name: message.title }).click()
  await expect(drawer(page, message.title)).toContainText('Double points until Sunday.')
  await expect(drawer(page, message.title).getByRole('button')).toHaveCount(1)
  await signIn(page, 'cs', `${PAGE}?edit=${message.notificationId}`)
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Notifications')
})

test('the list is worked by the keyboard and its filter stands in the address @all', async ({
  page,
}) => {
  const message = await draft(`Keyed ${surname()}`)
  await signIn(page, 'marketing', `${PAGE}?status=draft`)
  await expect(page.getByRole('link', { name: message.title })).toBeVisible()
  await page.keyboard.press('/')
  await page.keyboard.type(message.title)
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(/q=Keyed/)
  await expect(page.getByRole('row')).toHaveCount(2)
  await page.getByRole('link', { name: message.title }).focus()
  await page.keyboard.press('Enter')
  await expect(drawer(page, message.title)).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(page.getByRole('link', { name: message.title })).toBeFocused()
})

test('list, composer, sending, detail and deliveries are usable by all @all', async ({ page }) => {
  const member = await Enquirer.join('Goan Mason', 'hi', GOA)
  const message = await draft(`Looked at ${surname()}`, { audience: { states: [GOA] } })
  const { notificationId, version } = message
  const sent = await draft(`Sent ${surname()}`, { audience: { states: [GOA] } })
  const plan = { version: sent.version, sendAt: null }
  await asStaff('marketing', `notifications/${sent.notificationId}/schedule`, plan)
  await expect.poll(async () => (await member.inbox()).length, { timeout: 20_000 }).toBe(1)
  await signIn(page, 'marketing', PAGE)
  await expectUsableByAll(page, async () => {
    await page.goto(PAGE)
    await expect(page.getByText(message.title)).toBeVisible()
    await expectNoSideways(page)
  })
  await expectUsableByAll(page, async () => {
    await page.goto(`${PAGE}?edit=${notificationId}`)
    await expect(audienceOf(page)).toContainText('Members in Goa')
    await expectNoSideways(page)
  })
  await expectUsableByAll(page, async () => {
    await page.goto(`${PAGE}?open=${notificationId}`)
    await drawer(page, message.title).getByRole('button', { name: 'Send …' }).click()
    await sendDialog(page).getByText('At a time').click()
  })
  await expectUsableByAll(page, async () => {
    await page.goto(`${PAGE}?open=${sent.notificationId}`)
    await expect(drawer(page, sent.title)).toContainText('What became of it')
  })
  await expectUsableByAll(page, async () => {
    await page.goto(`${PAGE}?of=${sent.notificationId}`)
    await expect(page.getByText(member.code)).toBeVisible()
    await expectNoSideways(page)
  })
  expect(version).toBe(1)
})
