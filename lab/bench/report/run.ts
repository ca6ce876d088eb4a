import { benchReport } from './report-bench.ts'

for (const { name, ratio, goal, detail } of await benchReport()) {
  process.stdout.write(`${name}: ${ratio.toFixed(2)} (goal ${goal})\n  ${detail}\n`)
}
