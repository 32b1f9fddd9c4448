/** The filter of the journal, which outlives a visit to another section. */
import type { ActivityGroup } from '../../shared/model/activity-actions.ts'
import type { ActivityEntry } from '../../shared/schemas/activity.ts'
import { createProfileStore } from './create-store.ts'

export interface ActivityView {
  readonly search: string
  readonly group: ActivityGroup | 'all'
  readonly outcome: ActivityEntry['outcome'] | 'all'
  readonly scope: 'profile' | 'all'
  readonly period: 'all' | 'today' | 'week' | 'month' | 'custom'
  /** Of the custom period: days as `2026-11-21` in the operator's time, both included; "" for none. */
  readonly fromDay: string
  readonly toDay: string
}

/** Everything of the open profile. */
export const wholeView: ActivityView = {
  search: '',
  group: 'all',
  outcome: 'all',
  scope: 'profile',
  period: 'all',
  fromDay: '',
  toDay: '',
}

export const isWholeView = (view: ActivityView): boolean => JSON.stringify(view) === JSON.stringify(wholeView)

const store = createProfileStore(wholeView)

export const useActivityView = (): ActivityView => store.useState((view) => view)
export const changeActivityView = (changes: Partial<ActivityView>): void => store.set(() => changes)
