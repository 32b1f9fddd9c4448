/** The operations for those who help operators; part of `contract.ts`. */
import { nothing, ofApp, query } from './operation.ts'
import type { Operation } from './operation.ts'
import { about } from './support.ts'

/** The rows of Help, merged into the contract. */
export const supportOperations = {
  'app.about': ofApp(query(nothing, about)),
} as const satisfies Record<string, Operation>
