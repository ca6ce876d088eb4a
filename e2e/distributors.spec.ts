import { randomInt } from 'node:crypto'
import { expect, test, type Locator, type Page } from '@playwright/test'
import {
  createDistributor,
  getDistributor,
  listDistributors,
  type DistributorDetail,
} from '../contract/people/distributors.ts'
import { gstinCheck, maskGstin, maskPan } from '../contract/india.ts'
import { listUsers } from '../contract/desk/users.ts'
import { expectUsableByAll } from './axe.ts'
import { surname } from './kyc-review.ts'
import { asStaff } from './redeemer.ts'
import { signIn } from './sign-in.ts'
import { expectNoSideways } from './worker-maker.ts'

const PAGE = '/dashboard/distributor-onboard'

const drawer = (page: Page): Locator => page.getByRole('dialog', { name: /\(T-\d+\)$/ })
const dialog = (page: Page, name: string): Locator => page.getByRole('dialog', { name })
const filter = (page: Page, name: RegExp): Locator =>
  page.getByRole('main').getByRole('button', { name })
const letters = (many: number): string =>
  Array.from({ length: many }, () => String.fromCharCode(65 + randomInt(26))).join('')

/** A PAN that nobody else has, and its GSTIN in a state. */
const newPan = (): string => `${letters(3)}P${letters(1)}${randomInt(1000, 10_000)}${letters(1)}`
const gstinOf = (pan: string, state = '27'): string =>
  `${state}${pan}1Z${gstinCheck(`${state}${pan}1Z`)}`

function newFirm(pan = newPan()) {
  const number = randomInt(1_000_000_000)
  return {
    code: `T-${number}`,
    name: `Firm ${surname()}`,
    state: 27,
    city: 'Pune',
    mobile: `8${String(number).padStart(9, '0')}`,
    gstin: gstinOf(pan),
  }
}

/** A distributor made through the API. */
async function madeFirm(pan?: string): Promise<DistributorDetail> {
  return createDistributor.response.parse(await asStaff('admin', 'distributors', newFirm(pan)))
}

async function openFirm(page: Page, role: Parameters<typeof signIn>[1], firm: DistributorDetail) {
  await signIn(page, role, `${PAGE}?open=${firm.distributorId}`)
  await expect(drawer(page)).toHaveAccessibleName(`${firm.name} (${firm.code})`)
}

test('a GSTIN is judged while it is typed, fills PAN and state, and is kept masked', async ({
  page,
}) => {
  const pan = newPan()
  const right = gstinOf(pan)
  const wrong = right.slice(0, 14) + (right.endsWith('0') ? '1' : '0')
  const { code, name, mobile } = newFirm(pan)
  await signIn(page, 'sub admin', PAGE)
  await page.getByRole('button', { name: 'New distributor' }).click()
  const form = dialog(page, 'New distributor')
  await form.getByLabel('Code', { exact: true }).fill(code.toLowerCase())
  await form.getByLabel('Name').fill(name)
  const gstin = form.getByLabel('GSTIN')
  await gstin.pressSequentially(wrong.slice(0, 14))
  await expect(gstin).not.toHaveAccessibleDescription(/should be|is two digits/)
  await gstin.press(wrong.slice(14))
  await expect(gstin).toHaveAccessibleDescription(
    new RegExp(`The last character of this GSTIN should be ${right.at(-1)}`),
  )
  await expect(gstin).toBeFocused()
  await expect(form.getByLabel('PAN')).toHaveValue('')
  await gstin.press('Backspace')
  await gstin.press(right.slice(14))
  await expect(gstin).toHaveAccessibleDescription(new RegExp(`It fits: Maharashtra.* ${pan}`))
  await expect(form.getByLabel('PAN')).toHaveValue(pan)
  await expect(form.getByLabel('State')).toHaveValue('27')
  await form.getByLabel('State').selectOption('24')
  await expect(gstin).toHaveAccessibleDescription(/begins with the number of another state/)
  await form.getByLabel('State').selectOption('27')
  await form.getByLabel('PIN code').fill('011001')
  await form.getByLabel('Mobile').fill(mobile)
  await form.getByRole('button', { name: 'Add the distributor' }).click()
  await expect(form.getByLabel('City')).toHaveAccessibleDescription(/a few words/)
  await expect(form.getByLabel('PIN code')).toHaveAccessibleDescription(/does not begin with 0/)
  await form.getByLabel('City').fill('Pune')
  await form.getByLabel('PIN code').fill('411001')
  await form.getByRole('button', { name: 'Add the distributor' }).click()
  await expect(drawer(page)).toHaveAccessibleName(`${name} (${code})`)
  await expect(drawer(page).getByText(maskGstin(right))).toBeVisible()
  await expect(drawer(page).getByText(maskPan(pan), { exact: true })).toBeVisible()
  expect(await page.content()).not.toContain(pan)
  await page.keyboard.press('Escape')
  await expect(page.getByRole('row', { name: code })).toContainText(maskGstin(right))
})

