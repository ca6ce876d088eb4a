import type { Cluster } from '../../../../contract/programme/held-scans.ts'

const MOST = 10
const STEP = 30
const TOP = 16
export const GRAPH = { width: 420, memberX: 140, linkX: 240 }

export type Dot = { label: string; y: number }
export type GraphDrawing = {
  height: number
  members: Dot[]
  links: (Dot & { kind: Cluster['links'][number]['kind'] })[]
  lines: { from: number; to: number }[]
  /** Members who are not drawn. */
  more: number
}

/** Members at the left, what they share at the right, each in the middle of its height. */
export function drawGraph({ members, links }: Pick<Cluster, 'members' | 'links'>): GraphDrawing {
  const shown = members
    .map((member) => ({
      ...member,
      shared: links.filter(({ memberIds }) => memberIds.includes(member.memberId)).length,
    }))
    .toSorted((a, b) => b.shared - a.shared || a.memberId - b.memberId)
    .slice(0, MOST)
  const right = links.toSorted((a, b) => b.memberIds.length - a.memberIds.length).slice(0, MOST)
  const rows = Math.max(shown.length, right.length, 1)
  const yOf = (index: number, of: number) => TOP + (index + (rows - of) / 2) * STEP
  const dots = shown.map(({ memberId, memberName }, i) => ({
    memberId,
    label: memberName,
    y: yOf(i, shown.length),
  }))
  const boxes = right.map(({ kind, label, memberIds }, i) => ({
    kind,
    label,
    memberIds,
    y: yOf(i, right.length),
  }))
  return {
    height: 2 * TOP + (rows - 1) * STEP,
    members: dots.map(({ label, y }) => ({ label, y })),
    links: boxes.map(({ kind, label, y }) => ({ kind, label, y })),
    lines: boxes.flatMap(({ memberIds, y }) =>
      dots.flatMap((dot) => (memberIds.includes(dot.memberId) ? { from: dot.y, to: y } : [])),
    ),
    more: members.length - shown.length,
  }
}
