/** The order with one of its members at another place, from 0; a place beyond the ends is the end. */
export function movedTo(order: readonly number[], id: number, place: number): number[] {
  if (!order.includes(id)) return [...order]
  const others = order.filter((one) => one !== id)
  const at = Math.max(0, Math.min(place, others.length))
  return [...others.slice(0, at), id, ...others.slice(at)]
}

/** Things in an order of their numbers; what the order does not name comes last, as it came. */
export function inOrder<T>(
  things: readonly T[],
  order: readonly number[],
  idOf: (thing: T) => number,
): T[] {
  const places = new Map(order.map((id, place) => [id, place]))
  const placeOf = (thing: T): number => places.get(idOf(thing)) ?? order.length
  return [...things].sort((a, b) => placeOf(a) - placeOf(b))
}
