import { expect, test } from '@playwright/test'
import { generate } from 'otplib'
import sharp from 'sharp'
import { expectUsableByAll } from './axe.ts'
import { startOwnProgramme, type OwnProgramme } from './own-programme.ts'

const PASSWORD = 'long purple river 42'
let own: OwnProgramme
test.beforeAll(async () => {
  test.setTimeout(240_000)
  own = await startOwnProgramme()
})
test.afterAll(() => own?.stop())

test('from the printed set-up link to the dashboard with its checklist', async ({ page }) => {
  const missed: string[] = []
  page.on('pageerror', (error) => missed.push(error.message))
  await expectUsableByAll(page, async () => {
    await page.goto(own.link)
    await expect(page.getByLabel('Name of the programme')).toBeVisible()
  })
  await page.getByLabel('Name of the programme').fill('Shakti Rewards')
  const picture = { width: 320, height: 96, channels: 3, background: '#7a1f1f' } as const
  const buffer = await sharp({ create: picture }).png().toBuffer()
  const file = { name: 'logo.png', mimeType: 'image/png', buffer }
  await page.getByLabel('Picture of the logo').setInputFiles(file)
  await expect(page.getByRole('img', { name: 'Logo of the programme' })).toBeVisible()
  await page.getByLabel('Support telephone').fill('1800')
  await page.getByRole('button', { name: 'Continue' }).click()
  await expect(page.getByText('Enter a telephone number such as')).toBeVisible()
  await page.getByLabel('Support telephone').fill('1800 123 4567')
  await page.getByRole('button', { name: 'Continue' }).click()

  await page.getByLabel('Name', { exact: true }).fill('Asha Rao')
  await page.getByLabel('E-mail').fill('asha@shakti.example')
  await page.getByLabel('New password').fill(PASSWORD)
  await page.getByLabel('Confirm password').fill(PASSWORD)
  await page.getByRole('button', { name: 'Continue' }).click()

  // Whoever leaves here comes back to the same step, with the same secret.
  const key = page.getByText(/^([A-Z2-7]{4} ){7}[A-Z2-7]{4}$/)
  const before = await key.innerText()
  await page.reload()
  await expect(key).toHaveText(before)
  const secret = before.replaceAll(' ', '')
  await page.getByRole('textbox', { name: 'Code' }).fill('000000')
  await page.getByRole('button', { name: 'Finish' }).click()
  await expect(page.getByText(/This code does not fit/)).toBeVisible()
  await page.getByRole('textbox', { name: 'Code' }).fill(await generate({ secret }))
  await page.getByRole('button', { name: 'Finish' }).click()
  await expect(
    page.getByRole('list', { name: 'Recovery codes' }).getByRole('listitem'),
  ).toHaveCount(10)
  await page.getByRole('button', { name: 'I have kept them' }).click()

  const checklist = page.getByRole('region', { name: 'Set up your programme' })
  await expect(checklist.getByText('1 of 10 done.')).toBeVisible()
  const home = page.getByRole('link', { name: 'Shakti Rewards, to the dashboard' })
  await expect(home.locator('img')).toBeVisible()
  await checklist.getByRole('link', { name: 'Try how payments are made' }).click()
  await page.getByRole('button', { name: 'Pay by bank file' }).click()
  await expect(page.getByText('Payments go by bank file. Asha Rao')).toBeVisible()
  await expect(checklist.getByText('2 of 10 done.')).toBeVisible()

  const section = page.url()
  await expectUsableByAll(page, async () => {
    await page.goto(section)
    await expect(page.getByRole('form', { name: 'Programme and company' })).toBeVisible()
  })

  await page.goto(own.link)
  await expect(page.getByRole('alert')).toContainText('the programme is set up. Sign in.')
  expect(missed).toEqual([])
})
