import { z } from 'zod'
import { defineEndpoint, having, member, signedIn } from '../endpoint.ts'
import { mobile, nameText, plainText, stateId, stateName } from '../india.ts'
import { wholeNumber } from '../paging.ts'
import { statesOfPincode } from './pincodes.ts'
import type { RedemptionState } from '../money/redemption-states.ts'
import { instant } from '../time.ts'

const redemptionId = z.string().regex(/^\d{1,19}$/, 'A redemption id is a number.')

/** Six digits that do not begin with 0; accepts a space or hyphen between them. */
export const pincode = z
  .string({ error: 'Enter the PIN code.' })
  .max(20, 'A PIN code has six digits.')
  .transform((text) => text.replace(/[\s-]/g, ''))
  .refine(
    (digits) => /^[1-9]\d{5}$/.test(digits),
    'A PIN code has six digits and does not begin with 0.',
  )

/** Labels are printed in one typeface, which has these scripts. */
const PRINTABLE = /^[\p{Script=Latin}\p{Script=Devanagari}\p{N}\p{P}\p{M}\p{Zs}+|°₹\u200c\u200d]*$/u

/** One line of a label. */
const printed = (label: string, longest: number, shortest = 0) =>
  nameText(label, longest, shortest).refine(
    (text) => PRINTABLE.test(text),
    `${label}: use English or Hindi letters on one line. Labels cannot print others.`,
  )

/** A postal address in India. */
export const address = z
  .object({
    recipient: printed('The name', 80, 2),
    line1: printed('House and street', 100, 3),
    line2: printed('Area', 100).optional(),
    landmark: printed('The landmark', 80).optional(),
    pincode,
    city: printed('The city', 60, 2),
    state: stateId,
    phone: mobile,
  })
  .check(({ value, issues }) => {
    const states = statesOfPincode(value.pincode)
    if (states === null || states.includes(value.state)) return
    issues.push({
      code: 'custom',
      path: ['pincode'],
      message: `PIN codes that begin with ${value.pincode.charAt(0)} are not in ${stateName(value.state)}. Check the PIN code and the state.`,
      input: value.pincode,
    })
  })
export type Address = z.infer<typeof address>
export type AddressInput = z.input<typeof address>

/** What those see who do not dispatch. */
export const addressPlace = z.object({
  city: z.string(),
  state: z.number().int(),
  pincode: z.string(),
})
export type AddressPlace = z.infer<typeof addressPlace>

/** `Pune, Maharashtra 411001`. */
export const placeInWords = ({ city, state, pincode: code }: AddressPlace): string =>
  `${city}, ${stateName(state)} ${code}`

/** While the gift of a redemption stands here, its address may be given and corrected. */
export const ADDRESS_OPEN: readonly RedemptionState[] = ['requested', 'approved', 'failed']

const given = {
  setAt: instant,
  /** Who gave or last corrected it: a member of staff by name, or null for the member. */
  setBy: z.string().nullable(),
}
/** As its member sees it. `byStaff`: staff gave it or corrected it last. */
export const myAddress = z.object({
  recipient: z.string(),
  line1: z.string(),
  line2: z.string().nullable(),
  landmark: z.string().nullable(),
  ...addressPlace.shape,
  phone: z.string(),
})
export type FullAddress = z.infer<typeof myAddress>
export const myRedemptionAddress = myAddress.extend({ setAt: instant, byStaff: z.boolean() })

/** As those see it who do not dispatch. */
export const redemptionPlace = addressPlace.extend(given)

// ── PIN codes ──
const pincodeTag = 'PIN codes'
/** Where a PIN code is. Of one that lies in several districts, where most of its post offices are. */
export const pincodePlace = z.object({
  pincode: z.string(),
  /** The district, which a person may correct to the town. */
  city: z.string(),
  state: z.number().int(),
})
export type PincodePlace = z.infer<typeof pincodePlace>
const pincodeParams = z.object({ pincode })

export const lookUpPincode = defineEndpoint({
  method: 'GET',
  path: '/api/admin/pincodes/:pincode',
  access: signedIn,
  tag: pincodeTag,
  summary: 'City and state of a PIN code; an ETag tells when nothing changed',
  params: pincodeParams,
  tagged: true,
  response: pincodePlace,
})

export const lookUpMyPincode = defineEndpoint({
  method: 'GET',
  path: '/api/member/pincodes/:pincode',
  access: member,
  tag: pincodeTag,
  summary: 'City and state of a PIN code; an ETag tells when nothing changed',
  params: pincodeParams,
  tagged: true,
  response: pincodePlace,
})

// ── the member's side ──
const tag = 'Member redemptions'

export const myLastAddress = defineEndpoint({
  method: 'GET',
  path: '/api/member/address',
  access: member,
  tag,
  summary: 'Where my last gift went, to offer it again; null before the first',
  response: z.object({ address: myAddress.nullable() }),
})

export const correctMyAddress = defineEndpoint({
  method: 'PUT',
  path: '/api/member/redemptions/:redemptionId/address',
  access: member,
  tag,
  summary: 'Give or correct the address of a gift, until its parcel leaves',
  params: z.object({ redemptionId }),
  body: z.object({ address }),
  response: z.object({ address: myRedemptionAddress }),
})

// ── staff ──
const adminTag = 'Addresses'
const params = z.object({ redemptionId })

export const lastPlaceOf = defineEndpoint({
  method: 'GET',
  path: '/api/admin/users/:memberId/last-address',
  access: having('redemption.request'),
  tag: adminTag,
  summary: 'Where the last gift of a member went: city, state and PIN code; null before the first',
  params: z.object({ memberId: wholeNumber('Member') }),
  response: z.object({ place: addressPlace.nullable() }),
})

export const setAddress = defineEndpoint({
  method: 'PUT',
  path: '/api/admin/redemptions/:redemptionId/address',
  access: having('address.edit'),
  tag: adminTag,
  summary: 'Give or correct the address of a gift, until its parcel leaves',
  params,
  body: z.object({ address, reason: plainText('The reason', 300, 3) }),
  response: z.object({ place: redemptionPlace }),
})

export const revealAddress = defineEndpoint({
  method: 'POST',
  path: '/api/admin/redemptions/:redemptionId/address/reveal',
  access: having('pii.reveal'),
  fresh: true,
  tag: adminTag,
  summary: 'Show the address of a gift in full; the reason is logged',
  params,
  body: z.object({ reason: plainText('The reason', 300, 3) }),
  response: z.object({ address: myAddress }),
})

export const parcelAddress = defineEndpoint({
  method: 'GET',
  path: '/api/admin/parcels/:redemptionId/address',
  access: having('dispatch.update'),
  tag: adminTag,
  summary: 'The address in full of a gift that is to go out, is on its way or came back',
  params,
  response: z.object({ address: myAddress.nullable() }),
})
