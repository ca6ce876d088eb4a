/** A head of the chain as it stands outside: whoever has the public key can check it. */
export type Head = {
  /** The link's content, which says what was sealed up to then. */
  content: string
  publicKey: string
  signature: string
  /** The answer of a time-stamp authority (RFC 3161), in base64, where one is configured. */
  timeStamp?: string
}

/** A place that the database does not reach, where heads are only added. */
export type Outside = {
  /** For people. */
  where: string
  /** The newest head of a chain; null where there is none. */
  last(chainId: string): Promise<Head | null>
  /** Adds heads, the oldest first. When it answers they are there to stay. */
  append(chainId: string, heads: readonly Head[]): Promise<void>
  /** The chains that have heads here. */
  chains(): Promise<string[]>
}
