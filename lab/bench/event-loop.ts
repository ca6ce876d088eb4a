/**
 * Milliseconds of the longest turn of the event loop, in CPU time of its thread: what other programs
 * take of the cores meanwhile is no hold of ours.
 */
export function watchTurns() {
  const cpuMs = () => {
    const { user, system } = process.threadCpuUsage()
    return (user + system) / 1000
  }
  let [longest, last, watching] = [0, cpuMs(), true]
  const turn = () => {
    const now = cpuMs()
    longest = Math.max(longest, now - last)
    last = now
    if (watching) setImmediate(turn)
  }
  setImmediate(turn)
  return {
    longest() {
      watching = false
      return longest
    },
  }
}
