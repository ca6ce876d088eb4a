/**
 * Ids that the application makes, so that rows can name each other before any of them is written: 41
 * bits of milliseconds since 2025, 10 bits of writer slot, 12 bits of counter. They order by time and
 * fit a signed bigint until 2094; in JavaScript and JSON they are decimal strings.
 */
const EPOCH = Date.UTC(2025, 0, 1)
const COUNTER_LIMIT = 4096
export const MAX_SLOT = 1023
/** The slot of changes made by staff. No lock guards it: several processes may use it at once. */
export const STAFF_SLOT = 0

/** Makes the next id of its slot; `at` is the moment in milliseconds since 1970. */
export type MakeId = (at: number) => string

/**
 * Makes ids that never repeat within the process, also when the clock stands or steps back. Across
 * processes a slot above 0 belongs to one of them at a time. In slot 0 each millisecond begins
 * at a random place instead, so a meeting is unlikely: keys there must hold more than the id.
 */
export function idMaker(slot: number): MakeId {
  if (!Number.isInteger(slot) || slot < 0 || slot > MAX_SLOT) {
    throw new RangeError(`A writer slot is between 0 and ${MAX_SLOT}.`)
  }
  let millisecond = 0
  let counter = 0
  const begin = (at: number) => {
    millisecond = at
    counter = slot === STAFF_SLOT ? Math.floor(Math.random() * (COUNTER_LIMIT / 2)) : 0
  }
  return (at) => {
    if (at > millisecond) begin(at)
    else if (++counter === COUNTER_LIMIT) begin(millisecond + 1)
    return String((BigInt(millisecond - EPOCH) << 22n) | BigInt((slot << 12) | counter))
  }
}

const LARGEST = 2n ** 63n - 1n

/** The smallest id of a moment: what was made from then on has it or a larger one. */
export function firstIdAt(at: Date): string {
  const id = BigInt(Math.max(at.getTime() - EPOCH, 0)) << 22n
  return String(id > LARGEST ? LARGEST : id)
}

/** Ids made in one go with this one are below: 4,096 of them may run on into the next millisecond. */
export function endOfMoment(id: string): string {
  const end = BigInt(id) + (2n << 22n)
  return String(end > LARGEST ? LARGEST : end)
}

/** Whether a text from outside can be an id at all: digits that a bigint holds. */
export function isId(text: string): boolean {
  return /^\d{1,19}$/.test(text) && BigInt(text) <= LARGEST
}

let makeInSlotOfStaff = idMaker(STAFF_SLOT)

/** Ids of changes made by staff: one maker for the whole process, since slot 0 has no owner. */
export const makeStaffChangeId: MakeId = (at) => makeInSlotOfStaff(at)

/** For tests that play the past in a database of their own: begins as a new process does. */
export function restartStaffIds(): void {
  makeInSlotOfStaff = idMaker(STAFF_SLOT)
}
