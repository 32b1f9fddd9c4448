import { FailureError } from '../../src/shared/failure.ts'
import type { Failure } from '../../src/shared/failure.ts'

/** The failure that some work ends with; throws when it ends well, or with anything else. */
export async function failureOf(work: unknown): Promise<Failure> {
  try {
    await work
  } catch (error) {
    if (error instanceof FailureError) return error.failure
    throw error
  }
  throw new Error('it did not fail')
}
