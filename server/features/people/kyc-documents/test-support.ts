import { uploadKycDocument } from '../../../../contract/people/kyc-submission.ts'
import { NOTICES } from '../../../../contract/people/members.ts'
import { patiently } from '../../../test/patiently.ts'
import type { TestServer } from '../../../test/server.ts'

/** A member who agreed to the KYC notice. */
export async function newMember(server: TestServer) {
  const member = await server.member()
  await server.db
    .insertInto('member_consent')
    .values({
      member_id: member.memberId,
      purpose: 'kyc',
      version: NOTICES.kyc.version,
      given_at: new Date(),
      withdrawn_at: null,
    })
    .execute()
  return member
}

type Uploaded = {
  status: number
  body: { documentId: string; pages: number; message: string }
  /** How long the answer took, in milliseconds. */
  took: number
}

/** Uploads a file for a field, as the member app does. */
export function upload(
  server: { url: string },
  token: string | undefined,
  file: Buffer,
  { type = 'image/jpeg', field = 'pan' } = {},
): Promise<Uploaded> {
  return patiently(async () => {
    const began = performance.now()
    const answer = await fetch(`${server.url}${uploadKycDocument.path}?field=${field}`, {
      method: 'POST',
      headers: { ...(token && { authorization: token }), ...(type && { 'content-type': type }) },
      body: new Uint8Array(file),
    })
    // What a test expects of the body it says itself.
    const body = (await answer.json()) as Uploaded['body']
    const took = performance.now() - began
    return { status: answer.status, body, took }
  })
}
