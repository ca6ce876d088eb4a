// What other rooms may use of this one.
export { countServers, lockWhatMasterKeySealed } from './rotation.queries.ts'
export { heldKeys, lockKeys, replaceWrapped } from './vault.queries.ts'
export { unwrap, type Vault, wrap } from './vault.service.ts'
