import type { StaffCaller } from '../../../http/caller.ts'
import { AppError } from '../../../lib/app-error.ts'

/** Who works, and where. Throws for staff of no plant. */
export function lineOf({ staffId, plantId }: StaffCaller): { staffId: number; plantId: number } {
  if (plantId === null) throw new AppError('forbidden', 'Your account belongs to no plant.')
  return { staffId, plantId }
}
