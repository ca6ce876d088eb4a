import { PDFiumLibrary, type PDFiumDocument } from '@hyzyla/pdfium'
import sharp from 'sharp'
import { pixelsOf, type Pixels } from './decode-image.ts'
import { Refusal } from './refusal.ts'
import { limitWasmMemory } from './wasm-limit.ts'

const MOST_PAGES = 10
const SIDE = 1800
/** A page of a book has some thousands; what goes beyond is no document that a person reads. */
const MOST_TEXT = 100_000
/** Scans of 600 dots an inch need less than this, and a file that is large for its pictures itself. */
const MOST_MEMORY = 64 * 1024 * 1024
const MEMORY_PER_BYTE = 4

/** Each page of a PDF in turn as pixels, at most 1800 a side, with the text that the page carries. */
export async function* renderPdf(
  bytes: Buffer,
  mostPages = MOST_PAGES,
): AsyncIterable<Pixels & { text: string }> {
  const isMemoryFull = limitWasmMemory(MOST_MEMORY + MEMORY_PER_BYTE * bytes.length)
  const library = await PDFiumLibrary.init()
  const document = await library.loadDocument(bytes).catch((cause: unknown) => {
    throw isMemoryFull() ? tooMuch(cause) : new Refusal(wordsFor(cause), { cause })
  })
  const count = document.getPageCount()
  if (count < 1) throw new Refusal('This PDF has no page.')
  if (count > mostPages) {
    throw new Refusal(`This PDF has ${count} pages; at most ${mostPages} are taken.`)
  }
  for (let index = 0; index < count; index++) {
    const page = await renderPage(document, index).catch((cause: unknown) => {
      throw isMemoryFull()
        ? tooMuch(cause)
        : new Refusal(`Page ${index + 1} of this PDF cannot be read.`, { cause })
    })
    // PDFium leaves out what does not fit in its memory: a page without its picture is no page.
    if (isMemoryFull()) throw tooMuch()
    yield page
  }
}

async function renderPage(document: PDFiumDocument, index: number) {
  const page = document.getPage(index)
  const { originalWidth, originalHeight } = page.getOriginalSize()
  if (originalWidth < 1 || originalHeight < 1) throw new RangeError('The page has no size.')
  const scale = SIDE / Math.max(originalWidth, originalHeight)
  const text = page.getText().slice(0, MOST_TEXT)
  const { data, width, height } = await page.render({
    width: Math.max(1, Math.round(originalWidth * scale)),
    height: Math.max(1, Math.round(originalHeight * scale)),
    render: 'bitmap',
    renderFormFields: true,
  })
  const pixels = await pixelsOf(sharp(data, { raw: { width, height, channels: 4 } }))
  return { ...pixels, text }
}

function tooMuch(cause?: unknown): Refusal {
  return new Refusal(
    'This PDF needs too much memory to open. Save it in a simpler form, or upload a picture of it.',
    { cause },
  )
}

function wordsFor(cause: unknown): string {
  const message = cause instanceof Error ? cause.message : ''
  if (/password|security/i.test(message)) {
    return 'This PDF is locked with a password. Save it without one, or upload a picture of it.'
  }
  return 'This PDF cannot be read: it is damaged or not whole.'
}
