import type { PlantScanResult } from '../../../../../contract/programme/plant.ts'

/** How a result feels: the colour, the icon, the sound and the buzz go by it, beside its word. */
export type Tone = 'kept' | 'good' | 'again' | 'bad'

export const TONES: Record<PlantScanResult, Tone> = {
  activated: 'good',
  already_active: 'again',
  scanned: 'bad',
  blocked: 'bad',
  batch_blocked: 'bad',
  not_ready: 'bad',
  expired: 'bad',
  other_plant: 'bad',
  unknown: 'bad',
  undone: 'good',
  nothing_to_undo: 'again',
  id_taken: 'bad',
}
