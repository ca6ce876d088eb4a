import { readFile } from 'node:fs/promises'
import { expect, type Download, type Locator, type Page } from '@playwright/test'
import { openPrintFile } from '../server/test/open-print-file.ts'

type Taken = { download: Download; name: string; bytes: Buffer }

/** Takes the file that the print dialog offers, opens it with the password that it shows, and closes it. */
export async function takePrintFile(page: Page, dialog: Locator): Promise<Taken> {
  const coming = page.waitForEvent('download')
  await dialog.getByRole('button', { name: 'Download' }).click()
  const download = await coming
  const password = await dialog.getByLabel('Password of the file').innerText()
  const file = await openPrintFile(await readFile(await download.path()), password)
  await dialog.getByRole('button', { name: 'I have kept it' }).click()
  await expect(dialog).toBeHidden()
  return { download, ...file }
}
