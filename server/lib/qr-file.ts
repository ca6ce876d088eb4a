import { crc32, deflateSync } from 'node:zlib'
import { pathOf } from '../../contract/programme/qr-path.ts'

type Modules = readonly (readonly boolean[])[]

/** Dots of a PNG for each module: enough to print a QR three centimetres wide at 300 dots an inch. */
const DOTS_A_MODULE = 10
const PNG_SIGNATURE = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a])
const GREY = 0
const ONE_BIT = 1

/** A QR as an SVG of one path, black on white, without a size: it is as sharp at any. */
export function qrSvg(rows: Modules): string {
  const box = `0 0 ${rows.length} ${rows.length}`
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="${box}" shape-rendering="crispEdges"><path fill="#fff" d="M0 0h${rows.length}v${rows.length}H0z"/><path d="${pathOf(rows)}"/></svg>\n`
}

/** A QR as a PNG of one bit a dot, black on white. */
export function qrPng(rows: Modules): Buffer {
  const width = rows.length * DOTS_A_MODULE
  const header = Buffer.alloc(13)
  header.writeUInt32BE(width, 0)
  header.writeUInt32BE(width, 4)
  header.set([ONE_BIT, GREY], 8)
  const dots = Buffer.concat(rows.flatMap((row) => Array(DOTS_A_MODULE).fill(scanLine(row, width))))
  return Buffer.concat([
    PNG_SIGNATURE,
    chunk('IHDR', header),
    chunk('IDAT', deflateSync(dots, { level: 2 })),
    chunk('IEND', Buffer.alloc(0)),
  ])
}

/** One line of dots after its filter, none; a light dot is 1. */
function scanLine(row: readonly boolean[], width: number): Buffer {
  const line = Buffer.alloc(1 + Math.ceil(width / 8))
  for (let x = 0; x < width; x++) {
    if (row[Math.floor(x / DOTS_A_MODULE)]) continue
    const at = 1 + (x >> 3)
    line[at] = (line[at] ?? 0) | (0x80 >> (x & 7))
  }
  return line
}

function chunk(type: string, data: Buffer): Buffer {
  const body = Buffer.concat([Buffer.from(type), data])
  const [length, check] = [Buffer.alloc(4), Buffer.alloc(4)]
  length.writeUInt32BE(data.length)
  check.writeUInt32BE(crc32(body))
  return Buffer.concat([length, body, check])
}
