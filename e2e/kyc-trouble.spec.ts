import { expect, test } from '@playwright/test'
import {
  HISTORY,
  LOGS,
  QUEUE,
  card,
  heading,
  held,
  openReview,
  review,
  submitted,
} from './kyc-review.ts'
import { signIn } from './sign-in.ts'

test('a decision that fails keeps the verdicts and is tried again @all', async ({ page }) => {
  const member = await submitted()
  await openReview(page, 'cs', member)
  const message = 'Something went wrong on the server. Nothing was changed.'
  const failing = '**/api/admin/kyc/*/decision'
  let sent = 0
  await page.route(failing, (route) => {
    sent++
    return route.fulfill({ status: 500, json: { code: 'internal', message, requestId: 'abc-9' } })
  })
  await page.keyboard.press('Shift+A')
  await page.keyboard.press('2')
  await page.keyboard.press('r')
  await page.keyboard.press('8')
  const why = page.getByRole('dialog', { name: 'Refuse Aadhaar: why?' })
  await page.keyboard.press('Enter')
  await expect(why.getByText('Write what is wrong.')).toBeVisible()
  await why.getByLabel('What is wrong').fill('The reference is of another person')
  await page.keyboard.press('Enter')
  await expect(why).toBeHidden()
  await page.keyboard.press('Enter')
  const ask = page.getByRole('dialog', { name: 'Ask again for 1 field' })
  await ask.getByLabel('Note for the record').fill('Spoken to the member')
  await page.keyboard.press('Enter')
  await expect(ask.getByRole('alert')).toContainText(`${message} Your verdicts are kept.`)
  await expect(ask.getByRole('alert')).toContainText('Request abc-9')
  await expect(ask.getByLabel('Note for the record')).toHaveValue('Spoken to the member')
  await expect(ask.getByRole('button', { name: 'Ask again for 1 field' })).toBeFocused()
  await page.keyboard.press('Enter')
  await expect.poll(() => sent).toBe(2)
  await expect(ask.getByRole('alert')).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(ask).toBeHidden()
  await expect(card(page, 'PAN')).toContainText('You accept')
  await expect(card(page, 'Aadhaar')).toContainText('“The reference is of another person”')
  await page.unroute(failing)
  await page.keyboard.press('Enter')
  await expect(ask.getByRole('button', { name: 'Ask again for 1 field' })).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(page.getByText(`${member.name}: asked again for 1 field.`)).toBeVisible()
  await expect.poll(() => member.kyc()).toMatchObject({ state: 'resubmit', required: ['aadhaar'] })
})

test('what changed meanwhile is said, and only the verdicts on it are dropped', async ({
  page,
}) => {
  const member = await submitted()
  await openReview(page, 'cs', member)
  await page.keyboard.press('Shift+A')
  await page.route('**/api/admin/kyc/*/decision', (route) =>
    route.fulfill({
      status: 409,
      json: { code: 'conflict', message: 'This KYC has changed since.', requestId: 'r-1' },
    }),
  )
  // What the server holds by then: a newer version, with another PAN.
  await page.route('**/api/admin/kyc/*/open', async (route) => {
    const answer = await route.fetch()
    const body = await answer.json()
    body.version++
    body.fields[0].submittedAt = new Date().toISOString()
    await route.fulfill({ json: body })
  })
  await page.keyboard.press('Enter')
  await expect(page.getByRole('button', { name: 'Approve' }).last()).toBeFocused()
  await page.keyboard.press('Enter')
  const told = page.getByRole('alert').filter({ hasText: 'This KYC has changed since.' })
  await expect(told).toContainText('Sent again since your verdict, so look again: PAN.')
  await expect(page.getByRole('dialog')).toHaveCount(0)
  await expect(card(page, 'PAN')).toContainText('Waiting')
  await expect(card(page, 'Selfie')).toContainText('You accept')
  await expect(page.getByText('3 of 4 decided')).toBeVisible()
})

