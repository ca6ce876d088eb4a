import { useEffect } from 'react'

const SCHEME = 'data-mantine-color-scheme'

/**
 * Paper is light, whatever the screen: while the page is printed, also from the browser's own menu, the
 * light scheme holds. Gives what prints it.
 */
export function usePrint(): () => void {
  useEffect(() => {
    const root = document.documentElement
    let screen: string | null = null
    const before = (): void => {
      screen ??= root.getAttribute(SCHEME)
      root.setAttribute(SCHEME, 'light')
    }
    const after = (): void => {
      if (screen !== null) root.setAttribute(SCHEME, screen)
      screen = null
    }
    window.addEventListener('beforeprint', before)
    window.addEventListener('afterprint', after)
    return () => {
      after()
      window.removeEventListener('beforeprint', before)
      window.removeEventListener('afterprint', after)
    }
  }, [])
  return () => window.print()
}
