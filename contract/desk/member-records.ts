import { z } from 'zod'
import { belongsTo, ONE_OF_TWO } from '../belongs-to.ts'
import { pincode } from '../people/distributors.ts'
import { defineEndpoint, having } from '../endpoint.ts'
import { mobile, nameText, plainText, stateId } from '../india.ts'
import { language, memberKind } from '../people/members.ts'
import { wholeNumber } from '../paging.ts'
import { statesOfPincode } from '../people/pincodes.ts'
import { userDetail } from './users.ts'
import { seenVersion } from '../version.ts'

const tag = 'Users'
const params = z.object({ memberId: wholeNumber('Member') })

const latinName = z
  .string()
  .trim()
  .regex(/^[A-Za-z][A-Za-z .'-]{1,99}$/, 'Write the name in Latin letters, as on a PAN card.')
  .nullable()
  .optional()
const record = {
  name: nameText('The name', 100, 2),
  latinName,
  kind: memberKind,
  state: stateId,
  city: nameText('The city', 80, 2),
  pincode: pincode.nullable().optional(),
  language,
}

const placed = ({
  state,
  pincode: given,
}: {
  state: number
  pincode?: string | null | undefined
}) => !given || (statesOfPincode(given)?.includes(state) ?? true)
const MISPLACED = {
  path: ['pincode'],
  error: 'No PIN code in this state begins so. Look at both again.',
}

export const enrolUser = defineEndpoint({
  method: 'POST',
  path: '/api/admin/users',
  access: having('member.edit'),
  tag,
  summary: 'Enrol a member, who agrees to the notice at the first sign-in',
  body: z
    .object({ mobile, ...record, ...belongsTo })
    .refine(({ distributorCode, retailerCode }) => !distributorCode || !retailerCode, {
      path: ['retailerCode'],
      error: ONE_OF_TWO,
    })
    .refine(placed, MISPLACED),
  response: userDetail,
})

export const editUser = defineEndpoint({
  method: 'PUT',
  path: '/api/admin/users/:memberId',
  access: having('member.edit'),
  tag,
  summary:
    'Change the master record; a new name or type after KYC was accepted waits for another person',
  params,
  body: z
    .object({ ...record, version: seenVersion, reason: plainText('The reason', 300, 3).optional() })
    .refine(placed, MISPLACED),
  response: userDetail,
})