test('after ten minutes without a touch it is let go, and taken again with the next @all', async ({
  page,
}) => {
  const member = await submitted()
  await page.clock.install()
  await openReview(page, 'cs', member)
  await page.clock.fastForward('10:20')
  const told = page.getByRole('alert').filter({ hasText: 'Nothing was done here' })
  await expect(told).toBeVisible()
  await page.mouse.move(300, 300)
  await expect(told).toBeHidden()
  await expect(held(page)).toBeVisible()

  let renewed = 0
  page.on('request', (request) => {
    if (request.url().endsWith('/open')) renewed++
  })
  await page.clock.fastForward('04:00')
  await expect.poll(() => renewed).toBe(1)
  await page.clock.fastForward('04:00')
  expect(renewed).toBe(1)
  await page.mouse.move(320, 320)
  await page.clock.fastForward('00:20')
  await expect.poll(() => renewed).toBe(2)
})

test('who may not decide does not see the queue, but may see the log @all', async ({ page }) => {
  await signIn(page, 'hod', QUEUE)
  await expect(page.getByRole('heading', { name: 'You may not see this page' })).toBeVisible()
  await signIn(page, 'hod', LOGS)
  await expect(heading(page)).toHaveText('KYC Logs')
  await signIn(page, 'hod', HISTORY)
  await expect(page.getByRole('heading', { name: 'You may not see this page' })).toBeVisible()
})

test('a slow server is met with the shape of what comes; a failing one with words @all', async ({
  page,
}) => {
  const member = await submitted()
  const opening = '**/api/admin/kyc/*/open'
  const slow = Promise.withResolvers<void>()
  await page.route(opening, async (route) => {
    await slow.promise
    await route.continue()
  })
  await signIn(page, 'cs', review(member))
  await expect(page.getByRole('status', { name: 'Loading' })).toBeVisible()
  slow.resolve()
  await expect(held(page)).toBeVisible()
  await page.unroute(opening)

  const message = 'Something went wrong on the server. Nothing was changed.'
  const fail = { status: 500, json: { code: 'internal', message, requestId: 'abc-1' } }
  await page.route(/\/api\/admin\/kyc\/\d+(\/open)?$/, (route) => route.fulfill(fail))
  await page.reload()
  const alert = page.getByRole('alert')
  await expect(alert).toContainText('The submission could not be shown')
  await expect(alert).toContainText('Request abc-1')
  await page.unrouteAll()
  await alert.getByRole('button', { name: 'Try again' }).click()
  await expect(held(page)).toBeVisible()

  await page.goto(`${QUEUE}?open=999999999`)
  await expect(page.getByRole('alert')).toContainText('was not found')
})

test('on a phone the document stays above, and what is pressed is large enough @all', async ({
  page,
}) => {
  await page.setViewportSize({ width: 390, height: 844 })
  const member = await submitted()
  await openReview(page, 'cs', member)
  const overflow = () =>
    page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth)
  await expect.poll(() => overflow()).toBe(0)
  for (const name of ['Accept', 'Refuse', 'Reject …', 'Next field', 'Accept 4 clean']) {
    const box = await page.getByRole('button', { name, exact: true }).first().boundingBox()
    expect(box?.height, name).toBeGreaterThanOrEqual(44)
  }
  const order = ['PAN', 'Aadhaar', 'UPI address', 'Selfie']
  for (const [index, name] of order.entries()) {
    await card(page, name).getByRole('button', { name: 'Accept' }).click()
    const next = order[index + 1]
    if (next) await expect(card(page, next)).toBeFocused()
  }
  // The document of the chosen field is in sight while the fields scroll under it.
  await expect(page.getByRole('img', { name: 'Selfie' })).toBeInViewport()
  await page.setViewportSize({ width: 320, height: 640 })
  await expect.poll(() => overflow()).toBe(0)
  await page.getByRole('button', { name: 'Approve' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Approve' }).click()
  await expect(page.getByText(`${member.name}: approved.`)).toBeVisible()
})

test('an empty queue says what will appear @all', async ({ page }) => {
  await page.route(/\/api\/admin\/kyc(\?|$)/, (route) =>
    route.fulfill({ json: { items: [], next: null, previous: null, count: 0 } }),
  )
  await signIn(page, 'cs', QUEUE)
  await expect(page.getByRole('heading', { name: 'Nothing waits' })).toBeVisible()
})
