import { randomInt } from 'node:crypto'
import { expect, test, type Locator, type Page } from '@playwright/test'
import { PROGRAMME } from '../contract/menu.ts'
import { demoOutbox } from '../contract/people/members.ts'
import { expectUsableByAll } from './axe.ts'
import { signIn } from './sign-in.ts'

const PAGE = `${PROGRAMME}?show=messages`
/** A message that no other journey reads. */
const NAME = 'Joining with a number that is registered, English'
const CODED = 'Joining, English'

const dialog = (page: Page, name: RegExp): Locator => page.getByRole('dialog', { name })

/** What was sent to a number last. */
async function lastTo(page: Page, to: string): Promise<string> {
  const answer = await page.request.get(`/api/demo/outbox?to=${to}`)
  return demoOutbox.response.parse(await answer.json()).items[0]?.text ?? ''
}

async function joinWith(page: Page, mobile: string): Promise<void> {
  const answer = await page.request.post('/api/member/registration/otp', { data: { mobile } })
  expect(answer.status()).toBe(200)
}

test('a text with a code is edited, previewed, tested and approved by another; the next message carries it', async ({
  page,
  browser,
}) => {
  const mobile = `98${randomInt(10_000_000, 99_999_999)}`
  const mark = `no. ${randomInt(1_000_000)}`
  const wanted = `{code} lets you join {programme}, ${mark}. It ends in {minutes} minutes.`
  await signIn(page, 'admin', PAGE)
  await page.getByRole('button', { name: `Change ${CODED}` }).click()
  const form = dialog(page, /^Change/)
  const text = form.getByLabel('Text', { exact: true })
  await text.fill('Join at https://evil.example')
  await page.keyboard.press('Tab')
  await expect(form.getByText(/“evil.example” reads as a link to a host/)).toBeVisible()
  await expect(form.getByRole('button', { name: 'Send a test' })).toBeDisabled()
  await text.fill(`{code} lets you join {programme}, ${mark}. It ends in `)
  await form.getByRole('button', { name: '{minutes}' }).click()
  await page.keyboard.type(' minutes.')
  await expect(text).toHaveValue(wanted)
  const preview = form.getByRole('region', { name: 'Preview' })
  await expect(preview).toContainText(`482913 lets you join`)
  await expect(preview).toContainText('1 SMS')

  await form.getByLabel('My mobile number').fill(mobile)
  await form.getByRole('button', { name: 'Send a test' }).click()
  await expect.poll(() => lastTo(page, mobile)).toMatch(/^Test: 482913 lets you join/)

  await form.getByLabel('Reason').fill('Shorter')
  await form.getByRole('button', { name: 'Propose the text' }).click()
  await expect(form).toBeHidden()
  await joinWith(page, mobile)
  expect(await lastTo(page, mobile), 'not before the second person').not.toContain(mark)
  await expect(page.getByRole('button', { name: `Approve the text of ${CODED}` })).toHaveCount(0)

  const other = await (await browser.newContext()).newPage()
  await signIn(other, 'almond team', PAGE)
  const waiting = other.getByRole('region', { name: 'Waiting for approval' })
  await expect(waiting).toContainText(mark)
  await other.getByRole('button', { name: `Approve the text of ${CODED}` }).click()
  await dialog(other, /^Approve/)
    .getByRole('button', { name: 'Approve' })
    .click()
  await expect(other.getByRole('button', { name: `Change ${CODED}` })).toBeEnabled()
  await other.getByRole('button', { name: CODED, exact: true }).click()
  await expect(dialog(other, /^Joining, English$/)).toContainText('Shorter')
  await other.context().close()

  await joinWith(page, mobile)
  expect(await lastTo(page, mobile)).toMatch(new RegExp(`^\\d{6} lets you join .*${mark}`))
})

test('a text without a code is changed by one person, and its history says so', async ({
  page,
}) => {
  const mark = `no. ${randomInt(1_000_000)}`
  await signIn(page, 'admin', PAGE)
  await page.getByRole('button', { name: `Change ${NAME}` }).click()
  const form = dialog(page, /^Change/)
  await form.getByLabel('Text', { exact: true }).fill(`{programme} knows this number, ${mark}.`)
  await form.getByLabel('Reason').fill('Friendlier')
  await form.getByRole('button', { name: 'Change the text' }).click()
  await expect(form).toBeHidden()
  await page.getByRole('button', { name: NAME, exact: true }).click()
  await expect(dialog(page, new RegExp(`^${NAME}$`)).getByRole('list')).toContainText(mark)
})

test('the messages, a text and its form are usable by all', async ({ page }) => {
  await signIn(page, 'admin', PAGE)
  await expectUsableByAll(page, async () => {
    await page.goto(PAGE)
    await expect(page.getByRole('button', { name: `Change ${NAME}` })).toBeVisible()
  })
  await expectUsableByAll(page, async () => {
    await page.goto(`${PAGE}&open=payment_paid.hi`)
    await expect(
      dialog(page, /^Paid, Hindi$/).getByRole('region', { name: 'Preview' }),
    ).toBeVisible()
  })
  await expectUsableByAll(page, async () => {
    await page.goto(PAGE)
    await page.getByRole('button', { name: 'Change Invitation, Hindi' }).click()
    await expect(dialog(page, /^Change/).getByLabel('Subject')).toBeVisible()
  })
})