test('a code and a GSTIN that are another’s are told at their fields, and nothing typed is lost @all', async ({
  page,
}) => {
  const pan = newPan()
  const other = await madeFirm(pan)
  await signIn(page, 'admin', PAGE)
  await page.getByRole('button', { name: 'New distributor' }).click()
  const form = dialog(page, 'New distributor')
  await form.getByLabel('Code', { exact: true }).fill(other.code)
  await form.getByLabel('Name').fill('Another firm')
  await form.getByLabel('GSTIN').fill(gstinOf(pan))
  await form.getByLabel('City').fill('Nashik')
  await form.getByRole('button', { name: 'Add the distributor' }).click()
  await expect(form.getByLabel('Code', { exact: true })).toHaveAccessibleDescription(
    new RegExp(`${other.name}|already`),
  )
  await expect(form.getByLabel('GSTIN')).toHaveAccessibleDescription(
    new RegExp(`${other.code}|already`),
  )
  await page.keyboard.press('Escape')
  await expect(form).toBeHidden()
  await page.getByRole('button', { name: 'New distributor' }).click()
  await expect(form.getByLabel('City')).toHaveValue('Nashik')
  await form.getByLabel('Code', { exact: true }).fill(newFirm().code)
  await expect(form.getByLabel('Code', { exact: true })).not.toHaveAccessibleDescription(/already/)
})

test('what is stored is shown masked, and replaced or taken away, never shown in the form @all', async ({
  page,
}) => {
  const [pan, next] = [newPan(), newPan()]
  const firm = await madeFirm(pan)
  await openFirm(page, 'almond team', firm)
  await drawer(page).getByRole('button', { name: 'Edit' }).click()
  const edit = dialog(page, `Edit ${firm.name}`)
  const [gstin, holder] = [
    edit.getByRole('group', { name: 'GSTIN' }),
    edit.getByRole('group', { name: 'PAN' }),
  ]
  await expect(gstin).toContainText(maskGstin(gstinOf(pan)))
  await edit.getByLabel('State').selectOption('24')
  await edit.getByRole('button', { name: 'Save' }).click()
  await expect(edit.getByLabel('State')).toHaveAccessibleDescription(/number of another state/)
  await edit.getByLabel('State').selectOption('27')
  await holder.getByRole('button', { name: 'Remove' }).click()
  await expect(holder.getByText('take both away, or neither')).toBeVisible()
  await holder.getByRole('button', { name: 'Keep it' }).click()
  await gstin.getByRole('button', { name: 'Replace' }).click()
  await expect(edit.getByLabel('New GSTIN')).toBeFocused()
  await edit.getByRole('button', { name: 'Save' }).click()
  await expect(edit.getByLabel('New GSTIN')).toHaveAccessibleDescription(/Type the new GSTIN/)
  await edit.getByLabel('New GSTIN').fill(gstinOf(next))
  await expect(edit.getByLabel('New PAN')).toHaveValue(next)
  await edit.getByLabel('Territory (optional)').selectOption('West')
  await edit.getByRole('button', { name: 'Save' }).click()
  await expect(edit).toBeHidden()
  await expect(drawer(page).getByText(maskGstin(gstinOf(next)), { exact: true })).toBeVisible()
  await expect(drawer(page).getByText('West', { exact: true })).toBeVisible()
  await drawer(page).getByRole('button', { name: 'Edit' }).click()
  await gstin.getByRole('button', { name: 'Remove' }).click()
  await holder.getByRole('button', { name: 'Remove' }).click()
  await edit.getByRole('button', { name: 'Save' }).click()
  await expect(edit).toBeHidden()
  await expect(drawer(page).getByText('Not on record').first()).toBeVisible()
  const read = await asStaff('admin', `distributors/${firm.distributorId}`)
  const left = getDistributor.response.parse(read)
  expect([left.gstin, left.pan, left.territory]).toEqual([null, null, 'West'])
})

