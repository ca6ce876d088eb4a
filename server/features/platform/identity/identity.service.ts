import { Readable } from 'node:stream'
import { LANGUAGES, type Language } from '../../../../contract/people/members.ts'
import {
  UNNAMED,
  type Company,
  type CompanyBody,
  type ProgrammeBody,
  type ShownProgramme,
} from '../../../../contract/platform/programme.ts'
import type { Context } from '../../../context.ts'
import { transaction, type Db, type Tx } from '../../../db/database.ts'
import type { Origin, StaffCaller } from '../../../http/caller.ts'
import type { FileAnswer } from '../../../http/mount.ts'
import type { UploadedFile } from '../../../http/upload.ts'
import { AppError, notFound } from '../../../lib/app-error.ts'
import { differing } from '../../../lib/change-words.ts'
import { sha256 } from '../../../lib/crypto.ts'
import { makeLogo } from '../../../lib/pictures/make-pictures.ts'
import { writeAudit } from '../audit/index.ts'
import * as queries from './identity.queries.ts'

type Act = { context: Context; caller: StaffCaller; origin: Origin }
/** Who changes the programme; null while the first-run guide does. */
export type Changer = { by: StaffCaller | null; requestId: string; at: Date }

const changerOf = ({ context, caller, origin }: Act): Changer => ({
  by: caller,
  requestId: origin.requestId,
  at: context.now(),
})

/** What a member or a document calls the programme. */
export async function programmeName(db: Db | Tx): Promise<string> {
  return (await queries.programmeRow(db))?.name ?? UNNAMED
}

/** Who messages come from: the name, and what the operators know the company by. */
export type MessageSender = Pick<Company, 'dltEntity' | 'dltHeader'> & { programme: string }
export async function messageSender(db: Db | Tx): Promise<MessageSender> {
  const row = await queries.programmeRow(db)
  const { name = UNNAMED, dltEntity = null, dltHeader = null } = row ?? {}
  return { programme: name, dltEntity, dltHeader }
}

/** The language of a member who chose none. */
export async function usualLanguage(db: Db | Tx): Promise<Language> {
  return (await queries.programmeRow(db))?.languages[0] ?? 'en'
}

export async function company(db: Db | Tx): Promise<Company> {
  const row = await queries.programmeRow(db)
  const hash = await queries.logoHash(db)
  return {
    name: null,
    colour: null,
    supportPhone: null,
    supportEmail: null,
    languages: [...LANGUAGES],
    legalName: null,
    address: null,
    gstin: null,
    pan: null,
    tan: null,
    dltEntity: null,
    dltHeader: null,
    version: 0,
    ...row,
    logoUrl: hash === null ? null : `/api/programme/logo/${hash}`,
  }
}

export async function shownProgramme({ db }: Pick<Context, 'db'>): Promise<ShownProgramme> {
  const { name, colour, logoUrl, supportPhone, supportEmail, languages } = await company(db)
  return { name, colour, logoUrl, supportPhone, supportEmail, languages }
}

/** The letterhead of a document: the company, and the logo as PNG. */
export type Letterhead = Company & { title: string; logo: Buffer | null }
export async function letterhead(db: Db | Tx): Promise<Letterhead> {
  const about = await company(db)
  const logo = (await queries.logoPng(db))?.png ?? null
  return { ...about, title: about.name ?? UNNAMED, logo }
}

export async function logoFile({ db }: Pick<Context, 'db'>, hash: string): Promise<FileAnswer> {
  const found = await queries.logoPng(db)
  if (found?.hash !== hash) throw notFound('This logo')
  const { png } = found
  const about = { name: 'logo.png', type: 'image/png', shown: true, kept: true } as const
  return { ...about, size: png.length, stream: Readable.from([png]) }
}

/** Changes the programme and its company, unless somebody else did meanwhile. */
export async function saveCompany(act: Act, { version, ...wanted }: CompanyBody): Promise<Company> {
  const { context } = act
  return transaction(context.db, async (tx) => {
    const row = await queries.programmeRow(tx, { lock: true })
    if ((row?.version ?? 0) !== version) {
      throw new AppError('conflict', 'Somebody else changed this meanwhile. Load the page again.')
    }
    await writeProgramme(context, tx, wanted, changerOf(act))
    return company(tx)
  })
}

/** Writes what is given of the programme, with its audit row; nothing where nothing differs. */
export async function writeProgramme(
  { keys }: Pick<Context, 'keys'>,
  tx: Tx,
  wanted: ProgrammeBody & Partial<Omit<CompanyBody, 'version'>>,
  { by, requestId, at }: Changer,
): Promise<void> {
  const { version: _version, ...before } = (await queries.programmeRow(tx, { lock: true })) ?? {
    version: 0,
  }
  const changed = differing<Record<string, unknown>>(before, wanted)
  if (!changed) return
  await queries.putProgramme(tx, { ...wanted, at })
  const subject = { subject: 'programme', subjectId: 'company' }
  await writeAudit(tx, keys, {
    by,
    action: 'programme.changed',
    ...subject,
    ...changed,
    requestId,
    at,
  })
}

export async function saveLogo(act: Act, file: UploadedFile): Promise<Company> {
  const { context } = act
  const png = await openLogo(context, file)
  return transaction(context.db, async (tx) => {
    await writeLogo(context, tx, png, changerOf(act))
    return company(tx)
  })
}

/** A logo that is ours, made of what was uploaded. */
export async function openLogo({ log }: Pick<Context, 'log'>, file: UploadedFile): Promise<Buffer> {
  return makeLogo(file, (detail) => log.warn({ detail }, 'the process that opens a logo failed'))
}

export async function writeLogo(
  { keys }: Pick<Context, 'keys'>,
  tx: Tx,
  png: Buffer,
  { by, requestId, at }: Changer,
): Promise<void> {
  const hash = sha256(png).toString('hex').slice(0, 32)
  await queries.putLogo(tx, { hash, png, at })
  const subject = { subject: 'programme', subjectId: 'logo' }
  await writeAudit(tx, keys, { by, action: 'programme.logo_set', ...subject, requestId, at })
}

export async function removeLogo(act: Act): Promise<Company> {
  const { context } = act
  const { by, requestId, at } = changerOf(act)
  return transaction(context.db, async (tx) => {
    if (await queries.deleteLogo(tx)) {
      const subject = { subject: 'programme', subjectId: 'logo' }
      const action = 'programme.logo_removed'
      await writeAudit(tx, context.keys, { by, action, ...subject, requestId, at })
    }
    return company(tx)
  })
}
