import { noWorkbook } from './no-workbook.ts'

/** Names come without their prefix; attributes as they stand, for `attribute` to look in. */
export type XmlHandler = {
  open(name: string, attributes: string): void
  close(name: string): void
  /** A long text comes in pieces. */
  text(text: string): void
}

/** More than any tag of a workbook, and than any entity. */
const MAX_TAG_CHARS = 64 * 1024
const TEXT_PIECE_CHARS = 64 * 1024
const MAX_ENTITY_CHARS = 12

/**
 * Reads XML as it comes, cut anywhere, in memory that does not grow. Only what a workbook may hold:
 * a document type, which could define entities, is refused, as is a tag that never ends.
 */
export function xmlScanner(handler: XmlHandler): { push(text: string): void; end(): void } {
  let rest = ''
  return {
    push(text) {
      rest = scan(rest + text, handler)
    },
    end() {
      if (rest.includes('<')) throw noWorkbook()
      if (rest !== '') handler.text(decoded(rest))
      rest = ''
    },
  }
}

/** Handles what is whole; gives what must wait for more. */
function scan(text: string, handler: XmlHandler): string {
  for (let at = 0; at < text.length;) {
    const tag = text.indexOf('<', at)
    if (tag < 0) return keepText(text.slice(at), handler)
    if (tag > at) handler.text(decoded(text.slice(at, tag)))
    const end = scanTag(text, tag, handler)
    if (end < 0) return keepTag(text.slice(tag))
    at = end
  }
  return ''
}

function keepText(text: string, handler: XmlHandler): string {
  if (text.length <= TEXT_PIECE_CHARS) return text
  const entity = text.lastIndexOf('&')
  const cut = entity >= text.length - MAX_ENTITY_CHARS ? entity : text.length
  handler.text(decoded(text.slice(0, cut)))
  return text.slice(cut)
}

function keepTag(text: string): string {
  if (text.length > MAX_TAG_CHARS) throw noWorkbook()
  return text
}

const CDATA = '<![CDATA['

/** Handles what begins at a `<` and gives where it ends; -1 where that is still to come. */
function scanTag(text: string, at: number, handler: XmlHandler): number {
  switch (text[at + 1]) {
    case '!':
      return scanDeclaration(text, at, handler)
    case '?':
      return after(text, '?>', at)
    case '/': {
      const end = text.indexOf('>', at)
      if (end > 0) handler.close(localName(text.slice(at + 2, end).trim()))
      return end < 0 ? -1 : end + 1
    }
    default:
      return scanOpening(text, at, handler)
  }
}

function scanDeclaration(text: string, at: number, handler: XmlHandler): number {
  if (text.startsWith('<!--', at)) return after(text, '-->', at + 4)
  if (text.startsWith(CDATA, at)) {
    const end = after(text, ']]>', at)
    if (end > 0) handler.text(text.slice(at + CDATA.length, end - 3))
    return end
  }
  if (text.length - at >= CDATA.length) throw noWorkbook()
  return -1
}

function after(text: string, mark: string, from: number): number {
  const found = text.indexOf(mark, from)
  return found < 0 ? -1 : found + mark.length
}

const SPACE = /\s/

function scanOpening(text: string, at: number, handler: XmlHandler): number {
  const end = tagEnd(text, at + 1)
  if (end < 0) return -1
  const isClosed = text[end - 1] === '/'
  const inner = text.slice(at + 1, isClosed ? end - 1 : end)
  const space = inner.search(SPACE)
  const name = localName(space < 0 ? inner : inner.slice(0, space))
  handler.open(name, space < 0 ? '' : inner.slice(space))
  if (isClosed) handler.close(name)
  return end + 1
}

/** A `>` within quotes is part of a value. */
function tagEnd(text: string, from: number): number {
  let quote = ''
  for (let at = from; at < text.length; at++) {
    const character = text.charAt(at)
    if (quote !== '') {
      if (character === quote) quote = ''
    } else if (character === '>') return at
    else if (character === '"' || character === "'") quote = character
    else if (character === '<') throw noWorkbook()
  }
  return -1
}

const localName = (name: string) => name.slice(name.indexOf(':') + 1)

/** The value of an attribute, without its prefix told apart; null where the tag has none. */
export function attribute(attributes: string, name: string): string | null {
  for (let from = 0; ;) {
    const at = attributes.indexOf(name, from)
    if (at < 0) return null
    from = at + name.length
    const before = attributes.charCodeAt(at - 1)
    // A space or the colon of a prefix.
    if (before > 32 && before !== 58) continue
    const value = /^\s*=\s*(?:"([^"]*)"|'([^']*)')/.exec(attributes.slice(from))
    if (value) return decoded(value[1] ?? value[2] ?? '')
  }
}

const NAMED: Record<string, string> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'" }

function decoded(text: string): string {
  if (!text.includes('&')) return text
  return text.replace(/&(#x[0-9a-f]{1,6}|#\d{1,7}|\w{2,4});/gi, (whole, entity: string) => {
    if (!entity.startsWith('#')) return NAMED[entity] ?? whole
    const isHex = /^#x/i.test(entity)
    const code = Number.parseInt(entity.slice(isHex ? 2 : 1), isHex ? 16 : 10)
    return code <= 0x10_ff_ff ? String.fromCodePoint(code) : whole
  })
}

/** What a workbook writes as `_x000D_`, since XML would lose it. */
export function unescaped(text: string): string {
  if (!text.includes('_x')) return text
  return text.replace(/_x([0-9a-f]{4})_/gi, (_, hex: string) =>
    String.fromCharCode(Number.parseInt(hex, 16)),
  )
}
