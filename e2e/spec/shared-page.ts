import type { Page } from '@playwright/test'

/** Moves inside the application, as a link does: nothing is loaded again. */
export async function moveTo(page: Page, path: string): Promise<void> {
  await page.evaluate((to) => window.history.pushState({}, '', to), path)
}

/** Opens the profile menu, whose button shows the role. */
export async function openProfile(page: Page, roleName = 'Admin'): Promise<void> {
  await page.getByRole('button', { name: roleName, exact: true }).click()
}
