/** A number of bytes in short: "640 kB", "1.2 MB". */
export function size(bytes: number): string {
  return bytes < 1_000_000
    ? `${Math.round(bytes / 1000)} kB`
    : `${(bytes / 1_000_000).toFixed(1)} MB`
}

/** How much of a whole is done, in per cent that never say more than there is. */
export function shareOf(done: number, total: number): number {
  return total === 0 ? 0 : Math.min(100, Math.floor((100 * done) / total))
}
