import { expect, test } from 'vitest'
import { drawGraph } from './cluster-graph.ts'

const member = (memberId: number) => ({
  memberId,
  memberCode: `M${memberId}`,
  memberName: `Member ${memberId}`,
})

test('a line from each member to what the member shares', () => {
  const links = [
    { kind: 'account' as const, label: 'One account', memberIds: [2, 3] },
    { kind: 'device' as const, label: 'phone', memberIds: [1, 2, 3] },
  ]
  const graph = drawGraph({ members: [1, 2, 3].map(member), links })
  // Those who share most stand first, and so does what most share.
  expect(graph.members.map(({ label }) => label)).toEqual(['Member 2', 'Member 3', 'Member 1'])
  expect(graph.links.map(({ kind }) => kind)).toEqual(['device', 'account'])
  expect(graph.lines).toHaveLength(5)
  expect(graph.lines).toContainEqual({ from: 76, to: 31 })
  expect(graph).toMatchObject({ height: 92, more: 0 })
})

test('of many members ten are drawn, and the rest is counted', () => {
  const members = Array.from({ length: 14 }, (_, i) => member(i + 1))
  const graph = drawGraph({ members, links: [] })
  expect(graph.members).toHaveLength(10)
  expect(graph.more).toBe(4)
})
