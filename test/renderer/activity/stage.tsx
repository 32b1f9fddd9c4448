/** The Activity section with a journal in memory, which is searched as main searches it. */
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

/** An action of the open profile, newer than all previous actions. */
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

/** A batch of `avatars` avatars that were confirmed together, with their outcomes. */
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

/** These rows as the earlier entries of an action that continued. */
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

/** Opens the section with these entries in any order; the test can add more to the same array. */
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

/** The rows on screen, without headings. */
export async function rows(): Promise<readonly HTMLElement[]> {
  const table = await screen.findByRole('table', { name: 'Activity journal' })
  // By element, because computing the roles inside hundreds of rows takes seconds.
  return within(table)
    .getAllByRole('row')
    .filter((row) => row.querySelector('td') !== null)
}
