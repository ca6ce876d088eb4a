import { readFileSync, readlinkSync } from 'node:fs'

/** What tells one process from every other that had or will have its pid. */
export type ProcessMark = { pid: number; start: string; boot: string; pidNamespace: string }

/** Null when the process is gone, is a zombie, or the system has no /proc. */
export function markOf(pid: number): ProcessMark | null {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8')
    // The command's name may hold spaces and brackets: the numbered fields begin after its last bracket.
    const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ')
    const [state, start] = [fields[0], fields[19]]
    if (state === 'Z' || state === 'X' || start === undefined) return null
    return {
      pid,
      start,
      boot: readFileSync('/proc/sys/kernel/random/boot_id', 'utf8').trim(),
      pidNamespace: readlinkSync('/proc/self/ns/pid'),
    }
  } catch {
    return null
  }
}

export function isAlive(mark: ProcessMark): boolean {
  const now = markOf(mark.pid)
  return (
    now !== null &&
    now.start === mark.start &&
    now.boot === mark.boot &&
    now.pidNamespace === mark.pidNamespace
  )
}
