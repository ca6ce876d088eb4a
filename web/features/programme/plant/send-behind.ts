import { useEffect } from 'react'
import { nameOf, readSession, staffIdOf, useSession } from '../../../lib/session.ts'
import { lineOf } from './scanning/scan-line.ts'

/** Sends what the scanning page kept also while another page of the section is open. */
export function useSendBehind(): void {
  const session = useSession()
  const staffId = session && staffIdOf(session)
  useEffect(() => {
    const now = readSession()
    if (staffId === null || !now) return undefined
    return lineOf({ staffId, name: nameOf(now) }).start()
  }, [staffId])
}
