import { noWorkbook } from './no-workbook.ts'
import { textStore, type TextStore } from './text-store.ts'
import { unpackText } from './unpack.ts'
import { attribute, unescaped, xmlScanner, type XmlHandler } from './xml-scanner.ts'
import type { ZipEntry } from './zip-directory.ts'

/** Of a workbook: where its first sheet is, its texts, which styles show days, how it counts them. */
export type Workbook = {
  sheet: ZipEntry
  texts: TextStore
  isDay: readonly boolean[]
  from1904: boolean
}

type Part = { zip: Buffer; byName: ReadonlyMap<string, ZipEntry> }

export async function openWorkbook(zip: Buffer, entries: readonly ZipEntry[]): Promise<Workbook> {
  const part: Part = { zip, byName: new Map(entries.map((entry) => [entry.name, entry])) }
  const root = await relationsOf(part, '_rels/.rels')
  const workbook = root.find(({ type }) => type === 'officeDocument')?.target
  if (workbook === undefined) throw noWorkbook()
  const relations = await relationsOf(part, relationsName(workbook))
  const { from1904, sheetId } = await firstSheet(part, workbook)
  const named = (id: string | null) => relations.find((relation) => relation.id === id)?.target
  const sheet = part.byName.get(named(sheetId) ?? '')
  if (!sheet) throw noWorkbook()
  const target = (type: string) => relations.find((relation) => relation.type === type)?.target
  return {
    sheet,
    from1904,
    texts: await sharedTexts(part, target('sharedStrings')),
    isDay: await dayStyles(part, target('styles')),
  }
}

async function readPart({ zip, byName }: Part, name: string, handler: XmlHandler): Promise<void> {
  const entry = byName.get(name)
  if (!entry) throw noWorkbook()
  const scanner = xmlScanner(handler)
  for await (const text of unpackText(zip, entry)) scanner.push(text)
  scanner.end()
}

const nothing = () => {}

type Relation = { id: string | null; type: string; target: string }

async function relationsOf(part: Part, name: string): Promise<Relation[]> {
  const base = name.split('/').slice(0, -2)
  const found: Relation[] = []
  await readPart(part, name, {
    open(tag, attributes) {
      if (tag !== 'Relationship') return
      found.push({
        id: attribute(attributes, 'Id'),
        type: attribute(attributes, 'Type')?.split('/').at(-1) ?? '',
        target: resolved(base, attribute(attributes, 'Target') ?? ''),
      })
    },
    close: nothing,
    text: nothing,
  })
  return found
}

function relationsName(name: string): string {
  const parts = name.split('/')
  const file = parts.pop() ?? ''
  return [...parts, '_rels', `${file}.rels`].join('/')
}

function resolved(base: readonly string[], target: string): string {
  if (target.startsWith('/')) return target.slice(1)
  const path = [...base]
  for (const step of target.split('/')) {
    if (step === '..') path.pop()
    else if (step !== '.' && step !== '') path.push(step)
  }
  return path.join('/')
}

async function firstSheet(part: Part, name: string) {
  let from1904 = false
  let sheetId: string | null = null
  await readPart(part, name, {
    open(tag, attributes) {
      if (tag === 'workbookPr') {
        from1904 = ['1', 'true'].includes(attribute(attributes, 'date1904') ?? '')
      } else if (tag === 'sheet') sheetId ??= attribute(attributes, 'id')
    },
    close: nothing,
    text: nothing,
  })
  return { from1904, sheetId }
}

/** The texts that cells share, each with its pieces joined; how to say them aloud is left out. */
async function sharedTexts(part: Part, name: string | undefined): Promise<TextStore> {
  const texts = textStore()
  if (name === undefined) return texts
  let text: string[] = []
  let isText = false
  let isSound = false
  await readPart(part, name, {
    open(tag) {
      if (tag === 'si') text = []
      else if (tag === 'rPh') isSound = true
      else if (tag === 't') isText = !isSound
    },
    close(tag) {
      if (tag === 'si') texts.add(unescaped(text.join('')))
      else if (tag === 'rPh') isSound = false
      else if (tag === 't') isText = false
    },
    text(piece) {
      if (isText) text.push(piece)
    },
  })
  return texts
}

const BUILT_IN_DAYS = [
  [14, 22],
  [27, 36],
  [45, 47],
  [50, 58],
] as const
const isBuiltInDay = (id: number) => BUILT_IN_DAYS.some(([from, to]) => id >= from && id <= to)

/** Whether a format shows days or times: letters of them outside of quotes, colours and escapes. */
function isDayFormat(code: string): boolean {
  const bare = code.replace(/"[^"]*"|\\.|[_*].|\[(?!h+\]|m+\]|s+\])[^\]]*\]/gi, '')
  return /[dmyhs]/i.test(bare.replace(/general/gi, ''))
}

async function dayStyles(part: Part, name: string | undefined): Promise<boolean[]> {
  const styles: boolean[] = []
  if (name === undefined) return styles
  const custom = new Map<number, boolean>()
  let isCells = false
  await readPart(part, name, {
    open(tag, attributes) {
      const id = Number(attribute(attributes, 'numFmtId') ?? 0)
      if (tag === 'numFmt') custom.set(id, isDayFormat(attribute(attributes, 'formatCode') ?? ''))
      else if (tag === 'cellXfs') isCells = true
      else if (tag === 'xf' && isCells) styles.push(custom.get(id) ?? isBuiltInDay(id))
    },
    close(tag) {
      if (tag === 'cellXfs') isCells = false
    },
    text: nothing,
  })
  return styles
}
