import { kilometresBetween, type Point } from './distance.ts'

type Area = readonly [south: number, north: number, west: number, east: number]

/**
 * The smallest rectangle around each state or union territory, in degrees, rounded outward. The
 * numbers are those of contract/india.ts.
 */
export const AREAS: Readonly<Record<number, Area>> = {
  1: [32.2, 35.2, 73.6, 77.0],
  2: [30.3, 33.3, 75.5, 79.1],
  3: [29.5, 32.6, 73.8, 77.0],
  4: [30.6, 30.9, 76.6, 76.9],
  5: [28.7, 31.5, 77.5, 81.1],
  6: [27.6, 31.0, 74.4, 77.7],
  7: [28.4, 28.9, 76.8, 77.4],
  8: [23.0, 30.2, 69.4, 78.3],
  9: [23.8, 30.5, 77.0, 84.7],
  10: [24.2, 27.6, 83.3, 88.3],
  11: [27.0, 28.2, 88.0, 89.0],
  12: [26.6, 29.6, 91.5, 97.5],
  13: [25.1, 27.1, 93.3, 95.3],
  14: [23.8, 25.7, 92.9, 94.8],
  15: [21.9, 24.6, 92.2, 93.5],
  16: [22.9, 24.6, 91.1, 92.4],
  17: [25.0, 26.2, 89.8, 92.9],
  18: [24.1, 28.0, 89.6, 96.1],
  19: [21.4, 27.3, 85.8, 89.9],
  20: [21.9, 25.4, 83.3, 87.9],
  21: [17.8, 22.6, 81.3, 87.5],
  22: [17.7, 24.2, 80.2, 84.4],
  23: [21.0, 26.9, 74.0, 82.9],
  24: [20.1, 24.8, 68.1, 74.5],
  26: [20.0, 20.8, 70.8, 73.3],
  27: [15.6, 22.1, 72.6, 80.9],
  29: [11.5, 18.5, 74.0, 78.6],
  30: [14.8, 15.9, 73.6, 74.4],
  31: [8.2, 12.4, 71.7, 74.1],
  32: [8.1, 12.9, 74.8, 77.5],
  33: [8.0, 13.6, 76.2, 80.4],
  34: [10.8, 16.9, 75.4, 82.4],
  35: [6.7, 13.7, 92.2, 94.3],
  36: [15.8, 20.0, 77.2, 81.4],
  37: [12.6, 19.2, 76.7, 84.8],
  38: [32.2, 36.0, 75.3, 79.6],
}

const within = (value: number, least: number, most: number) =>
  Math.min(Math.max(value, least), most)

/** How far a place lies outside a state; 0 within its rectangle, and of a state that is not known. */
export function kilometresOutside(state: number, place: Point): number {
  const area = AREAS[state]
  if (!area) return 0
  const [south, north, west, east] = area
  const nearest = { lat: within(place.lat, south, north), lng: within(place.lng, west, east) }
  return kilometresBetween(place, nearest)
}
