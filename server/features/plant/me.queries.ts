import type { Db, Tx } from '../../db/database.ts'

export async function workerById(db: Db, staffId: number) {
  return db
    .selectFrom('worker as w')
    .innerJoin('staff', 'staff.staff_id', 'w.staff_id')
    .innerJoin('plant', 'plant.plant_id', 'staff.plant_id')
    .select([
      'w.staff_id as staffId',
      'staff.name',
      'w.employee_code as employeeCode',
      'plant.plant_id as plantId',
      'plant.name as plantName',
      'w.shift',
      'w.language',
    ])
    .where('w.staff_id', '=', staffId)
    .executeTakeFirst()
}

export async function lockedLanguage(tx: Tx, staffId: number): Promise<'en' | 'hi' | undefined> {
  const row = await tx
    .selectFrom('worker')
    .select('language')
    .where('staff_id', '=', staffId)
    .forUpdate()
    .executeTakeFirst()
  return row?.language
}

export async function setLanguage(tx: Tx, staffId: number, language: 'en' | 'hi'): Promise<void> {
  await tx.updateTable('worker').set({ language }).where('staff_id', '=', staffId).execute()
}
