import { expect, test, type Page } from '@playwright/test'
import { newSession, store } from './sign-in.ts'

// The authenticator of a phone in the browser: it has no finger to wait for.
async function withAuthenticator(page: Page): Promise<void> {
  const devtools = await page.context().newCDPSession(page)
  await devtools.send('WebAuthn.enable')
  await devtools.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      protocol: 'ctap2',
      transport: 'internal',
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
      automaticPresenceSimulation: true,
    },
  })
}

const openProfile = async (page: Page) => {
  await page.getByRole('button', { name: /^CS/ }).click()
  await page.getByRole('menuitem', { name: 'My profile' }).click()
  return page.getByRole('dialog', { name: 'My profile' })
}

test('a passkey is made after a password, opens the account without one, confirms who it is, and is removed', async ({
  page,
}) => {
  await withAuthenticator(page)
  // It is ended below.
  await store(page, await newSession(page.request, 'cs'))
  await page.goto('/dashboard/QrScanHistories')
  let profile = await openProfile(page)
  await profile.getByRole('button', { name: 'Add a passkey' }).click()
  await expect(page.getByText('The passkey is added. You can sign in with it.')).toBeVisible()
  await expect(profile.getByText(/^Made with Chrome on/)).toBeVisible()
  await profile.getByRole('button', { name: 'Close' }).click()

  await page.getByRole('button', { name: /^CS/ }).click()
  await page.getByRole('menuitem', { name: 'Logout' }).click()
  await page.getByRole('button', { name: 'Use a passkey' }).click()
  profile = await openProfile(page)
  await expect(profile.getByText(/last used/)).toBeVisible()
  // As five minutes later: the server asks again who it is.
  await page.route(
    '**/api/admin/my/passkeys/*',
    (route) =>
      route.fulfill({
        status: 403,
        json: { code: 'fresh_proof', message: 'Again', requestId: 'none' },
      }),
    { times: 1 },
  )
  await profile.getByRole('button', { name: 'Remove' }).click()
  const proof = page.getByRole('dialog', { name: 'Confirm it is you' })
  await proof.getByRole('button', { name: 'Use a passkey' }).click()
  await expect(page.getByText('The passkey is removed.')).toBeVisible()
  await expect(profile.getByText(/^Made with/)).toHaveCount(0)
})
