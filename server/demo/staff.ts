import type { Db } from '../db/database.ts'
import type { Origin, StaffCaller } from '../http/caller.ts'

/** Where the acts of the history come from. */
export const DEMO_ORIGIN: Origin = { requestId: 'demo', address: '127.0.0.1', userAgent: undefined }

export const emailOf = (user: string) => `${user}@hil.example`

/** Who does what in the history, as the services know a person who is signed in. */
export type DemoStaff = Awaited<ReturnType<typeof demoStaff>>
export type DemoUser = keyof DemoStaff

export async function demoStaff(db: Db) {
  const rows = await db
    .selectFrom('staff')
    .select(['staff_id as staffId', 'email', 'name', 'role', 'plant_id as plantId'])
    .execute()
  const caller = (user: string): StaffCaller => {
    const row = rows.find(({ email }) => email === emailOf(user))
    if (!row) throw new Error(`The demo has no account ${user}.`)
    return { ...row, kind: 'staff', sessionHash: Buffer.alloc(32), provedAt: Infinity }
  }
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
