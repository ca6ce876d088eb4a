import { sql } from 'kysely'
import type { Db } from '../../../db/database.ts'

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
      'plant.shifts',
      'staff.language',
    ])
    .select(
      sql<boolean>`exists (select from worker_pin p where p.staff_id = w.staff_id)`.as('hasPin'),
    )
    .where('w.staff_id', '=', staffId)
    .executeTakeFirst()
}
