import { expect, test, type Page } from '@playwright/test'
import { expectUsableByAll } from './axe.ts'
import { surname } from './kyc-review.ts'
import { PASSWORD, signIn } from './sign-in.ts'

const ADMINS = '/dashboard/manageadmin'
const ROLES = '/dashboard/roles'

const drawer = (page: Page, name: string) => page.getByRole('dialog', { name, exact: true })

async function proposeAccount(page: Page, name: string, email: string): Promise<void> {
  await page.getByRole('button', { name: 'New account' }).click()
  const dialog = page.getByRole('dialog', { name: 'New account' })
  await dialog.getByLabel('Name').fill(name)
  await dialog.getByLabel('E-mail').fill(email)
  await dialog.getByLabel('Role').selectOption('HOD')
  await dialog.getByRole('button', { name: 'Propose the account' }).click()
  await expect(dialog).toBeHidden()
}

/** The link that the demo's outbox keeps for a mailbox. */
async function mailedLink(page: Page, email: string): Promise<string> {
  let link = ''
  await expect
    .poll(async () => {
      const answer = await page.request.get(`/api/demo/outbox?to=${email}`)
      link = /\/reset\/[\w-]+/.exec(await answer.text())?.[0] ?? ''
      return link
    })
    .not.toBe('')
  return link
}

const waitingOf = (page: Page, name: string) =>
  page
    .getByRole('region', { name: 'Waiting for approval' })
    .getByRole('listitem')
    .filter({ hasText: name })

test('an account is proposed, approved by a second person and opened by its mail, then disabled', async ({
  page,
  browser,
}) => {
  const name = `Asha ${surname()}`
  const email = `asha.${Date.now()}@hil.example`
  await signIn(page, 'admin', ADMINS)
  await proposeAccount(page, name, email)
  const mine = waitingOf(page, name)
  await expect(mine).toContainText(`A new account for ${name}, ${email}, as HOD.`)
  await expect(mine.getByRole('button', { name: /^Approve/ })).toBeHidden()
  await expect(page.getByText('/reset/')).toHaveCount(0)

  const second = await (await browser.newContext()).newPage()
  await signIn(second, 'almond team', ADMINS)
  await waitingOf(second, name)
    .getByRole('button', { name: /^Approve/ })
    .click()
  const approving = second.getByRole('dialog', { name: `Approve what is proposed about ${name}` })
  await approving.getByRole('button', { name: 'Approve' }).click()
  await expect(second.getByText(`A link for a password is on its way`)).toBeVisible()
  await expect(waitingOf(second, name)).toHaveCount(0)
  await second.context().close()

  const theirs = await (await browser.newContext()).newPage()
  await theirs.goto(await mailedLink(page, email))
  await theirs.getByLabel('New password', { exact: true }).fill(PASSWORD)
  await theirs.getByLabel('Confirm password').fill(PASSWORD)
  await theirs
    .getByRole('button', { name: /password/i })
    .last()
    .click()
  await expect(theirs.getByText('Your password is set.')).toBeVisible()
  await theirs.goto('/')
  await theirs.getByLabel('Email').fill(email)
  await theirs.getByLabel('Password', { exact: true }).fill(PASSWORD)
  await theirs.getByRole('button', { name: 'Sign in' }).click()
  await expect(theirs).toHaveURL(/\/dashboard$/)

  await page.reload()
  await page
    .getByRole('searchbox')
    .or(page.getByPlaceholder('Start of a name or e-mail'))
    .first()
    .fill(email)
  await page.getByRole('link', { name: name }).click()
  const detail = drawer(page, name)
  await expect(detail.getByText(/^(Chrome|Linux)/)).toBeVisible()
  await detail.getByRole('button', { name: 'Disable' }).click()
  const confirm = page.getByRole('dialog', { name: `Disable ${name}` })
  await confirm.getByRole('button', { name: 'Disable' }).click()
  await expect(confirm.getByText('Write the reason in a few words.')).toBeVisible()
  await confirm.getByLabel('Reason').fill('Left the firm')
  await confirm.getByRole('button', { name: 'Disable' }).click()
  await expect(detail.getByText('Disabled: sessions and links ended')).toBeVisible()
  await expect(detail.getByText('Left the firm')).toBeVisible()
  await expect(detail.getByText('Nowhere.')).toBeVisible()

  await theirs.reload()
  await expect(theirs).toHaveURL(/\/$/)
  await theirs.context().close()
})

