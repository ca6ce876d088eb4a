import { defineConfig } from '@playwright/test'

const port = Number(process.env.E2E_PORT ?? 4300)

// A config file is the one place where a tool asks for a default export.
export default defineConfig({
  testDir: 'e2e',
  testMatch: '*.spec.ts',
  outputDir: 'test-results/browser',
  workers: 2,
  fullyParallel: false,
  retries: 0,
  timeout: 120_000,
  expect: { timeout: 20_000 },
  // CI shows only the end of what is printed: a line for each of the tests would push the rest away.
  reporter: [
    [process.env.CI ? 'dot' : 'list'],
    ['json', { outputFile: 'test-results/browser.json' }],
  ],
  webServer: {
    command: 'node e2e/server.ts',
    url: `http://localhost:${port}/readyz`,
    timeout: 240_000,
    reuseExistingServer: process.env.E2E_REUSE === 'yes',
    gracefulShutdown: { signal: 'SIGTERM', timeout: 30_000 },
    env: { E2E_PORT: String(port) },
  },
  use: {
    baseURL: `http://localhost:${port}`,
    browserName: 'chromium',
    viewport: { width: 1440, height: 900 },
    locale: 'en-IN',
    timezoneId: 'Asia/Kolkata',
    // Nothing is waited for that only fades in. Some specs keep the motion, as most people see it.
    contextOptions: { reducedMotion: 'reduce' },
    screenshot: 'only-on-failure',
    // One browser context serves all tests of a worker, emptied between them: its cache stays warm.
    reuseContext: true,
    // They come five seconds after a page and take its files past `page.route`: where they matter, a spec allows them.
    serviceWorkers: 'block',
    permissions: ['camera', 'clipboard-read', 'clipboard-write'],
    launchOptions: {
      ...(process.env.CHROMIUM && { executablePath: process.env.CHROMIUM }),
      args: [
        '--no-sandbox',
        '--disable-gpu',
        '--disable-quic',
        '--disable-dev-shm-usage',
        '--no-first-run',
        '--disable-background-networking',
        '--disable-component-update',
        '--disable-sync',
        '--use-fake-ui-for-media-stream',
        '--use-fake-device-for-media-stream',
      ],
    },
  },
})
