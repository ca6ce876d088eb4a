type Name = 'hil_session' | 'hil_known' | 'hil_setup'

/** The address that people see, of which these cookies are. */
type Site = { publicUrl: string }

const isBehindTls = ({ publicUrl }: Site) => publicUrl.startsWith('https:')

/**
 * The name of a cookie of ours. Behind https its prefix makes browsers refuse it unless it comes over
 * https from this very host, so that no other host of the domain can put one in its place. On plain
 * http they refuse the prefix itself.
 */
export function cookieName(site: Site, name: Name): string {
  return isBehindTls(site) ? `__Host-${name}` : name
}

/** How every cookie of ours is set: for all of this host and for nobody else, as the prefix asks. */
export function cookieOptions(site: Site) {
  const secure = isBehindTls(site)
  return { path: '/', httpOnly: true, sameSite: 'strict', secure } as const
}
