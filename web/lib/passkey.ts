import {
  newPasskey,
  usedPasskey,
  type NewPasskey,
  type UsedPasskey,
} from '../../contract/platform/passkeys.ts'

type Options = { challenge: string }

/** The browser closed its dialog, or the person did. */
export class PasskeyCancelled extends Error {}

async function asked<T>(act: () => Promise<Credential | null>, read: (json: unknown) => T) {
  const credential = await act().catch((reason: unknown) => {
    if (reason instanceof DOMException) throw toldOf(reason)
    throw reason
  })
  if (!(credential instanceof PublicKeyCredential)) throw new PasskeyCancelled()
  return read(credential.toJSON())
}

/** The browser's own words name things that people do not know. */
function toldOf({ name }: DOMException): Error {
  switch (name) {
    case 'InvalidStateError':
      return new Error('This device has a passkey of yours already.')
    case 'SecurityError':
      return new Error('This browser allows no passkey at this address.')
    default:
      return new PasskeyCancelled()
  }
}

/** Has the browser make a passkey; throws PasskeyCancelled where the person does not. */
export const makePasskey = (options: Options): Promise<NewPasskey> =>
  asked(
    () =>
      navigator.credentials.create({
        publicKey: PublicKeyCredential.parseCreationOptionsFromJSON(
          options as PublicKeyCredentialCreationOptionsJSON,
        ),
      }),
    (json) => newPasskey.parse(json),
  )

/** Has the person choose and use a passkey; throws PasskeyCancelled where the person does not. */
export const askPasskey = (options: Options): Promise<UsedPasskey> =>
  asked(
    () =>
      navigator.credentials.get({
        publicKey: PublicKeyCredential.parseRequestOptionsFromJSON(
          options as PublicKeyCredentialRequestOptionsJSON,
        ),
      }),
    (json) => usedPasskey.parse(json),
  )
