import { setTimeout as delay } from 'node:timers/promises'
import { uploadKycDocument } from '../../../contract/kyc-submission.ts'
import { NOTICES } from '../../../contract/members.ts'
import type { TestServer } from '../../test/server.ts'

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

/**
 * Uploads a file for a field, as the member app does: a server that says it is busy is asked again,
 * because a machine that runs tests may well be.
 */
export async function upload(
  server: { url: string },
  token: string | undefined,
  file: Buffer,
  { type = 'image/jpeg', field = 'pan' } = {},
): Promise<Uploaded> {
  for (let tries = 1; ; tries++) {
    const began = performance.now()
    const answer = await fetch(`${server.url}${uploadKycDocument.path}?field=${field}`, {
      method: 'POST',
      headers: { ...(token && { authorization: token }), ...(type && { 'content-type': type }) },
      body: new Uint8Array(file),
    })
    // What a test expects of the body it says itself.
    const body = (await answer.json()) as Uploaded['body']
    const took = performance.now() - began
    if (answer.status !== 503 || tries === 20) return { status: answer.status, body, took }
    await delay(1000)
  }
}
