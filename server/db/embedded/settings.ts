import type { Site } from './site.ts'

// For a machine shared with a browser and an editor; a server of its own is run by DATABASE_URL.
const modest: Record<string, string> = {
  max_connections: '60',
  shared_buffers: '256MB',
  effective_cache_size: '4GB',
  work_mem: '16MB',
  maintenance_work_mem: '128MB',
  min_wal_size: '256MB',
  max_wal_size: '2GB',
  checkpoint_timeout: '15min',
  // The binaries know pglz only, which takes more time from scans than a smaller log gives back.
  wal_compression: 'off',
  random_page_cost: '1.1',
  jit: 'off',
}

// The defaults, said aloud: a postgresql.conf edited by hand must not weaken them unseen.
const durable: Record<string, string> = {
  fsync: 'on',
  synchronous_commit: 'on',
  full_page_writes: 'on',
}

// A row or a statement in the log could carry a PAN or an account number.
const discreet: Record<string, string> = {
  log_error_verbosity: 'terse',
  log_min_error_statement: 'panic',
  log_line_prefix: '%m [%p] ',
}

export function postmasterArguments(site: Site, selected: Record<string, string>): string[] {
  // The binaries carry an old OpenSSL, so they never get a network address, whatever was chosen.
  const forced = {
    listen_addresses: '',
    port: String(site.port),
    unix_socket_directories: site.socketDir,
    unix_socket_permissions: '0700',
  }
  const all = Object.entries({ ...modest, ...durable, ...discreet, ...selected, ...forced })
  return all.flatMap(([name, value]) => ['-c', `${name}=${value}`])
}
