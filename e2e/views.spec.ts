import { expect, test, type Browser, type Locator, type Page } from '@playwright/test'
import { myViews, type SavedView } from '../contract/platform/views.ts'
import { expectUsableByAll } from './axe.ts'
import { newSession, signIn, store, type RoleName } from './sign-in.ts'

const SCANS = '/dashboard/QrScanHistories'
const VIEWS = '**/api/admin/views'
const PREFERENCES = '**/api/admin/list-looks/*'
const NO_PREFERENCES = { shown: [], hidden: [], widths: {}, compact: false, rows: null }

async function asked(page: Page, role: RoleName) {
  const { token } = await newSession(page.request, role)
  const headers = { authorization: token }
  const read = async () => {
    const answer = await page.request.get('/api/admin/views', { headers })
    return myViews.response.parse(await answer.json())
  }
  return { headers, read }
}

/** As if this person had never set up the scans: two accounts that no other test sees them with. */
async function forget(page: Page, role: RoleName): Promise<void> {
  const { headers, read } = await asked(page, role)
  await page.request.put('/api/admin/list-looks/scans', {
    headers,
    data: { preferences: NO_PREFERENCES },
  })
  for (const { viewId, mine } of (await read()).views) {
    if (mine) await page.request.delete(`/api/admin/views/${viewId}`, { headers })
  }
}

async function makeView(page: Page, role: RoleName, view: Partial<SavedView>): Promise<SavedView> {
  const { headers, read } = await asked(page, role)
  const data = { list: 'scans', filters: {}, preferences: NO_PREFERENCES, ...view }
  const answer = await page.request.post('/api/admin/views', { headers, data })
  expect(answer.ok(), await answer.text()).toBe(true)
  const found = (await read()).views.find(({ name }) => name === view.name)
  if (!found) throw new Error('The view is not there.')
  return found
}

test.beforeEach(async ({ page }) => {
  await forget(page, 'sub admin')
  await forget(page, 'hod')
})

const rows = (page: Page): Locator => page.locator('[data-row]')
const views = (page: Page): Locator => page.getByRole('button', { name: /^Views/ })
const menu = (page: Page): Locator => page.getByRole('dialog', { name: /^Views/ })
const edge = (page: Page, header: string): Locator =>
  page.getByRole('separator', { name: `Width of ${header}` })
const header = (page: Page, name: string): Locator =>
  page.getByRole('columnheader', { name, exact: true })
const widthOf = async (page: Page, name: string): Promise<number> =>
  (await header(page, name).boundingBox())?.width ?? 0

async function open(page: Page, query = '', role: RoleName = 'sub admin'): Promise<void> {
  await signIn(page, role, SCANS + query)
  await expect(rows(page).first()).toBeVisible()
}

async function choose(page: Page, filter: string, choice: string): Promise<void> {
  await page.getByRole('button', { name: filter, exact: true }).click()
  await page.getByRole('checkbox', { name: choice }).click()
  await page.keyboard.press('Escape')
}

async function setView(page: Page, act: (dialog: Locator) => Promise<void>): Promise<void> {
  await page.getByRole('button', { name: 'View', exact: true }).click()
  await act(page.getByRole('dialog', { name: 'View', exact: true }))
  await page.keyboard.press('Escape')
}

async function act(page: Page, label: string): Promise<void> {
  await views(page).click()
  await menu(page).getByRole('button', { name: label }).click()
}

/** A browser of its own: what it knows of a person comes from the server. */
async function elsewhere(browser: Browser, role: RoleName, path: string): Promise<Page> {
  const page = await (await browser.newContext()).newPage()
  await store(page, await newSession(page.request, role))
  await page.goto(path)
  await expect(rows(page).first()).toBeVisible()
  return page
}

