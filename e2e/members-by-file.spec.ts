import { randomInt } from 'node:crypto'
import { expect, test, type Page } from '@playwright/test'
import { ONBOARDING_COLUMNS } from '../contract/people/onboarding-columns.ts'
import { expectUsableByAll } from './axe.ts'
import { csvFile } from './onboarder.ts'
import { signIn } from './sign-in.ts'

const HEADERS = ONBOARDING_COLUMNS.members.map(({ header }) => header)

/** Members whom no other test knows, each with opening points. */
function newMembers(points: readonly number[]) {
  const series = 600_000_000 + randomInt(399_000_000)
  return points.map((one, index) => {
    const cells: Record<string, string> = {
      memberMobile: `6${series + index}`,
      memberName: `Meena Kumari ${'abcdefghij'.charAt(index)}`,
      memberKind: 'Mason',
      state: 'Rajasthan',
      city: 'Jaipur',
      pincode: '302001',
      openingPoints: String(one),
    }
    return ONBOARDING_COLUMNS.members.map(({ key }) => cells[key] ?? '')
  })
}

async function sendAndApply(page: Page, name: string, rows: readonly string[][]): Promise<void> {
  await page.locator('input[type=file]').setInputFiles(csvFile(name, rows, HEADERS))
  await expect(page.getByRole('heading', { name })).toBeVisible()
  await page.getByRole('button', { name: 'Apply', exact: true }).click()
  const asking = page.getByRole('dialog', { name: /^Apply / })
  await asking.getByRole('button', { name: 'Apply' }).click()
  await expect(page.getByRole('alert').filter({ hasText: '2 members are created.' })).toBeVisible()
}

test('members come by file, a second person approves what they bring, and it is theirs', async ({
  page,
}) => {
  test.slow()
  const rows = newMembers([1_200, 350])
  const name = `members-${randomInt(1_000_000)}.csv`
  await signIn(page, 'sub admin', '/dashboard/users')
  await page.getByRole('link', { name: 'Members by file' }).click()
  await sendAndApply(page, name, rows)
  const proposed = page.getByRole('article', { name: `Points of ${name}` })
  await expect(proposed).toContainText('1,550 opening points for 2 members')
  await expect(proposed).toContainText('somebody else must approve it')
  await expect(proposed.getByRole('button')).toHaveText(['Withdraw'])

  await signIn(page, 'almond team', '/dashboard/users?show=points-files')
  const waiting = page.getByRole('dialog', { name: 'Files of points that wait' })
  const card = waiting.getByRole('article', { name: `Points of ${name}` })
  await card.getByRole('button', { name: 'Approve' }).click()
  const asking = page.getByRole('dialog', { name: 'Approve the points of this file' })
  await expect(asking).toContainText('1,550 opening points for 2 members, at once.')
  await asking.getByRole('button', { name: 'Approve' }).click()
  await expect(asking).toBeHidden()
  await waiting.getByRole('button', { name: 'Close' }).click()

  const [first = []] = rows
  await expect(async () => {
    await page.goto(`/dashboard/users?q=${first[0]}`)
    await expect(page.getByRole('row').filter({ hasText: '1,200' })).toBeVisible({ timeout: 2_000 })
  }).toPass()
  await page.getByRole('cell', { name: 'Meena Kumari a', exact: true }).click()
  const drawer = page.getByRole('dialog', { name: /^Meena Kumari a/ })
  await expect(drawer).toContainText('by file; has not signed in and agreed yet')
  await drawer.getByRole('tab', { name: 'Points' }).click()
  await expect(drawer).toContainText('Opening points')
  await expect(drawer).toContainText('+1,200')
})

test('a member is enrolled by form, and comes to another distributor with a history', async ({
  page,
}) => {
  await signIn(page, 'cs', '/dashboard/users')
  await page.getByRole('button', { name: 'New member' }).click()
  const form = page.getByRole('dialog', { name: 'New member' })
  await form.getByRole('button', { name: 'Enrol the member' }).click()
  await expect(form).toContainText('Choose a state.')
  await form.getByLabel('Mobile').fill(`6${600_000_000 + randomInt(399_000_000)}`)
  await form.getByLabel('Name', { exact: true }).fill('सुनीता देवी')
  await form.getByLabel('Latin spelling (optional)').fill('Sunita Devi')
  await form.getByLabel('PIN code (optional)').fill('302001')
  await expect(form.getByLabel('City')).toHaveValue('Jaipur')
  await expect(form.getByLabel('State')).toHaveValue('8')
  await form.getByRole('radio', { name: 'A distributor' }).check()
  await form.getByLabel('Distributor', { exact: true }).selectOption({ index: 1 })
  await form.getByRole('button', { name: 'Enrol the member' }).click()
  const drawer = page.getByRole('dialog', { name: /^सुनीता देवी/ })
  await expect(drawer.getByRole('heading', { name: 'Belongs to' })).toBeVisible()
  await drawer.getByRole('button', { name: 'Change belonging' }).click()
  const change = page.getByRole('dialog', { name: /^Change the belonging/ })
  await change.getByRole('radio', { name: 'A distributor' }).check()
  await change.getByLabel('Distributor', { exact: true }).selectOption({ index: 2 })
  await change.getByLabel('Reason').fill('Buys there now')
  const selected = await change
    .getByLabel('Distributor', { exact: true })
    .evaluate((select: HTMLSelectElement) => select.selectedOptions[0]?.text ?? '')
  await change.getByRole('button', { name: 'Change', exact: true }).click()
  await expect(change).toBeHidden()
  await expect(drawer.getByRole('definition').filter({ hasText: selected }).first()).toBeVisible()
})

test('what is new about members is usable by all @all', async ({ page }) => {
  const rows = newMembers([700, 50])
  const name = `members-${randomInt(1_000_000)}.csv`
  await signIn(page, 'sub admin', '/dashboard/users?show=file')
  await sendAndApply(page, name, rows)
  const upload = page.url()
  await expectUsableByAll(page, async () => {
    await page.goto(upload)
    await expect(page.getByRole('article', { name: `Points of ${name}` })).toBeVisible()
  })
  await signIn(page, 'admin', '/dashboard/users')
  await expectUsableByAll(page, async () => {
    await page.goto('/dashboard/users?show=points-files')
    await expect(page.getByRole('article', { name: `Points of ${name}` })).toBeVisible()
  })
  await expectUsableByAll(page, async () => {
    await page.goto('/dashboard/users')
    await page.getByRole('button', { name: 'New member' }).click()
    const form = page.getByRole('dialog', { name: 'New member' })
    await form.getByRole('radio', { name: 'A retailer' }).check()
    await form.getByRole('button', { name: 'Enrol the member' }).click()
    await expect(form).toContainText('Choose a state.')
  })
  const [first = []] = rows
  await expectUsableByAll(page, async () => {
    await page.goto(`/dashboard/users?q=${first[0]}`)
    await page.getByRole('cell', { name: 'Meena Kumari a', exact: true }).click()
    await page.getByRole('button', { name: 'Change belonging' }).click()
    await expect(page.getByRole('dialog', { name: /^Change the belonging/ })).toBeVisible()
  })
})
