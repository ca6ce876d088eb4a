// Runs before the modules: the colour scheme is set before the first paint, and schemas are told
// not to compile themselves, which the content security policy forbids.
;(function () {
  globalThis.__zod_globalConfig = { jitless: true }
  let chosen = null
  try {
    chosen = localStorage.getItem('mantine-color-scheme-value')
  } catch {
    // Storage may be forbidden; the system's scheme is used then.
  }
  const dark =
    chosen === 'dark' || (chosen !== 'light' && matchMedia('(prefers-color-scheme: dark)').matches)
  document.documentElement.setAttribute('data-mantine-color-scheme', dark ? 'dark' : 'light')
})()
