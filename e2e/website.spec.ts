import { expect, test } from '@playwright/test'

test('every page comes with its policy, whatever its address', async ({ request }) => {
  const gs1 = '/01/08901234567894/21/ABCD'
  for (const path of ['/', '/index.html', '/dashboard/scheme', '/c/ABCD', gs1]) {
    const answer = await request.get(path)
    const policy = answer.headers()['content-security-policy'] ?? ''
    expect(answer.status(), path).toBe(200)
    expect(policy, path).toContain("frame-ancestors 'none'")
    expect(policy.replace("'wasm-unsafe-eval'", ''), path).not.toContain('unsafe')
    const nonce = /'nonce-([^']+)'/.exec(policy)?.[1] ?? 'none'
    expect(await answer.text(), path).toContain(`content="${nonce}"`)
    expect(answer.headers()['cache-control'], path).toBe('no-cache')
  }
})

test('an unknown path gives 404, with the page that says so', async ({ request }) => {
  for (const path of ['/dashboard/nowhere', '/plant-representatives/x', '/elsewhere']) {
    const answer = await request.get(path)
    expect(answer.status(), path).toBe(404)
    expect(answer.headers()['content-type'], path).toContain('text/html')
  }
})

test('an answer has its own nonce', async ({ request }) => {
  const policies = await Promise.all(
    [1, 2].map(async () => (await request.get('/')).headers()['content-security-policy']),
  )
  expect(policies[0]).not.toBe(policies[1])
})

test('code is compressed and kept for ever; a file that is not there is a 404', async ({
  request,
}) => {
  const page = await (await request.get('/')).text()
  const script = /src="(\/assets\/[^"]+\.js)"/.exec(page)?.[1] ?? ''
  const answer = await request.get(script, { headers: { 'accept-encoding': 'br' } })
  expect(answer.status()).toBe(200)
  expect(answer.headers()['content-encoding']).toBe('br')
  expect(answer.headers()['cache-control']).toContain('immutable')
  expect((await request.get('/assets/gone-1234.js')).status()).toBe(404)
})

test('the API can be browsed @all', async ({ page }) => {
  const refused: string[] = []
  page.on('console', (line) => {
    if (line.type() === 'error') refused.push(line.text())
  })
  await page.goto('/api/docs')
  await expect(page.getByRole('heading', { name: /^HIL Dashboard/ })).toBeVisible({
    timeout: 30_000,
  })
  await page.locator('#operations-tag-Member').click()
  await expect(page.getByText('/api/member/scans', { exact: true })).toBeVisible()
  expect(refused).toEqual([])
})
