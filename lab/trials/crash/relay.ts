import { connect, createServer, type AddressInfo, type Socket } from 'node:net'

export type Relay = {
  url: string
  /** Cuts every connection, wherever it stands between request and answer. */
  cut(): void
  stop(): Promise<void>
}

/** A wire to `port` that can be cut. It understands nothing of what goes over it. */
export async function startRelay(port: number): Promise<Relay> {
  const wires = new Set<Socket>()
  const server = createServer((near) => {
    const far = connect(port, '127.0.0.1')
    for (const [one, other] of [
      [near, far],
      [far, near],
    ] as const) {
      wires.add(one)
      one.on('error', () => other.resetAndDestroy())
      one.once('close', () => {
        wires.delete(one)
        other.destroySoon()
      })
      one.pipe(other)
    }
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port: own } = server.address() as AddressInfo
  const cut = () => {
    for (const wire of wires) wire.resetAndDestroy()
  }
  return {
    url: `http://127.0.0.1:${own}`,
    cut,
    async stop() {
      const closed = new Promise((resolve) => server.close(resolve))
      cut()
      await closed
    },
  }
}
