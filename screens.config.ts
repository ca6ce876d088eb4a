import { defineConfig } from '@playwright/test'
import tests from './playwright.config.ts'

// npm run screens: the pictures of docs/screens/, of the product as the browser tests run it.
export default defineConfig({
  ...tests,
  testMatch: 'screens.ts',
  outputDir: '.cache/screens',
  workers: 1,
  retries: 0,
  timeout: 120_000,
  reporter: 'list',
})
