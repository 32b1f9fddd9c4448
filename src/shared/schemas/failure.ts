import { z } from 'zod'
import type { Failure } from '../failure.ts'

/**
 * A failure inside an answer (for example the last failed poll of a job). Main built the failure, so its type is
 * trusted.
 */
export const failure = z.custom<Failure>((value) => typeof value === 'object' && value !== null && 'kind' in value)
