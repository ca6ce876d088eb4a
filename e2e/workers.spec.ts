import { expect, test, type Browser, type Locator, type Page } from '@playwright/test'
import { getWorker, listWorkers, type WorkerDetail } from '../contract/people/workers.ts'
import { expectUsableByAll } from './axe.ts'
import { asStaff } from './redeemer.ts'
import { signIn } from './sign-in.ts'
import {
  expectNoSideways,
  linkDialog,
  linkIn,
  madeWorker,
  phone,
  setPassword,
  signInAsWorker,
} from './worker-maker.ts'

const LIST = '/dashboard/workerlist'
const SECTION = '/plant-representatives/dashboard'

const drawer = (page: Page): Locator => page.getByRole('dialog', { name: /\(T-\d+\)$/ })
const dialog = (page: Page, name: string): Locator => page.getByRole('dialog', { name })
const filter = (page: Page, name: RegExp): Locator =>
  page.getByRole('main').getByRole('button', { name })

/** A worker of the first plant, signed in on their own phone. */
async function workerOnPhone(browser: Browser): Promise<{ worker: WorkerDetail; other: Page }> {
  const { worker, link } = await madeWorker(1)
  expect((await setPassword(link)).status).toBe(200)
  const other = await phone(browser)
  await other.goto('/')
  await signInAsWorker(other, worker.email)
  await expect(other).toHaveURL(SECTION)
  return { worker, other }
}

test('moving a worker to another plant ends their session @all', async ({ page, browser }) => {
  const { worker, other } = await workerOnPhone(browser)
  await signIn(page, 'admin', `${LIST}?open=${worker.staffId}`)
  await drawer(page).getByRole('button', { name: 'Move plant' }).click()
  const move = dialog(page, `Move ${worker.name}`)
  await expect(move.getByText('The sessions end')).toBeVisible()
  await move.getByRole('button', { name: 'Move', exact: true }).click()
  await expect(move.getByLabel('To plant')).toHaveAccessibleDescription(/Choose a plant\./)
  const plants = await move.getByLabel('To plant').locator('option').allInnerTexts()
  expect(plants).not.toContain(worker.plantName)
  await move.getByLabel('To plant').selectOption('3')
  await move.getByLabel('Reason').fill('The second line there lacks a hand')
  await move.getByRole('button', { name: 'Move', exact: true }).click()
  await expect(move).toBeHidden()
  const moved = getWorker.response.parse(await asStaff('admin', `workers/${worker.staffId}`))
  expect([moved.plantId, moved.sessions]).toEqual([3, 0])
  const events = drawer(page).getByRole('list', { name: 'What staff did to the account' })
  await expect(events).toContainText(`Moved from ${worker.plantName} to ${moved.plantName}`)
  await expect(events).toContainText('The second line there lacks a hand')
  await other.reload()
  await expect(other).toHaveURL('/')
  await signInAsWorker(other, worker.email)
  await expect(other).toHaveURL(SECTION)
  await other.context().close()
})

test('a worker who is deactivated is out at once, until they are taken back', async ({
  page,
  browser,
}) => {
  const { worker, other } = await workerOnPhone(browser)
  await signIn(page, 'admin', `${LIST}?open=${worker.staffId}`)
  await drawer(page).getByRole('button', { name: 'Deactivate' }).click()
  const end = dialog(page, `Deactivate ${worker.name}`)
  await end.getByRole('button', { name: 'Deactivate' }).click()
  await expect(end.getByText('Write the reason in a few words.')).toBeVisible()
  await end.getByLabel('Reason').fill('Left the firm')
  await end.getByRole('button', { name: 'Deactivate' }).click()
  await expect(drawer(page).getByText('Cannot sign in', { exact: true })).toBeVisible()
  await expect(drawer(page).getByRole('button', { name: 'Move plant' })).toHaveCount(0)
  await other.reload()
  await expect(other).toHaveURL('/')
  await signInAsWorker(other, worker.email)
  await expect(other.getByRole('alert')).toBeVisible()
  await expect(other).toHaveURL('/')
  await drawer(page).getByRole('button', { name: 'Reactivate' }).click()
  const back = dialog(page, `Reactivate ${worker.name}`)
  await back.getByLabel('Reason').fill('Came back')
  await back.getByRole('button', { name: 'Reactivate' }).click()
  await expect(back).toBeHidden()
  await signInAsWorker(other, worker.email)
  await expect(other).toHaveURL(SECTION)
  await other.context().close()
})