test('nobody changes their own role, and the almond team no admin @all', async ({ page }) => {
  await signIn(page, 'admin', ADMINS)
  await page.getByRole('link', { name: 'Anjali Menon' }).click()
  const own = drawer(page, 'Anjali Menon')
  await expect(own.getByRole('button', { name: 'Sign out' })).toBeVisible()
  await expect(own.getByRole('button', { name: 'Disable' })).toBeHidden()
  await own.getByRole('button', { name: 'Change' }).click()
  await expect(
    page.getByRole('dialog', { name: 'Change Anjali Menon' }).getByLabel('Role'),
  ).toBeDisabled()

  await signIn(page, 'almond team', ADMINS)
  await page.getByRole('link', { name: 'Anjali Menon' }).click()
  const other = drawer(page, 'Anjali Menon')
  await expect(other.getByText('Only an admin changes the account of an admin.')).toBeVisible()
  await expect(other.getByRole('button', { name: 'Change' })).toBeHidden()
})

test('the activity opens an entry with what was before and after, and its filter survives a reload @all', async ({
  page,
}) => {
  await signIn(page, 'admin', `${ADMINS}?show=activity&action=batch.approved&sort=oldest`)
  await page
    .getByRole('row', { name: /Batch approved/ })
    .first()
    .getByRole('link')
    .first()
    .click()
  const entry = drawer(page, 'Batch approved')
  const line = entry.getByRole('row', { name: /^Status/ })
  await expect(line.getByRole('cell')).toHaveText(['requested', 'approved'])
  await page.keyboard.press('Escape')
  await page.reload()
  await expect(page.getByRole('row', { name: /Batch approved/ }).first()).toBeVisible()
  await expect(page.getByRole('row', { name: /Batch requested/ })).toHaveCount(0)
})

test('the table of roles is the one the server keeps to @all', async ({ page }) => {
  await signIn(page, 'admin', ROLES)
  const table = page.getByRole('table')
  await expect(table.getByText(/^\d+ people$/).first()).toBeVisible()
  const marks = (name: string) =>
    table.getByRole('row', { name: new RegExp(`^${name}`) }).getByRole('img')
  const yes = async (name: string) =>
    Promise.all((await marks(name).all()).map((mark) => mark.getAttribute('aria-label')))
  // In the order of the columns: admin, finance, HOD, CS, courier, sub admin, almond, marketing, worker.
  expect(await yes('Decide KYC')).toEqual(['Yes', 'No', 'No', 'Yes', 'No', 'No', 'Yes', 'No', 'No'])
  await page.getByRole('button', { name: 'Compare two roles' }).click()
  await page.getByLabel('Role', { exact: true }).selectOption('CS')
  await page.getByLabel('Compared with').selectOption('Finance')
  await expect(page.getByLabel('Only what differs')).toBeChecked()
  await expect.poll(() => yes('Decide KYC')).toEqual(['Yes', 'No'])
  await expect(table.getByText('Ask for a batch of coupons')).toBeHidden()
  await page.reload()
  await expect(page.getByLabel('Compared with')).toHaveValue('finance')

  await page
    .getByRole('link', { name: /people|person/ })
    .first()
    .click()
  await expect(page).toHaveURL(/show=people&role=cs/)
  await expect(page.getByText('Neha Kulkarni')).toBeVisible()
  await expect(page.getByText('Anjali Menon')).toBeHidden()
})

test('accounts, activity and roles can be used by all @all', async ({ page }) => {
  await signIn(page, 'admin', ADMINS)
  await expectUsableByAll(page, async () => {
    await page.goto(`${ADMINS}?open=4`)
    await expect(drawer(page, 'Neha Kulkarni')).toBeVisible()
  })
  const others = [
    [`${ADMINS}?show=activity&action=demo.loaded`, 'Demo loaded'],
    [ROLES, 'Decide KYC'],
    [`${ROLES}?show=people&role=cs`, 'Neha Kulkarni'],
  ] as const
  for (const [path, words] of others) {
    await expectUsableByAll(page, async () => {
      await page.goto(path)
      await expect(page.getByText(words).first()).toBeVisible()
    })
  }
})
