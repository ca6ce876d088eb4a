import type { Db } from '../db/database.ts'
import type { Origin, StaffCaller } from '../http/caller.ts'

/** Where the acts of the history come from. */
export const DEMO_ORIGIN: Origin = { requestId: 'demo', address: '127.0.0.1', userAgent: undefined }

export const emailOf = (user: string) => `${user}@hil.example`

/** Who does what in the history, as the services know a person who is signed in. */
export type DemoStaff = Awaited<ReturnType<typeof demoStaff>>
export type DemoUser = keyof DemoStaff

/** The accounts that are there, as callers. */
export async function demoCallers(db: Db): Promise<(user: string) => StaffCaller> {
  const rows = await db
    .selectFrom('staff')
    .select(['staff_id as staffId', 'email', 'name', 'role', 'plant_id as plantId'])
    .execute()
  return (user) => {
    const row = rows.find(({ email }) => email === emailOf(user))
    if (!row) throw new Error(`The demo has no account ${user}.`)
    return { ...row, kind: 'staff', sessionHash: Buffer.alloc(32), provedAt: Infinity }
  }
}

export async function demoStaff(db: Db) {
  const caller = await demoCallers(db)
  return {
    admin: caller('admin'),
    almond: caller('almond'),
    courier: caller('courier'),
    cs: caller('cs'),
    finance: caller('finance'),
    hod: caller('hod'),
    marketing: caller('marketing'),
    subadmin: caller('subadmin'),
    worker: caller('worker'),
    worker2: caller('worker2'),
    worker3: caller('worker3'),
    worker4: caller('worker4'),
  }
}
