import { setDocked } from '../../../../lib/dock.ts'
import { goOn } from './uploads.ts'
import { UploadsPanel } from './uploads-panel.tsx'

/** Goes on with uploads that the page was left in the middle of, and shows them as before. */
export async function goOnWithUploads(): Promise<void> {
  if (await goOn()) setDocked(<UploadsPanel />)
}
