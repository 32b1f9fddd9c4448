import { FailureError } from '../../src/shared/failure.ts'
import type { Failure } from '../../src/shared/failure.ts'

/** The failure with which some work ends; throws when the work succeeds or fails in a different way. */
export async function failureOf(work: unknown): Promise<Failure> {
  try {
    await work
  } catch (error) {
    if (error instanceof FailureError) return error.failure
    throw error
  }
  throw new Error('it did not fail')
}
