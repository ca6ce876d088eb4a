import type { Generated } from 'kysely'
import type { PlantShifts } from '../../contract/people/shifts.ts'
import type { PointsChangeState } from '../../contract/programme/products.ts'
import type { Id } from './column-types.ts'

/** What the rest of the programme chooses from. */
export type MasterTables = {
  plant: {
    version: Generated<number>
    plant_id: Generated<number>
    code: string
    name: string
    state: number
    city: string
    address: string | null
    pincode: string | null
    gstin: string | null
    lines: Generated<string[]>
    shifts: Generated<PlantShifts>
    added_at: Date | null
    left_at: Date | null
    left_reason: string | null
  }
  product_group: {
    version: Generated<number>
    group_id: Generated<number>
    name: string
    added_at: Date | null
    left_at: Date | null
    left_reason: string | null
  }
  product: {
    version: Generated<number>
    product_id: Generated<number>
    code: string
    name: string
    product_group: string
    points: number
    gtin: string | null
    name_hi: string | null
    brand: string | null
    /** A decimal, which arrives as text. */
    pack_size: string | number | null
    pack_unit: string | null
    mrp_paise: Id | number | null
    media_id: number | null
    added_at: Date | null
    left_at: Date | null
    left_reason: string | null
  }
  product_points: {
    change_id: Generated<number>
    product_id: number
    from_day: string
    points: number
    state: PointsChangeState
    reason: string
    proposed_by: number
    proposed_at: Date
    decided_by: number | null
    decided_at: Date | null
  }
  territory: {
    version: Generated<number>
    territory_id: Generated<number>
    code: string
    name: string
    states: Generated<number[]>
    pin_prefixes: Generated<string[]>
    added_at: Date | null
    left_at: Date | null
    left_reason: string | null
  }
}
