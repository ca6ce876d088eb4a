import { LANGUAGES } from '../../../../contract/people/members.ts'
import type { ProgrammeBody } from '../../../../contract/platform/programme.ts'
import type { SetupGuide } from '../../../../contract/people/setup.ts'
import type { Context } from '../../../context.ts'
import { sqlState, transaction, type Db, type Tx } from '../../../db/database.ts'
import type { UploadedFile } from '../../../http/upload.ts'
import { invalidField } from '../../../lib/app-error.ts'
import { hashPassword } from '../../../lib/password.ts'
import { writeAudit } from '../../platform/audit/index.ts'
import { beginSession, checkNewPassword, type SignedIn } from '../../platform/session/index.ts'
import { prepareAdmin, openAdmin } from '../staff/index.ts'
import { takeTry } from '../../platform/throttle/index.ts'
import { beginFor, confirmFor, unconfirmedOf } from '../../platform/two-factor/index.ts'
import { company, openLogo, writeLogo, writeProgramme } from '../../platform/identity/index.ts'
import * as links from './link.queries.ts'
import { countVisit, lockLink, type Visit } from './link.service.ts'

const FIRST_COLOUR = '#1f5eb8'
/** Guesses of the first code. */
const CODE_LIMIT = { free: 8, longestSeconds: 60, windowSeconds: 900 }

type Admin = { name: string; email: string; password: string }

/** Where the guide stands: what is stored, and the step to go on with. */
export async function guideOf(context: Pick<Context, 'vault'>, db: Db | Tx): Promise<SetupGuide> {
  const link = await links.linkRow(db)
  const about = await company(db)
  const person = link?.staffId == null ? undefined : await links.personOf(db, link.staffId)
  const isPrepared = person !== undefined && link?.preparedAt != null
  const unprepared = about.name === null ? 'programme' : 'admin'
  return {
    step: isPrepared ? 'code' : unprepared,
    programme: {
      name: about.name ?? '',
      colour: about.colour ?? FIRST_COLOUR,
      supportPhone: about.supportPhone,
      supportEmail: about.supportEmail,
      languages: about.languages.length > 0 ? about.languages : [...LANGUAGES],
    },
    logoUrl: about.logoUrl,
    admin: person ? { name: person.name, email: person.email } : null,
    twoFactor: isPrepared ? await unconfirmedOf(context, db, person) : null,
    expiresAt: (link?.expiresAt ?? new Date(0)).toISOString(),
  }
}

export async function setProgramme(
  context: Context,
  visit: Visit,
  programme: ProgrammeBody,
): Promise<SetupGuide> {
  return inGuide(context, visit, async (tx) => {
    await writeProgramme(context, tx, programme, changerOf(context, visit))
  })
}

/** The picture is opened only for whoever holds the link, and outside of the transaction. */
export async function setLogo(
  context: Context,
  visit: Visit,
  file: UploadedFile,
): Promise<SetupGuide> {
  await inGuide(context, visit, async () => {})
  const png = await openLogo(context, file)
  return inGuide(context, visit, (tx) => writeLogo(context, tx, png, changerOf(context, visit)))
}

/** Prepares the first administrator: an account that opens with its first code, and the secret of it. */
export async function setAdmin(
  context: Context,
  visit: Visit,
  { password, ...person }: Admin,
): Promise<SetupGuide> {
  await inGuide(context, visit, async () => {})
  await checkNewPassword(password, person, context.config.PASSWORD_MIN)
  const passwordHash = await hashPassword(password)
  return inGuide(context, visit, async (tx, { staffId }) => {
    const at = context.now()
    const prepared = await prepareAdmin(tx, { ...person, staffId, passwordHash, at }).catch(
      (error: unknown) => {
        if (sqlState(error) !== '23505') throw error
        throw emailTaken(person.email)
      },
    )
    if (prepared === null) throw emailTaken(person.email)
    await beginFor(context, tx, { staffId: prepared, email: person.email })
    await links.updateLink(tx, { staff_id: prepared, prepared_at: at })
    await writeAudit(tx, context.keys, {
      by: null,
      action: 'setup.admin_prepared',
      subject: 'staff',
      subjectId: prepared,
      after: person,
      requestId: visit.origin.requestId,
      at,
    })
  })
}

const emailTaken = (email: string) =>
  invalidField('email', `There is an account for ${email} already.`)

type Finished = SignedIn & { recoveryCodes: string[] }

/** The first code: the account opens, the link ends, the administrator is signed in. */
export async function finish(
  context: Context,
  visit: Visit & { known: string | undefined },
  code: string,
): Promise<Finished> {
  await countVisit(context, visit)
  await takeTry(context.db, 'setup-code', CODE_LIMIT)
  return transaction(context.db, async (tx) => {
    const link = await lockLink(context, tx, visit)
    const person = link.staffId === null ? undefined : await links.personOf(tx, link.staffId)
    if (!person || link.preparedAt === null) {
      throw invalidField('code', 'Go back one step: there is no account to open yet.')
    }
    const recoveryCodes = await confirmFor(context, tx, person.staffId, code)
    const at = context.now()
    await openAdmin(tx, person.staffId, at)
    await links.updateLink(tx, { used_at: at })
    const signedIn = await beginSession(
      context,
      tx,
      { ...person, proved: true },
      {
        ...visit.origin,
        known: visit.known,
      },
    )
    await writeAudit(tx, context.keys, {
      by: { staffId: person.staffId, role: person.role },
      action: 'setup.finished',
      subject: 'staff',
      subjectId: person.staffId,
      after: { name: person.name, email: person.email, role: person.role, twoFactor: true },
      requestId: visit.origin.requestId,
      at,
    })
    return { ...signedIn, recoveryCodes }
  })
}

async function inGuide(
  context: Context,
  visit: Visit,
  work: (tx: Tx, link: links.LinkRow) => Promise<void>,
): Promise<SetupGuide> {
  await countVisit(context, visit)
  return transaction(context.db, async (tx) => {
    await work(tx, await lockLink(context, tx, visit))
    return guideOf(context, tx)
  })
}

const changerOf = ({ now }: Pick<Context, 'now'>, { origin }: Visit) => ({
  by: null,
  requestId: origin.requestId,
  at: now(),
})