test('a worker is corrected, and a new link takes the place of the one before @all', async ({
  page,
}) => {
  const { worker, link } = await madeWorker()
  await signIn(page, 'admin', `${LIST}?open=${worker.staffId}`)
  await drawer(page).getByRole('button', { name: 'Edit' }).click()
  const edit = dialog(page, `Edit ${worker.name}`)
  await edit.getByLabel('Shift').selectOption('C')
  await expect(edit.getByText('Another e-mail ends the sessions')).toHaveCount(0)
  await edit.getByLabel('E-mail').fill(`new.${worker.email}`)
  await expect(edit.getByText('Another e-mail ends the sessions')).toBeVisible()
  await edit.getByRole('button', { name: 'Save' }).click()
  await expect(edit).toBeHidden()
  await expect(drawer(page).getByText('C, 22:00 to 06:00')).toBeVisible()
  await expect(drawer(page).getByText(`new.${worker.email}`).first()).toBeVisible()
  const row = page.locator('tbody tr').filter({ hasText: worker.employeeCode })
  await expect(row.getByText('C', { exact: true })).toBeVisible()
  await drawer(page).getByRole('button', { name: 'New link' }).click()
  const reset = dialog(page, `New link for ${worker.name}`)
  await reset.getByLabel('Reason').fill('Lost the phone')
  await reset.getByRole('button', { name: 'Give a new link' }).click()
  const second = await linkIn(page)
  expect(second).not.toBe(link)
  await page.keyboard.press('Escape')
  await expect(linkDialog(page)).toBeHidden()
  await expect(drawer(page)).toBeVisible()
  expect((await setPassword(link)).ok).toBe(false)
  expect((await setPassword(second)).ok).toBe(true)
})

test('the filters stand in the address and survive a reload; the list is gone through by key @all', async ({
  page,
}) => {
  const { worker } = await madeWorker(2)
  await signIn(page, 'cs', LIST)
  await page.getByRole('button', { name: 'Plant', exact: true }).click()
  await page.getByRole('checkbox', { name: worker.plantName }).click()
  await page.keyboard.press('Escape')
  await page.getByRole('button', { name: 'Idle', exact: true }).click()
  await page.getByRole('radio', { name: 'Never active' }).click()
  await page.keyboard.press('Escape')
  await expect(page).toHaveURL(/plant=2&idle=never/)
  await page.reload()
  await expect(filter(page, /^Plant/)).toContainText(worker.plantName)
  await expect(filter(page, /^Idle/)).toContainText('Never active')
  const row = page.locator(`[data-row="${worker.staffId}"]`)
  await expect(row).toBeVisible()
  const shown = await page.locator('tbody tr td:nth-child(4)').allInnerTexts()
  expect(new Set(shown)).toEqual(new Set([worker.plantName]))
  const idle = await page.locator('tbody tr td:nth-child(6)').allInnerTexts()
  expect(new Set(idle)).toEqual(new Set(['Never']))
  const wanted = await asStaff('admin', 'workers?plant=2&idle=never&count=yes')
  const { count } = listWorkers.response.parse(wanted)
  await expect(page.getByText(`${count} worker`)).toBeVisible()

  await page.keyboard.press('/')
  await page.keyboard.type(worker.mobile ?? '')
  await page.keyboard.press('Enter')
  await expect(page.locator('[data-row]')).toHaveCount(1)
  await page.keyboard.press('Escape')
  await row.focus()
  await page.keyboard.press('Enter')
  await expect(drawer(page)).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(drawer(page)).toBeHidden()
  await expect(row).toBeFocused()
})

