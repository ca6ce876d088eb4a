import { UnstyledButton } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import { IconChevronDown } from '@tabler/icons-react'
import { lazy, Suspense, useState, type ReactElement } from 'react'
import { mustSetTwoFactor, nameOf, useSession } from '../lib/session.ts'
import classes from './profile-menu.module.css'

const loadList = () => import('./profile-list.tsx')
const loadDialog = () => import('./password-dialog.tsx')
const loadAccount = () => import('./account-dialog.tsx')
const AccountDialog = lazy(async () => ({ default: (await loadAccount()).AccountDialog }))
const ProfileList = lazy(async () => ({ default: (await loadList()).ProfileList }))
const PasswordDialog = lazy(async () => ({ default: (await loadDialog()).PasswordDialog }))

function initials(text: string): string {
  const words = text.split(/[^\p{L}\p{N}]+/u).filter(Boolean)
  return words
    .slice(0, 2)
    .map((word) => word.charAt(0).toUpperCase())
    .join('')
}

/** Who is signed in, as what; behind it the password, the theme and the way out. */
export function ProfileMenu(): ReactElement {
  const session = useSession()
  const [open, menu] = useDisclosure(false)
  const [wanted, { open: want }] = useDisclosure(false)
  const [asking, password] = useDisclosure(false)
  const [asked, { open: keepDialog }] = useDisclosure(false)
  const [account, setAccount] = useState({ asked: false, open: false })
  const must = session !== null && mustSetTwoFactor(session)
  const name = session ? nameOf(session) : ''
  const roleName = session?.roleName ?? ''
  const prepare = (): void => {
    void loadList()
    void loadDialog()
  }
  const button = (
    <UnstyledButton
      className={classes.target}
      aria-haspopup="menu"
      aria-expanded={open}
      onPointerEnter={prepare}
      onFocus={prepare}
      onClick={() => {
        want()
        menu.toggle()
      }}
    >
      <span className={classes.avatar} aria-hidden>
        {initials(name || roleName)}
      </span>
      <span className={classes.role}>{roleName || 'Profile'}</span>
      <IconChevronDown size={16} stroke={1.6} aria-hidden />
    </UnstyledButton>
  )
  const askPassword = (): void => {
    keepDialog()
    password.open()
  }
  return (
    <>
      {wanted ? (
        <Suspense fallback={button}>
          <ProfileList
            opened={open}
            onClose={menu.close}
            onUpdatePassword={askPassword}
            onAccount={() => setAccount({ asked: true, open: true })}
            name={name}
            email={session?.email ?? ''}
          >
            {button}
          </ProfileList>
        </Suspense>
      ) : (
        button
      )}
      {asked && (
        <Suspense>
          <PasswordDialog opened={asking} onClose={password.close} />
        </Suspense>
      )}
      {(account.asked || must) && (
        <Suspense>
          <AccountDialog
            opened={account.open || must}
            must={must}
            onClose={() => setAccount({ asked: true, open: false })}
          />
        </Suspense>
      )}
    </>
  )
}
