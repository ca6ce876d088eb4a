import { readFileSync } from 'node:fs'

/** Megabytes that a process holds for itself, and behind it each of its children. */
export function memoryOf(pid: number): number[] {
  const children = told(`${pid}/task/${pid}/children`).trim().split(' ')
  return [String(pid), ...children].map((one) => Math.round(ownMemoryOf(one) / 1024 / 1024))
}

export const sum = (parts: readonly number[]) => parts.reduce((total, part) => total + part, 0)

function told(file: string): string {
  try {
    return readFileSync(`/proc/${file}`, 'utf8')
  } catch {
    // It ended while we looked.
    return ''
  }
}

function ownMemoryOf(pid: string): number {
  const [, resident = 0, shared = 0] = told(`${pid}/statm`).split(' ').map(Number)
  return (resident - shared) * 4096
}

export type MemoryWatch = {
  /** What it held when the watch began. */
  before: readonly number[]
  /** The most that it held since. */
  most(): readonly number[]
  stop(): void
}

/** Looks at a process's memory 40 times a second. */
export function watchMemory(pid: number): MemoryWatch {
  const before = memoryOf(pid)
  let most = before
  const timer = setInterval(() => {
    const now = memoryOf(pid)
    if (sum(now) > sum(most)) most = now
  }, 25)
  return { before, most: () => most, stop: () => clearInterval(timer) }
}