test('the drawer tells what a worker did on the line @all', async ({ page }) => {
  const found = listWorkers.response.parse(await asStaff('admin', 'workers?sort=activity&limit=1'))
  const staffId = found.items[0]?.staffId ?? 0
  const worker = getWorker.response.parse(await asStaff('admin', `workers/${staffId}`))
  const [act] = worker.acts
  if (!act) throw new Error('Nobody of the demo was active.')
  await signIn(page, 'hod', `${LIST}?open=${staffId}`)
  const acts = page.getByRole('list', { name: 'The last acts on the line' })
  await expect(acts.getByRole('listitem')).toHaveCount(worker.acts.length)
  const first = acts.getByRole('listitem').first()
  await expect(first).toContainText(`${act.changed.toLocaleString('en-IN')} coupon`)
  await expect(first.getByRole('link', { name: `batch ${act.batchId}` })).toHaveAttribute(
    'href',
    `/dashboard/QrTokenHistories?open=${act.batchId}`,
  )
})

test('roles that may only look see no buttons @all', async ({ page }) => {
  const { worker } = await madeWorker()
  for (const role of ['hod', 'cs'] as const) {
    await signIn(page, role, `${LIST}?open=${worker.staffId}`)
    await expect(drawer(page).getByText(worker.email)).toBeVisible()
    await expect(drawer(page).getByRole('button', { name: /^(Edit|Move|New|Deact)/ })).toHaveCount(
      0,
    )
    await page.keyboard.press('Escape')
    await expect(page.getByRole('link', { name: 'Onboard workers' })).toHaveCount(0)
  }
  await signIn(page, 'admin', LIST)
  await page.getByRole('link', { name: 'Onboard workers' }).click()
  await expect(page.getByRole('form', { name: 'One worker' })).toBeVisible()
})

test('a list without workers says how to begin, and one that fails can be tried again @all', async ({
  page,
}) => {
  const answers = '**/api/admin/workers?**'
  await page.route(answers, (route) =>
    route.fulfill({ json: { items: [], next: null, previous: null, count: 0 } }),
  )
  await signIn(page, 'admin', LIST)
  await expect(page.getByRole('heading', { name: 'No workers yet' })).toBeVisible()
  await page.unroute(answers)
  const json = { code: 'internal', message: 'The database is away.', requestId: 'r-77' }
  await page.route(answers, (route) => route.fulfill({ status: 500, json }))
  await page.reload()
  await expect(page.getByText('The database is away.')).toBeVisible()
  await page.unroute(answers)
  await page.getByRole('button', { name: 'Try again' }).click()
  await expect(page.locator('[data-row]').first()).toBeVisible()
})

test.describe('usable by all @all', () => {
  test('the list with a worker', async ({ page }) => {
    const { worker } = await madeWorker()
    await expectUsableByAll(page, async () => {
      await signIn(page, 'admin', `${LIST}?open=${worker.staffId}`)
      await expect(drawer(page).getByText(worker.email)).toBeVisible()
      await expectNoSideways(page)
    })
  })
  test('the one-time link', async ({ page }) => {
    const { worker } = await madeWorker()
    await expectUsableByAll(page, async () => {
      await signIn(page, 'admin', `${LIST}?open=${worker.staffId}`)
      await drawer(page).getByRole('button', { name: 'New link' }).click()
      const reset = dialog(page, `New link for ${worker.name}`)
      await reset.getByLabel('Reason').fill('A look at the link')
      await reset.getByRole('button', { name: 'Give a new link' }).click()
      await expect(linkDialog(page).getByText('works once')).toBeVisible()
      await expectNoSideways(page)
    })
  })
})
