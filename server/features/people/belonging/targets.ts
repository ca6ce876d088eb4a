import type { MemberKind } from '../../../../contract/people/members.ts'
import { ONE_OF_TWO } from '../../../../contract/belongs-to.ts'

export type Codes = {
  distributorCode?: string | null | undefined
  retailerCode?: string | null | undefined
}
type Firm = { distributorId: number; code: string; name: string; leftAt: Date | null }
type Shop = { memberId: number; code: string; kind: MemberKind; status: number }
export type Found = {
  distributors: ReadonlyMap<string, Firm>
  retailers: ReadonlyMap<string, Shop>
}

const ERASED = 2

/** Why a member of this type cannot belong to what the codes name; null where it can, or where none is. */
export function wrongTarget(
  { distributorCode, retailerCode }: Codes,
  kind: MemberKind,
  { distributors, retailers }: Found,
): { field: 'distributorCode' | 'retailerCode'; reason: string } | null {
  if (distributorCode && retailerCode) return { field: 'retailerCode', reason: ONE_OF_TWO }
  if (distributorCode) {
    const firm = distributors.get(distributorCode)
    if (!firm) return { field: 'distributorCode', reason: 'No distributor has this code.' }
    return firm.leftAt === null
      ? null
      : {
          field: 'distributorCode',
          reason: `${firm.name} (${firm.code}) is deactivated: nobody new can belong to it.`,
        }
  }
  if (!retailerCode) return null
  const shop = retailers.get(retailerCode)
  const reason = !shop
    ? 'No member has this code.'
    : shop.status === ERASED
      ? 'This retailer was erased: nobody new can belong to it.'
      : shop.kind !== 'retailer'
        ? `This member is a ${shop.kind}: members belong to a retailer or a distributor.`
        : kind === 'retailer'
          ? 'A retailer belongs to a distributor, not to another retailer.'
          : null
  return reason === null ? null : { field: 'retailerCode', reason }
}
