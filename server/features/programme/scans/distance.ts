export const EARTH_RADIUS_KM = 6_371

export type Point = { lat: number; lng: number }

/** Great-circle distance in kilometres (haversine). */
export function kilometresBetween(from: Point, to: Point): number {
  const radians = (degrees: number) => (degrees * Math.PI) / 180
  const north = Math.sin(radians(to.lat - from.lat) / 2) ** 2
  const east = Math.sin(radians(to.lng - from.lng) / 2) ** 2
  const cosines = Math.cos(radians(from.lat)) * Math.cos(radians(to.lat))
  return 2 * EARTH_RADIUS_KM * Math.asin(Math.sqrt(Math.min(1, north + cosines * east)))
}
