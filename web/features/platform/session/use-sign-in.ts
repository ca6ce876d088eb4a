import { useMutation } from '@tanstack/react-query'
import { useRouter } from '@tanstack/react-router'
import { useRef, useState } from 'react'
import { parseRole } from '../../../../contract/roles.ts'
import { errorOfFailure } from '../../../lib/api-error.ts'
import { storeSession } from '../../../lib/session.ts'
import { placeAfterSignIn } from '../../../shell/places.ts'
import type { Credentials } from './ask-session.ts'

type Check = (credentials: Credentials) => Partial<Credentials>

/** The rules and the API client come when the form is touched, so that the page itself is light. */
export const loadAsking = () =>
  import('./ask-session.ts').catch((reason: unknown) => {
    throw errorOfFailure(reason)
  })

/** One sign-in on its way at a time; afterwards the person is where the work was left, or at the first page. */
export function useSignIn(onRefused: (failure: Error) => void) {
  const router = useRouter()
  const sending = useRef(false)
  const [check, setCheck] = useState<Check>()
  const { mutate, isPending, error } = useMutation({
    mutationFn: async (credentials: Credentials | 'passkey') => {
      const { askSession, askSessionByPasskey, errorsOf } = await loadAsking()
      if (credentials !== 'passkey') {
        const found = errorsOf(credentials)
        setCheck(() => errorsOf)
        if (found.email || found.password) return
      }
      // The layout's code comes while the server looks at what was given.
      void import('../../../shell/layout.tsx')
      const session = await (credentials === 'passkey'
        ? askSessionByPasskey()
        : askSession(credentials))
      if (session === null) return
      storeSession(session)
      await router.navigate({ href: placeAfterSignIn(parseRole(session.userRole)), replace: true })
    },
    onError: onRefused,
    onSettled: () => {
      sending.current = false
    },
  })
  const signIn = (credentials: Credentials | 'passkey'): void => {
    if (sending.current) return
    sending.current = true
    mutate(credentials)
  }
  return { signIn, isPending, error, check }
}
