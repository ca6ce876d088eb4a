import type { UsedPasskey } from '../../../../contract/platform/passkeys.ts'
import type { Context } from '../../../context.ts'
import { transaction } from '../../../db/database.ts'
import type { StaffCaller } from '../../../http/caller.ts'
import { AppError, invalidField } from '../../../lib/app-error.ts'
import { verifyPassword } from '../../../lib/password.ts'
import { checkUse } from '../passkeys/index.ts'
import { forgetTries, takeTry } from '../throttle/index.ts'
import { checkCode } from '../two-factor/index.ts'
import { isProof, notYetWords } from './proof.ts'
import * as queries from './session.queries.ts'
import { OWN_LIMIT } from './sign-in-limits.ts'

type Proof = {
  password?: string | undefined
  code?: string | undefined
  passkey?: UsedPasskey | undefined
}

/** Takes the password, a code or a passkey of a signed-in person as proof of who it is; limited as signing in is. */
export async function prove(
  context: Context,
  caller: StaffCaller,
  { password, code, passkey }: Proof,
): Promise<void> {
  const { db } = context
  const { staffId, sessionHash } = caller
  const tries = `proof:${staffId}`
  await takeTry(db, tries, OWN_LIMIT)
  if (password !== undefined) await checkPassword(context, staffId, password)
  const used = passkey && (await checkOwn(context, staffId, passkey))
  await transaction(db, async (tx) => {
    await used?.noteUse(tx)
    if (code !== undefined) await checkCode(context, tx, staffId, code)
    await queries.setProved(tx, sessionHash, new Date())
  })
  await forgetTries(db, tries)
}

/** What is refused here is no reason to end the session, as it would be at signing in. */
async function checkOwn(context: Context, staffId: number, passkey: UsedPasskey) {
  const used = await checkUse(context, passkey).catch((error: unknown) => {
    throw error instanceof AppError && error.code === 'unauthenticated' ? notMine() : error
  })
  if (used.staffId !== staffId) throw notMine()
  return used
}

const notMine = (): AppError =>
  new AppError('invalid', 'This passkey does not open your account. Choose another one.')

async function checkPassword({ db }: Context, staffId: number, password: string): Promise<void> {
  const { hash, aloneAt } = await queries.passwordOf(db, staffId)
  if (!(await verifyPassword(password, hash))) {
    throw invalidField('password', 'This is not your password.')
  }
  if (aloneAt === null || isProof({ aloneAt }, new Date())) return
  throw invalidField('password', notYetWords(aloneAt))
}