test('a view is saved, opened, changed, updated, shared, seen by that role, and deleted @all', async ({
  page,
  browser,
}) => {
  test.slow()
  await open(page)
  await choose(page, 'Result', 'Blocked')
  await setView(page, (view) => view.getByRole('radio', { name: 'Compact' }).check())
  await act(page, 'Save view …')
  const saving = page.getByRole('dialog', { name: 'Save view' })
  await saving.getByRole('button', { name: 'Save' }).click()
  await expect(saving.getByText('The name is missing.')).toBeVisible()
  await saving.getByRole('textbox', { name: 'Name' }).fill('Blocked ones')
  await saving.getByRole('button', { name: 'Save' }).click()
  await expect(page.getByText('“Blocked ones” is saved.')).toBeVisible()
  await expect(views(page)).toBeFocused()
  await expect(views(page)).toHaveAccessibleName('Views: Blocked ones')
  await expect(page).toHaveURL(/result=blocked&view=\d+/)
  const address = page.url()

  await page.goto(SCANS)
  await setView(page, (view) => view.getByRole('radio', { name: 'Comfortable' }).check())
  await expect(views(page)).toHaveAccessibleName('Views')
  await act(page, 'Blocked ones')
  await expect(page).toHaveURL(address)
  await expect(page.getByRole('button', { name: 'Result Blocked' })).toBeVisible()
  await expect(page.getByRole('table')).toHaveAttribute('data-compact', 'true')

  await choose(page, 'Result Blocked', 'Expired')
  await setView(page, (view) => view.getByRole('checkbox', { name: 'Mobile' }).check())
  await expect(views(page)).toHaveAccessibleName('Views: Blocked ones changed')
  await page.reload()
  await expect(header(page, 'Mobile')).toBeVisible()
  await expect(views(page)).toHaveAccessibleName('Views: Blocked ones changed')
  await act(page, 'Show “Blocked ones” as saved')
  await expect(page).toHaveURL(address)
  await expect(header(page, 'Mobile')).toHaveCount(0)

  await choose(page, 'Result Blocked', 'Expired')
  await setView(page, (view) => view.getByRole('checkbox', { name: 'Mobile' }).check())
  await act(page, 'Update “Blocked ones”')
  await expect(page.getByText('“Blocked ones” is updated.')).toBeVisible()
  await expect(views(page)).toHaveAccessibleName('Views: Blocked ones')
  await act(page, 'Rename …')
  await page.getByRole('textbox', { name: 'Name' }).fill('Refused ones')
  await page.keyboard.press('Enter')
  await expect(views(page)).toHaveAccessibleName('Views: Refused ones')
  await act(page, 'Share with …')
  const sharing = page.getByRole('dialog', { name: 'Share “Refused ones”' })
  await expect(sharing.getByRole('checkbox', { name: 'Courier' })).toHaveCount(0)
  await sharing.getByRole('checkbox', { name: 'HOD' }).check()
  await sharing.getByRole('button', { name: 'Share' }).click()
  await expect(page.getByText('“Refused ones” is shared with HOD.')).toBeVisible()

  const other = await elsewhere(browser, 'hod', SCANS)
  await views(other).click()
  await expect(menu(other).getByRole('region', { name: 'My views' })).toHaveCount(0)
  const shared = menu(other).getByRole('region', { name: 'Shared with my role' })
  await shared.getByRole('button', { name: /^Refused ones by / }).click()
  await expect(other).toHaveURL(/result=blocked&result=expired&view=\d+/)
  await expect(header(other, 'Mobile')).toBeVisible()
  await setView(other, (view) => view.getByRole('checkbox', { name: 'Mobile' }).uncheck())
  await expect(views(other)).toHaveAccessibleName('Views: Refused ones changed')
  await views(other).click()
  await expect(menu(other).getByRole('button', { name: 'Show “Refused ones” as' })).toBeVisible()
  for (const label of ['Update', 'Rename', 'Share with …', 'Delete'])
    await expect(menu(other).getByRole('button', { name: label })).toHaveCount(0)

  await act(page, 'Delete …')
  const asking = page.getByRole('dialog', { name: 'Delete “Refused ones”?' })
  await expect(asking.getByText('It goes for everybody it is shared with.')).toBeVisible()
  await asking.getByRole('button', { name: 'Delete' }).click()
  await expect(views(page)).toHaveAccessibleName('Views')
  await expect(views(page)).toBeFocused()
  await other.reload()
  await expect(other.getByText('This view is not there any more')).toBeVisible()
  await other.getByRole('button', { name: 'Show the whole list' }).click()
  await expect(other).toHaveURL(new RegExp(`${SCANS}$`))
  await other.context().close()
})

