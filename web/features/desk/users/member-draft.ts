import type { AddressPlace } from '../../../../contract/people/addresses.ts'
import type { MemberBelonging } from '../../../../contract/people/belonging.ts'
import type { Language, MemberKind } from '../../../../contract/people/members.ts'
import type { UserDetail } from '../../../../contract/desk/users.ts'

export type BelongsDraft = {
  to: 'nobody' | 'distributor' | 'retailer'
  distributorCode: string
  retailerCode: string
}
export const NOBODY: BelongsDraft = { to: 'nobody', distributorCode: '', retailerCode: '' }

export type MemberDraft = {
  name: string
  latinName: string
  kind: MemberKind
  /** The number of a state; empty until one is chosen. */
  state: string
  city: string
  pincode: string
  language: Language
}
export const EMPTY_MEMBER: MemberDraft = {
  name: '',
  latinName: '',
  kind: 'mason',
  state: '',
  city: '',
  pincode: '',
  language: 'hi',
}

export const draftOf = (user: UserDetail): MemberDraft => ({
  name: user.name,
  latinName: user.latinName ?? '',
  kind: user.kind,
  state: String(user.state),
  city: user.city,
  pincode: user.pincode ?? '',
  language: user.language,
})

export const recordOf = (draft: MemberDraft) => ({
  ...draft,
  // Nothing chosen is no number, which the schema refuses in its own words.
  state: draft.state === '' ? Number.NaN : Number(draft.state),
  latinName: draft.latinName.trim() || null,
  pincode: draft.pincode.trim() || null,
})

/** The codes that are sent: of two that were typed, the one that is chosen. */
export const codesOf = ({ to, distributorCode, retailerCode }: BelongsDraft) => ({
  distributorCode: to === 'distributor' ? distributorCode : null,
  retailerCode: to === 'retailer' ? retailerCode : null,
})

/** What only the form knows: a choice that was begun and not made. */
export function openChoice({
  to,
  distributorCode,
  retailerCode,
}: BelongsDraft): Record<string, string> {
  if (to === 'distributor' && distributorCode === '') {
    return { distributorCode: 'Choose a distributor.' }
  }
  if (to === 'retailer' && retailerCode.trim() === '') {
    return { retailerCode: 'Enter the member code of the retailer.' }
  }
  return {}
}

/** As it stands today. */
export function belongsOf(known: MemberBelonging | undefined): BelongsDraft {
  const now = known?.history.find(({ toDay }) => toDay === null)
  if (now?.retailer) return { ...NOBODY, to: 'retailer', retailerCode: now.retailer.code }
  if (now?.distributor) {
    return { ...NOBODY, to: 'distributor', distributorCode: now.distributor.code }
  }
  return NOBODY
}

/** City and state of the PIN code, where none was entered; what was typed stays. */
export function placedBy(draft: MemberDraft, { city, state }: AddressPlace): MemberDraft {
  return { ...draft, city: draft.city || city, state: draft.state || String(state) }
}
