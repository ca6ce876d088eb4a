import { expect, test, type Locator, type Page } from '@playwright/test'
import { listWorkers, resetWorker } from '../contract/people/workers.ts'
import { appliedFile, newWorkers } from './onboarder.ts'
import { asStaff } from './redeemer.ts'
import { signIn } from './sign-in.ts'
import { setPassword } from './worker-maker.ts'

const UPLOADS = '/dashboard/onboarding-logs?show=uploads'

/** Opens an applied file from the list of files, and asks to take it back. */
async function askBack(page: Page, name: string): Promise<Locator> {
  await page.goto(UPLOADS)
  await page.getByRole('link', { name }).click()
  await page.getByRole('button', { name: 'Take back' }).click()
  return page.getByRole('dialog', { name: `Take ${name} back` })
}

test('a file sent in error is taken back with a reason, and its workers are gone', async ({
  page,
}) => {
  const { series, rows } = newWorkers(2)
  const name = `${series}.csv`
  await appliedFile(name, rows)
  await signIn(page, 'admin', `/dashboard/workerlist?q=${series}-2`)
  await expect(page.getByRole('row').filter({ hasText: `${series}-2` })).toHaveCount(1)
  const dialog = await askBack(page, name)
  await dialog.getByRole('button', { name: 'Take back' }).click()
  await expect(dialog.getByLabel('Reason')).toHaveAttribute('aria-invalid', 'true')
  await dialog.getByLabel('Reason').fill('Sent for the wrong plant')
  await page.keyboard.press('Tab')
  await dialog.getByRole('button', { name: 'Take back' }).click()
  await expect(page.getByText(`${name} is taken back.`)).toBeVisible()
  await expect(page.getByText(/^Taken back by .*: Sent for the wrong plant$/)).toBeVisible()
  await expect(page.getByRole('button', { name: 'Take back' })).toBeHidden()
  await page.goto(`/dashboard/workerlist?q=${series}-2`)
  await expect(page.getByText('No workers match')).toBeVisible()
})

test('a file with a worker who has signed in stays, and says whose it is', async ({ page }) => {
  const { series, rows } = newWorkers(2)
  const name = `${series}.csv`
  await appliedFile(name, rows)
  const { items } = listWorkers.response.parse(await asStaff('admin', `workers?q=${series}-2`))
  const [worker] = items
  if (!worker) throw new Error('The file made no worker.')
  const { link } = resetWorker.response.parse(
    await asStaff('admin', `workers/${worker.staffId}/reset`, { reason: 'A phone was given back' }),
  )
  expect((await setPassword(link)).ok).toBe(true)
  await signIn(page, 'admin', UPLOADS)
  const dialog = await askBack(page, name)
  await dialog.getByLabel('Reason').fill('Sent for the wrong plant')
  await dialog.getByRole('button', { name: 'Take back' }).click()
  await expect(dialog.getByRole('alert')).toContainText(
    `Already in use: ${series}-2 (signed in). The file can no longer be taken back; nothing was changed.`,
  )
  await expect(dialog.getByLabel('Reason')).toHaveValue('Sent for the wrong plant')
})
