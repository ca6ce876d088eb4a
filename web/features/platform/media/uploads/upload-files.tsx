import { setDocked } from '../../../../lib/dock.ts'
import { addFiles } from './uploads.ts'
import { UploadsPanel } from './uploads-panel.tsx'

/** Uploads files and shows in the corner of every page how far they are; see `addFiles`. */
export function uploadFiles(...given: Parameters<typeof addFiles>): number {
  setDocked(<UploadsPanel />)
  return addFiles(...given)
}
