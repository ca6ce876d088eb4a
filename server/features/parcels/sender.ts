import { z } from 'zod'
import type { Db } from '../../db/database.ts'
import { settingOf } from './sender.queries.ts'

export type Sender = { name: string; address: string | null }

const company = z.object({ legalName: z.string().min(1), address: z.string().nullish() })

/** Who sends parcels: the company with its address, or the programme's name until the company is set. */
export async function senderOf(db: Db): Promise<Sender> {
  const { data } = company.safeParse(await settingOf(db, 'company'))
  if (!data) return { name: 'HIL loyalty programme', address: null }
  return { name: data.legalName, address: data.address || null }
}
