import { expect, test } from 'vitest'
import { PRINT_FORMATS } from '../../../contract/batches.ts'
import { printFile } from './print-file.ts'

const batch = {
  batchId: 12,
  batchKey: Buffer.alloc(32, 7),
  quantity: 60_000,
  cartonSize: null,
  productName: 'Wall Putty 20 kg',
  points: 40,
  expiresOn: '2027-11-20',
  qrForm: 'url',
  publicUrl: 'https://hil.example',
} as const

test.each(PRINT_FORMATS)('a long %s leaves the event loop its turns', async (format) => {
  let turns = 0
  let running = true
  const count = (): void => {
    turns++
    if (running) setImmediate(count)
  }
  setImmediate(count)
  let bytes = 0
  for await (const chunk of printFile(batch, format).stream) bytes += chunk.length
  running = false
  expect(bytes).toBeGreaterThan(1_000_000)
  expect(turns).toBeGreaterThan(batch.quantity / 4_000)
})