test('a GSTIN is revealed with a reason, by those who may, and the record tells of it @all', async ({
  page,
}) => {
  const pan = newPan()
  const firm = await madeFirm(pan)
  await openFirm(page, 'cs', firm)
  await drawer(page).getByRole('button', { name: 'Reveal the GSTIN' }).click()
  const ask = dialog(page, 'Reveal the GSTIN')
  await ask.getByRole('button', { name: 'Reveal', exact: true }).click()
  await expect(ask.getByText('Write the reason in a few words.')).toBeVisible()
  await ask.getByLabel('Reason').fill('The invoice shows another one')
  await page.keyboard.press('Enter')
  await expect(drawer(page).getByRole('button', { name: `Copy ${gstinOf(pan)}` })).toBeVisible()
  const events = drawer(page).getByRole('list', { name: 'What staff did' })
  await expect(events).toContainText('GSTIN shown in full')
  await expect(events).toContainText('The invoice shows another one')
  await drawer(page).getByRole('button', { name: 'Hide the GSTIN' }).click()
  await expect(drawer(page).getByText(gstinOf(pan))).toHaveCount(0)
  await expect(drawer(page).getByText(maskGstin(gstinOf(pan)))).toBeVisible()
  await openFirm(page, 'sub admin', firm)
  await expect(drawer(page).getByText(maskGstin(gstinOf(pan)))).toBeVisible()
  await expect(drawer(page).getByRole('button', { name: /^Reveal/ })).toHaveCount(0)
})

test('a distributor is deactivated and taken back with a reason, and its like by PAN is one step away @all', async ({
  page,
}) => {
  const pan = newPan()
  const firm = await madeFirm(pan)
  const body = { ...newFirm(pan), state: 24, gstin: gstinOf(pan, '24') }
  const like = createDistributor.response.parse(await asStaff('admin', 'distributors', body))
  await openFirm(page, 'admin', firm)
  await drawer(page).getByRole('button', { name: 'Deactivate' }).click()
  const end = dialog(page, `Deactivate ${firm.name}`)
  await end.getByLabel('Reason').fill('The firm was closed')
  await end.getByRole('button', { name: 'Deactivate' }).click()
  await expect(end).toBeHidden()
  await expect(drawer(page).getByRole('button', { name: 'Reactivate' })).toBeVisible()
  await expect(drawer(page).getByText('Left because')).toBeVisible()
  const back = dialog(page, `Reactivate ${firm.name}`)
  await drawer(page).getByRole('button', { name: 'Reactivate' }).click()
  await back.getByLabel('Reason').fill('It was the other shop')
  await back.getByRole('button', { name: 'Reactivate' }).click()
  await expect(drawer(page).getByText('Left because')).toHaveCount(0)
  await drawer(page)
    .getByRole('link', { name: `${like.name} (${like.code})` })
    .click()
  await expect(drawer(page)).toHaveAccessibleName(`${like.name} (${like.code})`)
})

