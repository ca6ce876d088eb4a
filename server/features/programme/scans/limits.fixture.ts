import type { ScanLimits } from './world.ts'

const NEVER = 1_000_000

/** Limits that no test meets unless it says so; but for the fastest way, which none comes near. */
export const WIDE_LIMITS: ScanLimits = {
  scansPerDay: NEVER,
  wrongCodesPerDay: NEVER,
  membersPerDevice: NEVER,
  serialsPerPlace: NEVER,
  fastestKmh: 300,
  fastestFromKm: 200,
  scansWithoutPlace: NEVER,
  scansWithoutDevice: NEVER,
  scansOnNewDevices: NEVER,
  clockAheadMinutes: NEVER,
  keptOfflineHours: 168,
  farFromDestinationKm: NEVER,
}
