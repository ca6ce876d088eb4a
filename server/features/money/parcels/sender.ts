import type { Db } from '../../../db/database.ts'
import { letterhead } from '../../platform/identity/index.ts'

export type Sender = { name: string; address: string | null }

/** Who sends parcels: the company with its address, or the programme's name until the company is set. */
export async function senderOf(db: Db): Promise<Sender> {
  const { legalName, title, address } = await letterhead(db)
  return { name: legalName ?? title, address: legalName === null ? null : address }
}
