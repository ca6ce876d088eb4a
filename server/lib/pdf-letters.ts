import type PdfFile from 'pdfkit'

type Doc = InstanceType<typeof PdfFile>
/** What pdfkit's fonts have that its types do not tell of. Lengths are thousandths of the size. */
type Font = {
  id: string
  ref: () => unknown
  encode: (text: string) => [string[], { advanceWidth: number }[]]
}
type Letter = { glyph: string; width: number }

/** Where a text begins on its baseline, and how large it is: points. */
type Place = { x: number; y: number; size: number; width: number }

function isFont(value: unknown): value is Font {
  if (typeof value !== 'object' || value === null) return false
  return ['ref', 'encode'].every((name) => typeof Reflect.get(value, name) === 'function')
}

function fontOf(doc: Doc, file: string): Font {
  doc.font(file)
  const font: unknown = Reflect.get(doc, '_font')
  if (!isFont(font)) throw new Error('This version of pdfkit keeps its fonts in another way.')
  return font
}

/**
 * Draws short texts of Latin letters and digits, letter by letter as they stand in the font. `doc.text`
 * shapes each text again, which takes milliseconds, or keeps what it shaped, which takes memory without end.
 * A text that is wider than its place is drawn smaller.
 */
export function letterWriter(doc: Doc, file: string): (text: string, place: Place) => void {
  const font = fontOf(doc, file)
  const known = new Map<string, Letter>()
  const letterOf = (character: string): Letter => {
    const found = known.get(character)
    if (found) return found
    const [glyphs, positions] = font.encode(character)
    const width = positions.reduce((sum, { advanceWidth }) => sum + advanceWidth, 0) / 1000
    const letter = { glyph: glyphs.join(''), width }
    known.set(character, letter)
    return letter
  }
  return (text, { x, y, size, width }) => {
    const letters = Array.from(text, letterOf)
    const natural = letters.reduce((sum, letter) => sum + letter.width, 0)
    const drawn = Math.min(size, width / natural)
    const glyphs = letters.map(({ glyph }) => glyph).join('')
    const numbers = [x, y].map((points) => points.toFixed(3)).join(' ')
    Object.assign(Reflect.get(doc.page, 'fonts'), { [font.id]: font.ref() })
    doc.addContent(
      `BT 0 0 0 1 k /${font.id} ${drawn.toFixed(3)} Tf 1 0 0 -1 ${numbers} Tm <${glyphs}> Tj ET`,
    )
  }
}