test('the filters stand in the address and survive a reload; a role that looks on has no buttons @all', async ({
  page,
}) => {
  const firm = await madeFirm()
  await signIn(page, 'hod', PAGE)
  await filter(page, /^State/).click()
  await page.getByRole('checkbox', { name: 'Maharashtra' }).click()
  await page.keyboard.press('Escape')
  await filter(page, /^Status/).click()
  await page.getByRole('checkbox', { name: 'Active', exact: true }).click()
  await page.keyboard.press('Escape')
  await page.keyboard.press('/')
  await page.keyboard.type(firm.mobile ?? '')
  await page.keyboard.press('Enter')
  await expect(page.locator('[data-row]')).toHaveCount(1)
  await page.reload()
  await expect(filter(page, /^State/)).toContainText('Maharashtra')
  await expect(page.locator('[data-row]')).toHaveCount(1)
  await page.locator('[data-row]').focus()
  await page.keyboard.press('Enter')
  await expect(drawer(page).getByText(firm.city)).toBeVisible()
  await expect(drawer(page).getByRole('button', { name: /^(Edit|Deact|Reveal)/ })).toHaveCount(0)
  await page.keyboard.press('Escape')
  await expect(page.locator('[data-row]')).toBeFocused()
  await expect(page.getByRole('button', { name: 'New distributor' })).toHaveCount(0)
})

test('the members of a distributor are one click away, as many as it says @all', async ({
  page,
}) => {
  const found = await asStaff('admin', 'distributors?sort=code&limit=200')
  const busy = listDistributors.response.parse(found).items.find(({ members }) => members > 0)
  if (!busy) throw new Error('No distributor of the demo has members.')
  await signIn(page, 'cs', `${PAGE}?q=${busy.code}`)
  await page.getByRole('row', { name: busy.code }).getByRole('link').last().click()
  await expect(page).toHaveURL(new RegExp(`/dashboard/users\\?distributor=${busy.distributorId}$`))
  const users = await asStaff('admin', `users?distributor=${busy.distributorId}&count=yes`)
  expect(listUsers.response.parse(users).count).toBe(busy.members)
  await expect(page.getByText(`${busy.members} member`)).toBeVisible()
})

test('a list that fails can be tried again, and one without firms says how to begin @all', async ({
  page,
}) => {
  const answers = '**/api/admin/distributors?**'
  const json = { code: 'internal', message: 'The database is away.', requestId: 'r-78' }
  await page.route(answers, (route) => route.fulfill({ status: 500, json }))
  await signIn(page, 'admin', PAGE)
  await expect(page.getByText('The database is away.')).toBeVisible()
  await page.unroute(answers)
  await page.getByRole('button', { name: 'Try again' }).click()
  await expect(page.locator('[data-row]').first()).toBeVisible()
  const empty = { items: [], next: null, previous: null, count: 0 }
  await page.route(answers, (route) => route.fulfill({ json: empty }))
  await page.reload()
  await expect(page.getByRole('heading', { name: 'No distributors yet' })).toBeVisible()
})

test.describe('usable by all @all', () => {
  test('the list with a firm', async ({ page }) => {
    const firm = await madeFirm()
    await expectUsableByAll(page, async () => {
      await openFirm(page, 'admin', firm)
      await expectNoSideways(page)
    })
  })
  test('a new firm, with errors', async ({ page }) => {
    await expectUsableByAll(page, async () => {
      await signIn(page, 'admin', PAGE)
      await page.getByRole('button', { name: 'New distributor' }).click()
      await page.getByRole('button', { name: 'Add the distributor' }).click()
      await expect(page.getByText('Choose a state.')).toBeVisible()
      await expectNoSideways(page)
    })
  })
  test('a firm that is edited', async ({ page }) => {
    const firm = await madeFirm()
    await expectUsableByAll(page, async () => {
      await openFirm(page, 'admin', firm)
      await drawer(page).getByRole('button', { name: 'Edit' }).click()
      const edit = dialog(page, `Edit ${firm.name}`)
      await edit.getByRole('button', { name: 'Remove' }).last().click()
      await expect(edit.getByText('take both away')).toBeVisible()
      await expectNoSideways(page)
    })
  })
})
