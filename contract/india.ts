import { z } from 'zod'

/** States and union territories by GST state code, with the ISO 3166-2:IN letters. */
export const STATES = [
  { id: 1, iso: 'JK', name: 'Jammu and Kashmir' },
  { id: 2, iso: 'HP', name: 'Himachal Pradesh' },
  { id: 3, iso: 'PB', name: 'Punjab' },
  { id: 4, iso: 'CH', name: 'Chandigarh' },
  { id: 5, iso: 'UK', name: 'Uttarakhand' },
  { id: 6, iso: 'HR', name: 'Haryana' },
  { id: 7, iso: 'DL', name: 'Delhi' },
  { id: 8, iso: 'RJ', name: 'Rajasthan' },
  { id: 9, iso: 'UP', name: 'Uttar Pradesh' },
  { id: 10, iso: 'BR', name: 'Bihar' },
  { id: 11, iso: 'SK', name: 'Sikkim' },
  { id: 12, iso: 'AR', name: 'Arunachal Pradesh' },
  { id: 13, iso: 'NL', name: 'Nagaland' },
  { id: 14, iso: 'MN', name: 'Manipur' },
  { id: 15, iso: 'MZ', name: 'Mizoram' },
  { id: 16, iso: 'TR', name: 'Tripura' },
  { id: 17, iso: 'ML', name: 'Meghalaya' },
  { id: 18, iso: 'AS', name: 'Assam' },
  { id: 19, iso: 'WB', name: 'West Bengal' },
  { id: 20, iso: 'JH', name: 'Jharkhand' },
  { id: 21, iso: 'OD', name: 'Odisha' },
  { id: 22, iso: 'CG', name: 'Chhattisgarh' },
  { id: 23, iso: 'MP', name: 'Madhya Pradesh' },
  { id: 24, iso: 'GJ', name: 'Gujarat' },
  { id: 26, iso: 'DH', name: 'Dadra and Nagar Haveli and Daman and Diu' },
  { id: 27, iso: 'MH', name: 'Maharashtra' },
  { id: 29, iso: 'KA', name: 'Karnataka' },
  { id: 30, iso: 'GA', name: 'Goa' },
  { id: 31, iso: 'LD', name: 'Lakshadweep' },
  { id: 32, iso: 'KL', name: 'Kerala' },
  { id: 33, iso: 'TN', name: 'Tamil Nadu' },
  { id: 34, iso: 'PY', name: 'Puducherry' },
  { id: 35, iso: 'AN', name: 'Andaman and Nicobar Islands' },
  { id: 36, iso: 'TS', name: 'Telangana' },
  { id: 37, iso: 'AP', name: 'Andhra Pradesh' },
  { id: 38, iso: 'LA', name: 'Ladakh' },
] as const

const STATE_NAMES = new Map<number, string>(STATES.map((state) => [state.id, state.name]))

export function stateName(id: number | null): string {
  return (id !== null && STATE_NAMES.get(id)) || 'Unknown'
}

export const stateId = z.coerce
  .number({ error: 'Choose a state.' })
  .int()
  .refine((id) => STATE_NAMES.has(id), 'This is not an Indian state or union territory.')

/** An Indian mobile number; accepts +91, 0 and spaces, gives the ten digits. */
export const mobile = z
  .string({ error: 'Enter a mobile number.' })
  .max(20, 'A mobile number has ten digits.')
  .transform((text) => text.replace(/[\s-]/g, '').replace(/^(\+91|91(?=\d{10}$)|0(?=\d{10}$))/, ''))
  .refine(
    (digits) => /^[6-9]\d{9}$/.test(digits),
    'Enter a mobile number of ten digits that begins with 6, 7, 8 or 9.',
  )
