/** The Activity section over a journal that is in memory and is searched as main does it. */
import { screen, within } from '@testing-library/react'
import type { z } from 'zod'
import type { Handlers } from '../../../src/main/ipc/handlers.ts'
import { ActivitySection } from '../../../src/renderer/sections/activity/activity-section.tsx'
import type { ActivityBatch, activityFacts, ActivityFilter, ActivityRow } from '../../../src/shared/schemas/activity.ts'
import { activityRow } from '../../../src/shared/schemas/activity.ts'
import { renderPage } from '../../support/render.tsx'
import type { RenderedPage } from '../../support/render.tsx'

let entries = 0

interface Changes extends Partial<Omit<ActivityRow, 'facts'>> {
  readonly facts?: z.input<typeof activityFacts>
}

/** An act of the open profile, newer than all before. */
export function anEntry(changes: Changes = {}): ActivityRow {
  entries += 1
  return activityRow.parse({
    id: entries,
    at: 1_795_000_000_000,
    profileId: 'profile-1',
    profileName: 'Lobby, production',
    operator: 'mei',
    act: null,
    isIntent: false,
    action: 'session.close',
    target: 'call-1',
    outcome: 'done',
    facts: {},
    failure: null,
    isInProgress: false,
    exchangeId: null,
    hash: 'ab12cd34'.repeat(8),
    label: '',
    batch: null,
    earlier: [],
    ...changes,
  })
}

/** So many avatars that were confirmed together, and what became of them. */
export function aBatch(avatars: number, outcomes: Partial<ActivityBatch> = {}): ActivityBatch {
  return {
    avatars,
    accepted: 0,
    ready: 0,
    failed: 0,
    unknown: 0,
    rejected: 0,
    notCreated: 0,
    readyMs: null,
    ...outcomes,
  }
}

/** These as the entries of an act that went on. */
export function earlierOf(...rows: readonly ActivityRow[]): ActivityRow['earlier'] {
  return rows.map(({ id, at, action, isIntent, outcome, facts, hash }) => ({
    id,
    at,
    action,
    isIntent,
    outcome,
    facts,
    hash,
  }))
}

function fits(entry: ActivityRow, { search, actions, outcomes, scope, from, to }: ActivityFilter): boolean {
  const text = JSON.stringify(entry).toLowerCase()
  const tests = [
    search.split(/\s+/).every((label) => text.includes(label.toLowerCase())),
    actions.length === 0 || actions.includes(entry.action),
    outcomes.length === 0 || outcomes.includes(entry.outcome),
    scope === 'all' || entry.profileId === 'profile-1',
    from === null || entry.at >= from,
    to === null || entry.at < to,
  ]
  return !tests.includes(false)
}

/** Opens the section on these entries, in any order; more may be put into the same array. */
export function openSection(journal: readonly ActivityRow[], handlers: Partial<Handlers> = {}): RenderedPage {
  return renderPage(<div style={{ overflowY: 'auto' }}>{<ActivitySection />}</div>, {
    handlers: {
      'activity.list': ({ limit, filter }) => {
        const found = journal.filter((entry) => fits(entry, filter)).sort((one, other) => other.id - one.id)
        return { rows: found.slice(0, limit), total: found.length }
      },
      ...handlers,
    },
  })
}

/** The rows on screen, without heads. */
export async function rows(): Promise<readonly HTMLElement[]> {
  const table = await screen.findByRole('table', { name: 'Activity journal' })
  // By element: to ask hundreds of rows for the roles of what is in them takes seconds.
  return within(table)
    .getAllByRole('row')
    .filter((row) => row.querySelector('td') !== null)
}
