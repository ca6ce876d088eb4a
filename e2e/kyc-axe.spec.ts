import { expect, test, type Page } from '@playwright/test'
import { expectUsableByAll } from './axe.ts'
import { kycDetail } from '../contract/people/kyc.ts'
import type { KycMember } from './kyc-member.ts'
import {
  BASE,
  HISTORY,
  LOGS,
  QUEUE,
  WITH_BANK,
  card,
  held,
  openReview,
  review,
  submitted,
} from './kyc-review.ts'
import { newSession, signIn, store } from './sign-in.ts'

let member: KycMember

/** A decision and a revealed value, so that history and log have something to show. */
async function decided(token: string): Promise<void> {
  const { memberId } = await submitted()
  const post = async (act: string, body?: unknown): Promise<unknown> => {
    const answer = await fetch(`${BASE}/api/admin/kyc/${memberId}/${act}`, {
      method: 'POST',
      headers: {
        authorization: `Bearer ${token}`,
        ...(body !== undefined && { 'content-type': 'application/json' }),
      },
      body: JSON.stringify(body),
    })
    expect(answer.ok, act).toBe(true)
    return answer.json()
  }
  const detail = await post('open')
  await post('reveal', { field: 'pan', reason: 'To compare it with the card' })
  const fields = ['pan', 'aadhaar', 'upi', 'selfie'].map((field) => ({ field, accept: true }))
  await post('decision', { version: kycDetail.parse(detail).version, decision: 'approve', fields })
}

test.beforeAll(async ({ request }) => {
  test.setTimeout(120_000)
  const pan = 'AAAPZ1234C'
  await submitted({ pan })
  member = await submitted({ pan, bankName: 'Prakash Deshmukh', bankPages: 2 }, WITH_BANK)
  await decided((await newSession(request, 'admin')).token)
})

// A window that is shut takes its page with it at once: left first, it gives the submission back.
test.afterEach(({ page }) => page.goto('/icon.svg'))

const open = async (page: Page): Promise<void> => {
  await openReview(page, 'cs', member)
  await expect(page.getByRole('img', { name: 'PAN' })).toBeVisible()
}

test('the queue @all', async ({ page }) => {
  await expectUsableByAll(page, async () => {
    await signIn(page, 'cs', `${QUEUE}?q=${member.code}`)
    await expect(page.getByText('with 1 member')).toBeVisible()
  })
})
test('a review with verdicts @all', async ({ page }) => {
  await expectUsableByAll(page, async () => {
    await open(page)
    await page.keyboard.press('Shift+A')
    await page.keyboard.press('1')
    await page.keyboard.press('r')
    await page.keyboard.press('7')
    await expect(card(page, 'PAN')).toContainText('You refuse')
    await page.getByText('Format · Document').click()
  })
})
test('the reasons @all', async ({ page }) => {
  await expectUsableByAll(page, async () => {
    await open(page)
    await page.keyboard.press('r')
    await expect(page.getByRole('dialog', { name: 'Refuse PAN: why?' })).toBeVisible()
  })
})
test('the decision @all', async ({ page }) => {
  await expectUsableByAll(page, async () => {
    await open(page)
    for (const key of ['1', 'r', '1', '2', 'a', '3', 'a', '4', 'a']) {
      await page.keyboard.press(key)
    }
    await page.keyboard.press('Enter')
    await expect(page.getByRole('dialog', { name: 'Ask again for 1 field' })).toBeVisible()
  })
})
test('one that somebody else has @all', async ({ page, browser }) => {
  const other = await browser.newPage()
  await store(other, await newSession(other.request, 'admin'))
  await other.goto(review(member))
  await expect(held(other)).toBeVisible()
  await expectUsableByAll(page, async () => {
    await signIn(page, 'cs', review(member))
    await expect(page.getByRole('alert')).toContainText('has this open until')
  })
  await other.goto('/icon.svg')
  await other.close()
})
test('what is coming @all', async ({ page }) => {
  await page.route('**/api/admin/kyc/*/open', () => undefined)
  await expectUsableByAll(page, async () => {
    await signIn(page, 'cs', review(member))
    await expect(page.getByRole('status', { name: 'Loading' })).toBeVisible()
  })
})
test('one that cannot be shown @all', async ({ page }) => {
  await expectUsableByAll(page, async () => {
    await signIn(page, 'cs', `${QUEUE}?open=999999999`)
    await expect(page.getByRole('alert')).toContainText('was not found')
  })
})
test('the history with a decision open @all', async ({ page }) => {
  await expectUsableByAll(page, async () => {
    await signIn(page, 'admin', HISTORY)
    await page.locator('[data-row]').first().click()
    await expect(page.getByRole('dialog', { name: 'KYC' })).toContainText('What happened')
  })
})
test('the log with a member open @all', async ({ page }) => {
  await expectUsableByAll(page, async () => {
    await signIn(page, 'hod', `${LOGS}?action=revealed`)
    await page.locator('[data-row]').first().click()
    await expect(page.getByRole('dialog', { name: 'KYC log' })).toContainText('What happened')
  })
})
