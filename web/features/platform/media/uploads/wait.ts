/** Passes after so many milliseconds, or as soon as the device is online again. */
export function waitForNetwork(milliseconds: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    const done = new AbortController()
    const end = (act: () => void) => (): void => {
      clearTimeout(timer)
      done.abort()
      act()
    }
    const timer = setTimeout(end(resolve), milliseconds)
    window.addEventListener('online', end(resolve), { signal: done.signal })
    signal.addEventListener(
      'abort',
      end(() => reject(signal.reason as Error)),
      {
        signal: done.signal,
      },
    )
    if (signal.aborted) end(() => reject(signal.reason as Error))()
  })
}
