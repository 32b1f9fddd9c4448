/**
 * Every step of the database's schema, oldest first; a new step is added at the end and never changed once released.
 */
import type { Migration } from './migrate.ts'
import { initial } from './migrations/001-initial.ts'

export const migrations: readonly Migration[] = [{ name: 'initial', sql: initial }]
