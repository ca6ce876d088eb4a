import { createInterface } from 'node:readline/promises'

/** Asks at the terminal. Without one nobody could answer: then it is no, and says how to say yes. */
export async function askYes(question: string): Promise<boolean> {
  if (!process.stdin.isTTY) {
    process.stdout.write('There is no terminal to ask at. Say --yes to have it done.\n')
    return false
  }
  const terminal = createInterface({ input: process.stdin, output: process.stdout })
  try {
    return (await terminal.question(`${question} Type yes: `)).trim().toLowerCase() === 'yes'
  } finally {
    terminal.close()
  }
}