test('columns are made wider by mouse and keyboard; widths, density and rows go with the person @all', async ({
  page,
  browser,
}) => {
  test.slow()
  await open(page)
  const [result, member] = [await widthOf(page, 'Result'), await widthOf(page, 'Member')]
  const at = await edge(page, 'Result').boundingBox()
  if (!at) throw new Error('There is no edge.')
  const [x, y] = [at.x + at.width / 2, at.y + at.height / 2]
  await page.mouse.move(x, y)
  await page.mouse.down()
  await page.mouse.move(x + 40, y, { steps: 4 })
  await page.mouse.move(x + 60, y, { steps: 4 })
  // It goes with the pointer, not only when it is let go.
  await expect.poll(() => widthOf(page, 'Result')).toBeCloseTo(result + 60, -1)
  await page.mouse.up()
  await expect.poll(() => widthOf(page, 'Result')).toBeCloseTo(result + 60, -1)
  // There is no room to share any more: the columns after it keep their own widths.
  await expect.poll(() => widthOf(page, 'Member')).toBeCloseTo(member, -1)
  await edge(page, 'Member').focus()
  await page.keyboard.press('ArrowRight')
  await page.keyboard.press('ArrowRight')
  await page.keyboard.press('ArrowLeft')
  await expect.poll(() => widthOf(page, 'Member')).toBeCloseTo(member + 16, -1)
  await expect
    .poll(async () => {
      const told = Number(await edge(page, 'Member').getAttribute('aria-valuenow'))
      return Math.abs(told - (await widthOf(page, 'Member')))
    })
    .toBeLessThan(2)
  await setView(page, (view) => view.getByRole('radio', { name: 'Compact' }).check())
  await page.getByRole('combobox', { name: 'Rows per page' }).selectOption('25')
  await expect(rows(page)).toHaveCount(25)
  const { read } = await asked(page, 'sub admin')
  await expect.poll(async () => (await read()).preferences.scans?.rows).toBe(25)

  const widthsOf = (where: Page) =>
    Promise.all([widthOf(where, 'Result'), widthOf(where, 'Member')])
  const kept = await widthsOf(page)
  const other = await elsewhere(browser, 'sub admin', SCANS)
  await expect(other.getByRole('table')).toHaveAttribute('data-compact', 'true')
  await expect(rows(other)).toHaveCount(25)
  await other.setViewportSize({ width: 1440, height: 900 })
  await expect.poll(() => widthsOf(other)).toEqual(kept)
  await other.context().close()

  await edge(page, 'Result').dblclick()
  await expect.poll(() => widthOf(page, 'Result')).toBeLessThan(kept[0] ?? 0)
  await edge(page, 'Member').press('Home')
  await expect.poll(() => widthOf(page, 'Member')).toBeCloseTo(48, 0)
  await edge(page, 'Member').press('Enter')
  await expect.poll(() => widthOf(page, 'Member')).toBeGreaterThan(100)
})

test('Escape leaves a width as it was, and a click on a header still orders the list @all', async ({
  page,
}) => {
  await open(page)
  const before = await widthOf(page, 'Result')
  await edge(page, 'Result').hover()
  await page.mouse.down()
  await page.mouse.move(700, 300, { steps: 3 })
  await expect.poll(() => widthOf(page, 'Result')).not.toBeCloseTo(before, -1)
  await page.keyboard.press('Escape')
  await page.mouse.up()
  await expect.poll(() => widthOf(page, 'Result')).toBeCloseTo(before, -1)
  await header(page, 'When').getByRole('button').click()
  await expect(header(page, 'When')).toHaveAttribute('aria-sort', 'ascending')
})

