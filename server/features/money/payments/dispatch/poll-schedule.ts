const DAY_MS = 86_400_000
/** A provider keeps a key for seven days (docs/payments.md): later the same request would pay again. */
const KEY_MS = 6 * DAY_MS
/** Money that arrived may come back within some days: then it is asked for, should nobody tell. */
const LOOK_BACK_DAYS = [1, 3, 7]

/** Whether the very same request may still be sent again under its key. */
export function isKeyKept({ sentAt }: { sentAt: Date | null }, now: Date): boolean {
  return sentAt !== null && now.getTime() - sentAt.getTime() < KEY_MS
}

/** When to look next whether money that arrived is still there; null once that is long ago. */
export function lookBackAt(processedAt: Date, now: Date): Date | null {
  const times = LOOK_BACK_DAYS.map((days) => new Date(processedAt.getTime() + days * DAY_MS))
  return times.find((at) => at > now) ?? null
}
