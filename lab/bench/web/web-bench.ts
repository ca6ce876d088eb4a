import { chromium, type Browser } from '@playwright/test'
import { DEMO_PASSWORD } from '../../../server/demo/people.ts'
import { median } from '../scans/database.ts'
import { PAGES, type MeasuredPage } from './pages.ts'
import { chromiumPath, startProduct } from './product.ts'
import { readVitals, watchVitals, type Vitals } from './vitals.ts'

export type WebBench = { name: string; plain: Vitals; slowed: Vitals }

const DESK = { width: 1440, height: 900 }
const PHONE = { width: 390, height: 844 }
/** How many times slower the processor is for a page: as on a cheap phone or an old office machine. */
const SLOWER = 4
const ACT_MS = 60_000
/** A camera that is allowed and runs: while the browser asks for it, it holds back what it measures. */
const CAMERA = ['--use-fake-ui-for-media-stream', '--use-fake-device-for-media-stream']

/**
 * How the main pages feel on the demo data: each opened cold, in a browser that knows nothing but the
 * session, then used. Medians of the rounds, at full speed and with a slower processor.
 */
export async function benchWeb({ rounds = 3 } = {}): Promise<WebBench[]> {
  const executablePath = await chromiumPath()
  const product = await startProduct()
  const args = ['--no-sandbox', '--disable-gpu', '--disable-dev-shm-usage', ...CAMERA]
  const browser = await chromium
    .launch({ ...(executablePath && { executablePath }), args })
    .catch(async (error: unknown) => {
      await product.stop()
      throw error
    })
  try {
    const sessions = await signIn(product.origin)
    const taken = PAGES.map((page) => ({ page, plain: [] as Vitals[], slowed: [] as Vitals[] }))
    for (let round = 0; round < rounds; round++) {
      for (const { page, plain, slowed } of taken) {
        const session = sessions.get(page.account) ?? {}
        const measure = (slower: number) =>
          measurePage(browser, { ...page, origin: product.origin, session, slower })
        plain.push(await measure(1))
        slowed.push(await measure(SLOWER))
      }
    }
    return taken.map(({ page, plain, slowed }) => ({
      name: page.name,
      plain: middle(plain),
      slowed: middle(slowed),
    }))
  } finally {
    await browser.close()
    await product.stop()
  }
}

function middle(all: readonly Vitals[]): Vitals {
  const of = (key: keyof Vitals) => median(all.map((vitals) => vitals[key]))
  return { lcp: of('lcp'), interaction: of('interaction'), shift: of('shift') }
}

type Session = Record<string, string>

/** A session of each account that a page needs, as the client keeps it. */
async function signIn(origin: string): Promise<Map<string, Session>> {
  const sessions = new Map<string, Session>()
  for (const account of new Set(PAGES.map(({ account }) => account))) {
    const answer = await fetch(`${origin}/api/admin/login`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ email: `${account}@hil.example`, password: DEMO_PASSWORD }),
    })
    if (!answer.ok) throw new Error(`${account} could not sign in: ${await answer.text()}`)
    const { data, ...session } = (await answer.json()) as Session & { data: unknown }
    sessions.set(account, { ...session, data: JSON.stringify(data) })
  }
  return sessions
}

type Run = MeasuredPage & { origin: string; session: Session; slower: number }

async function measurePage(browser: Browser, run: Run): Promise<Vitals> {
  const localStorage = Object.entries(run.session).map(([name, value]) => ({ name, value }))
  const context = await browser.newContext({
    viewport: run.isPhone ? PHONE : DESK,
    locale: 'en-IN',
    timezoneId: 'Asia/Kolkata',
    storageState: { cookies: [], origins: [{ origin: run.origin, localStorage }] },
  })
  try {
    const page = await context.newPage()
    page.setDefaultTimeout(ACT_MS)
    await watchVitals(page)
    const devTools = await context.newCDPSession(page)
    await devTools.send('Emulation.setCPUThrottlingRate', { rate: run.slower })
    await page.goto(run.origin + run.path)
    await page.locator(run.ready).first().waitFor()
    // The last large paint and late shifts belong to the load: people look before they act.
    await page.waitForTimeout(1_000)
    for (const act of run.acts) await act(page)
    return await readVitals(page)
  } catch (error) {
    throw new Error(`The page ${run.name} could not be measured.`, { cause: error })
  } finally {
    await context.close()
  }
}
