import { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import { setTimeout as wait } from 'node:timers/promises'
import { crc32, inflateRawSync } from 'node:zlib'
import { describe, expect, it } from 'vitest'
import { inOneChunk } from './test-support.ts'
import type { XlsxColumn } from './types.ts'
import { writeXlsx } from './xlsx.ts'

const columns: XlsxColumn[] = [{ header: 'Text', type: 'text' }]
const report = { sheetName: 'Report', columns }

/** Endless rows that hardly compress, and what became of them. */
function endlessRows() {
  const state = { drawn: 0, isReturned: false }
  async function* rows(): AsyncGenerator<Buffer> {
    try {
      for (;;) {
        state.drawn += 1
        const noise = Array.from({ length: 1000 }, () => Math.random().toString(36))
        yield Buffer.from(noise.map((text) => `${text}\n`).join(''))
      }
    } finally {
      state.isReturned = true
    }
  }
  return { state, rows: rows() }
}

describe('the stream', () => {
  it('draws no more rows than the reader takes', async () => {
    const { state, rows } = endlessRows()
    const file = writeXlsx({ ...report, rows })
    file.once('readable', () => undefined)
    let before = -1
    const standsStill = async (): Promise<boolean> => {
      const isStill = before === state.drawn && before > 0
      before = state.drawn
      return isStill
    }
    await expect.poll(standsStill, { interval: 250, timeout: 10_000 }).toBe(true)
    expect(state.drawn).toBeLessThan(500)
    file.destroy()
  })

  it('stops its rows when the reader goes', async () => {
    const { state, rows } = endlessRows()
    const file = writeXlsx({ ...report, rows })
    for await (const bytes of file) if (Buffer.isBuffer(bytes) && bytes.length > 10_000) break
    expect(file.destroyed).toBe(true)
    await expect.poll(() => state.isReturned).toBe(true)
  })

  it('stops rows that it is waiting for', async () => {
    const rows = new Readable({ read: () => undefined })
    const file = writeXlsx({ ...report, rows })
    const closed = new Promise((resolve) => file.once('close', resolve))
    file.resume()
    await wait(20)
    file.destroy()
    await closed
    expect(rows.destroyed).toBe(true)
  })

  it('stops rows that were never asked for', async () => {
    const rows = new Readable({ read: () => undefined })
    writeXlsx({ ...report, rows }).destroy()
    await expect.poll(() => rows.destroyed).toBe(true)
  })

  it('fails when its rows fail, and stops them when it fails itself', async () => {
    async function* failing(): AsyncGenerator<Buffer> {
      yield Buffer.from('a\n')
      throw new Error('connection lost')
    }
    await expect(buffer(writeXlsx({ ...report, rows: failing() }))).rejects.toThrow(
      'connection lost',
    )
    const rows = new Readable({ read: () => undefined })
    rows.push('too\tmany\n')
    await expect(buffer(writeXlsx({ ...report, rows }))).rejects.toThrow('1 columns')
    await expect.poll(() => rows.destroyed).toBe(true)
  })

  it('fails when the bytes end inside a row', async () => {
    const cut = Readable.from([Buffer.from('whole\nhal')], { objectMode: false })
    await expect(buffer(writeXlsx({ ...report, rows: cut }))).rejects.toThrow('middle of a row')
  })
})

type Entry = { name: string; content: Buffer; crc: number; expectedCrc: number; size: number }

/** Every entry of the archive, found by its directory as a strict reader would. */
function unzip(file: Buffer): Entry[] {
  const end = file.length - 22
  expect(file.readUInt32LE(end)).toBe(0x06054b50)
  const entries: Entry[] = []
  let at = file.readUInt32LE(end + 16)
  for (let i = 0; i < file.readUInt16LE(end + 10); i += 1) {
    expect(file.readUInt32LE(at)).toBe(0x02014b50)
    const nameLength = file.readUInt16LE(at + 28)
    const packed = file.readUInt32LE(at + 20)
    const local = file.readUInt32LE(at + 42)
    expect(file.readUInt32LE(local)).toBe(0x04034b50)
    const data = local + 30 + nameLength
    const content = inflateRawSync(file.subarray(data, data + packed))
    expect(file.subarray(data + packed + 4, data + packed + 16)).toEqual(
      file.subarray(at + 16, at + 28),
    )
    entries.push({
      name: file.toString('utf8', at + 46, at + 46 + nameLength),
      content,
      crc: crc32(content),
      expectedCrc: file.readUInt32LE(at + 16),
      size: file.readUInt32LE(at + 24),
    })
    at += 46 + nameLength
  }
  expect(at).toBe(end)
  return entries
}

describe('the archive', () => {
  it.each([1, 6])('is whole over many blocks at level %i', async (level) => {
    const noise = Array.from({ length: 60_000 }, (_, i) => [`${i * 7919} ${i.toString(36)}`])
    const file = await buffer(writeXlsx({ ...report, rows: inOneChunk(noise), notes: [], level }))
    const entries = unzip(file)
    for (const { crc, expectedCrc, content, size } of entries) {
      expect(crc).toBe(expectedCrc)
      expect(content.length).toBe(size)
    }
    expect(entries.map(({ name }) => name)).toEqual([
      '_rels/.rels',
      'xl/styles.xml',
      'xl/worksheets/sheet1.xml',
      'xl/worksheets/sheet2.xml',
      'xl/workbook.xml',
      'xl/_rels/workbook.xml.rels',
      '[Content_Types].xml',
    ])
    expect(entries[2]?.content.length).toBeGreaterThan(3 << 20)
  })

  it('is the same file for the same report', async () => {
    const make = () => buffer(writeXlsx({ ...report, rows: inOneChunk([['a'], ['b']]) }))
    expect(await make()).toEqual(await make())
  })
})
