import type { SchemeDetail } from '../../../../contract/programme/schemes.ts'
import type { Simulating } from './use-simulate.ts'

export type ActProps = {
  scheme: SchemeDetail
  simulating: Simulating
  opened: boolean
  /** Told which scheme is to be shown now; undefined when none is left to show. */
  onMoved: (schemeId: number | undefined) => void
  onClose: () => void
}
