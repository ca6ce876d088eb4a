import { expect, test } from 'vitest'
import { PAGES } from '../contract/menu.ts'
import { MENU_PAGES } from './pages.ts'

test('every path of the menu has its page, and every page its path', () => {
  expect(Object.keys(MENU_PAGES).toSorted()).toEqual([...PAGES].toSorted())
})
