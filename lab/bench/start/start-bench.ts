import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { median } from '../scans/database.ts'
import { buildPages, startIn } from '../web/product.ts'

export type StartBench = { coldSeconds: number; warmSeconds: number }

const WARM_STARTS = 3

/**
 * From the command to the first page, installed and built: once with an empty data folder, demo data
 * included, and again with what that left (the median of three).
 */
export async function benchStart(): Promise<StartBench> {
  await buildPages()
  const dataDir = await mkdtemp(path.join(tmpdir(), 'hil-bench-start-'))
  try {
    const coldSeconds = await started(dataDir)
    const warm: number[] = []
    while (warm.length < WARM_STARTS) warm.push(await started(dataDir))
    return { coldSeconds, warmSeconds: median(warm) }
  } finally {
    await rm(dataDir, { recursive: true, force: true })
  }
}

async function started(dataDir: string): Promise<number> {
  const begun = performance.now()
  const { origin, stop } = await startIn(dataDir)
  try {
    const page = await fetch(origin)
    const text = await page.text()
    if (!page.ok || !text.includes('<script')) throw new Error(`The first page is ${page.status}.`)
    return (performance.now() - begun) / 1000
  } finally {
    await stop()
  }
}
