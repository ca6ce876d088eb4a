import { useLocalStorage } from '@mantine/hooks'
import type { Language } from '../../contract/people/members.ts'

/** Whether this phone goes on scanning by itself when the network is away. */
export function useAlwaysScanOffline(): [always: boolean, set: (always: boolean) => void] {
  const [always, set] = useLocalStorage({
    key: 'hil.scanOffline',
    defaultValue: false,
    getInitialValueInEffect: false,
  })
  return [always, set]
}

type Words = { once: string; always: string; about: string }

export const SCAN_OFFLINE_WORDS: Record<Language, Words> = {
  en: {
    once: 'Scan without network',
    always: 'Always on this phone',
    about: 'What you scan is kept on this phone and sent when the network is back.',
  },
  hi: {
    once: 'बिना नेटवर्क स्कैन करें',
    always: 'इस फ़ोन पर हमेशा',
    about: 'जो स्कैन करेंगे वह फ़ोन में रखा जाएगा और नेटवर्क आने पर भेजा जाएगा।',
  },
}