test('a server that fails loses nothing: it is kept in the browser and sent again @all', async ({
  page,
}) => {
  await open(page)
  await page.route(PREFERENCES, (route) => route.fulfill({ status: 500, json: {} }))
  await setView(page, async (view) => {
    await view.getByRole('radio', { name: 'Compact' }).check()
    await expect(view.getByText('The server does not take this for the moment.')).toBeVisible()
  })
  await page.reload()
  await expect(page.getByRole('table')).toHaveAttribute('data-compact', 'true')
  const { read } = await asked(page, 'sub admin')
  expect((await read()).preferences.scans?.compact).toBe(false)
  await page.unroute(PREFERENCES)
  await expect
    .poll(async () => (await read()).preferences.scans?.compact, { timeout: 20_000 })
    .toBe(true)
})

test('views that cannot be read leave the list as it is, and say so in the menu @all', async ({
  page,
}) => {
  await page.route(VIEWS, (route) => route.fulfill({ status: 500, json: {} }))
  await open(page)
  await views(page).click()
  await expect(menu(page).getByRole('alert')).toContainText('Your views could not be shown.')
  await page.unroute(VIEWS)
  await menu(page).getByRole('button', { name: 'Try again' }).click()
  await expect(menu(page).getByText('Set filters, order and columns')).toBeVisible()
})

test('the next person on this browser sees their own preferences, and mine is there when I come back @all', async ({
  page,
}) => {
  await open(page)
  await setView(page, (view) => view.getByRole('radio', { name: 'Compact' }).check())
  await expect(page.getByRole('table')).toHaveAttribute('data-compact', 'true')
  await open(page, '', 'hod')
  await expect(page.getByRole('table')).not.toHaveAttribute('data-compact')
  const { read } = await asked(page, 'hod')
  expect((await read()).preferences.scans?.compact).toBe(false)
  // Without an answer of the server: what this browser knows of the person stands at once.
  await page.route(VIEWS, () => undefined)
  await open(page)
  await expect(page.getByRole('table')).toHaveAttribute('data-compact', 'true')
})

test('a view with a filter that the list lost opens without it and says so @all', async ({
  page,
}) => {
  await makeView(page, 'sub admin', { name: 'Old', filters: { result: 'blocked' } })
  await page.route(VIEWS, async (route) => {
    const answer = await route.fetch()
    const told = myViews.response.parse(await answer.json())
    for (const view of told.views) view.filters = { ...view.filters, colour: 'red', state: 'x' }
    await route.fulfill({ json: told })
  })
  await open(page)
  await act(page, 'Old')
  await expect(page).toHaveURL(/\?result=blocked&view=\d+$/)
  await expect(
    page.getByText('holds filters that the list cannot use any more: “Colour”, “State”.'),
  ).toBeVisible()
  await expect(views(page)).toHaveAccessibleName('Views: Old')
})

test('an update from an older sight of the view is refused in words @all', async ({
  page,
  browser,
}) => {
  const { viewId } = await makeView(page, 'sub admin', { name: 'Mine' })
  await open(page, `?view=${viewId}`)
  await expect(views(page)).toHaveAccessibleName('Views: Mine')
  const other = await elsewhere(browser, 'sub admin', `${SCANS}?view=${viewId}`)
  await choose(other, 'Result', 'Blocked')
  await act(other, 'Update “Mine”')
  await expect(other.getByText('“Mine” is updated.')).toBeVisible()
  await other.context().close()
  await choose(page, 'Result', 'Expired')
  await act(page, 'Update “Mine”')
  await expect(page.getByText('This view was changed meanwhile')).toBeVisible()
  const { read } = await asked(page, 'sub admin')
  expect((await read()).views).toMatchObject([{ filters: { result: 'blocked' }, version: 2 }])
})

