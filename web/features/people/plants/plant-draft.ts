import { USUAL_SHIFTS, type PlantShifts } from '../../../../contract/people/shifts.ts'
import {
  plantFields,
  type PlantDetail,
  type PlantFields,
} from '../../../../contract/people/plants.ts'

const TEXTS = ['code', 'name', 'city', 'address', 'pincode', 'gstin'] as const
export type TextName = (typeof TEXTS)[number]
export type PlantDraft = Record<TextName, string> & {
  /** The number of a state; empty until one is chosen. */
  state: string
  /** One name a line. */
  lines: string
  shifts: PlantShifts
}

export function draftOf(plant: PlantDetail | undefined): PlantDraft {
  return {
    code: plant?.code ?? '',
    name: plant?.name ?? '',
    city: plant?.city ?? '',
    address: plant?.address ?? '',
    pincode: plant?.pincode ?? '',
    gstin: plant?.gstin ?? '',
    state: plant ? String(plant.state) : '',
    lines: plant?.lines.join('\n') ?? '',
    shifts: plant?.shifts ?? USUAL_SHIFTS,
  }
}

const orNull = (text: string): string | null => text.trim() || null

export const bodyOf = (draft: PlantDraft): PlantFields => ({
  code: draft.code,
  name: draft.name,
  // Nothing chosen is no number, which the schema refuses in its own words.
  state: draft.state === '' ? Number.NaN : Number(draft.state),
  city: draft.city,
  address: orNull(draft.address),
  pincode: orNull(draft.pincode),
  gstin: orNull(draft.gstin),
  lines: draft.lines.split('\n').flatMap((line) => line.trim() || []),
  shifts: draft.shifts,
})

/** What is wrong with one of the lines, which the field of all of them shows. */
export function linesError(draft: PlantDraft): string | undefined {
  const read = plantFields.shape.lines.safeParse(bodyOf(draft).lines)
  return read.error?.issues[0]?.message
}
