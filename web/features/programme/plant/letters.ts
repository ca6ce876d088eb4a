import { useEffect, useState } from 'react'
import type { Language } from '../../../../contract/people/members.ts'

/** Longer than this nobody waits for letters: those of the phone stand there until they come. */
const MOST_MS = 400
const HINDI = ['400 16px Mukta', '600 16px Mukta']

const haveCome = (): boolean => HINDI.every((font) => document.fonts.check(font, '\u0915'))

/** Whether the page is to wait for the letters of its language, so that nothing moves as they come. */
export function useLetters(language: Language): boolean {
  const [waits, setWaits] = useState(() => language === 'hi' && !haveCome())
  useEffect(() => {
    if (!waits) return undefined
    const end = (): void => setWaits(false)
    const late = setTimeout(end, MOST_MS)
    void Promise.allSettled(HINDI.map((font) => document.fonts.load(font, '\u0915'))).then(end)
    return () => clearTimeout(late)
  }, [waits])
  return waits
}