test('everything by keyboard, and the focus comes back', async ({ page }) => {
  await makeView(page, 'sub admin', { name: 'By hand', filters: { sort: 'oldest' } })
  await open(page)
  await views(page).focus()
  await page.keyboard.press('Enter')
  await expect(menu(page).getByRole('button', { name: 'By hand' })).toBeFocused()
  await page.keyboard.press('Escape')
  await expect(menu(page)).toBeHidden()
  await expect(views(page)).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(menu(page).getByRole('button', { name: 'By hand' })).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(/sort=oldest&view=\d+/)
  await expect(views(page)).toBeFocused()
  await page.keyboard.press('Enter')
  await menu(page).getByRole('button', { name: 'Rename …' }).press('Enter')
  await expect(page.getByRole('textbox', { name: 'Name' })).toBeFocused()
  await page.keyboard.press('Escape')
  await expect(page.getByRole('dialog', { name: 'Rename “By hand”' })).toBeHidden()
  await expect(views(page)).toBeFocused()
})

test('rows are selected with shift, by arrows, by Space and by clicks @all', async ({ page }) => {
  await open(page, '?limit=25')
  const boxes = page.getByRole('checkbox', { name: /^Select (?!all)/ })
  const selected = () =>
    boxes.evaluateAll((all) => all.filter((box) => box.matches(':checked')).length)
  await rows(page).first().focus()
  await page.keyboard.press('Shift+ArrowDown')
  await page.keyboard.press('Shift+ArrowDown')
  await expect(rows(page).nth(2)).toBeFocused()
  await expect.poll(selected).toBe(3)
  await page.keyboard.press('Shift+ArrowUp')
  await expect.poll(selected).toBe(2)
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('Shift+Space')
  await expect.poll(selected).toBe(5)
  await boxes.nth(9).click({ modifiers: ['Shift'] })
  await expect.poll(selected).toBe(10)
})

test('on a phone the menu and its dialogs fit @all', async ({ page }) => {
  await makeView(page, 'sub admin', {
    name: 'A name as long as a name may be, which is sixty characters..',
    sharedWith: ['hod', 'cs'],
  })
  await page.setViewportSize({ width: 320, height: 700 })
  await open(page)
  const fits = () =>
    page.evaluate(
      () => document.documentElement.scrollWidth <= document.documentElement.clientWidth,
    )
  await act(page, 'A name as long')
  await expect(views(page)).toHaveAccessibleName(/^Views: A name as long/)
  await expect.poll(() => fits()).toBe(true)
  await views(page).click()
  await expect(menu(page).getByText('shared with HOD, CS')).toBeVisible()
  await expect.poll(() => fits()).toBe(true)
  await menu(page).getByRole('button', { name: 'Share with …' }).click()
  await expect(page.getByRole('checkbox', { name: 'HOD' })).toBeChecked()
  await expect.poll(() => fits()).toBe(true)
})

const STATES: Record<string, (page: Page) => Promise<void>> = {
  'a changed view and its menu': async (page) => {
    const { read } = await asked(page, 'sub admin')
    const [made] = (await read()).views
    const view = made ?? (await makeView(page, 'sub admin', { name: 'A', sharedWith: ['cs'] }))
    await open(page, `?result=blocked&view=${view.viewId}`)
    await expect(views(page)).toHaveAccessibleName('Views: A changed')
    await views(page).click()
    await expect(menu(page).getByRole('button', { name: 'Rename …' })).toBeVisible()
  },
  'the saving of a view': async (page) => {
    await open(page)
    await act(page, 'Save view …')
    await page.getByRole('dialog').getByRole('button', { name: 'Save' }).click()
    await expect(page.getByText('The name is missing.')).toBeVisible()
  },
}
for (const [name, state] of Object.entries(STATES))
  test(`usable by all: ${name} @all`, ({ page }) => expectUsableByAll(page, () => state(page)))
