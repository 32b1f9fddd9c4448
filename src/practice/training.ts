/**
 * A training is a plan of instants made at creation; what a task answers is worked out from the plan and the time, so a
 * practice world that was away for an hour has simply gone on training, as the real service would.
 */
import type { Random } from './random.ts'

/** The instants of one training, epoch milliseconds. */
export interface TrainingPlan {
  readonly processingAt: number
  readonly afterProcessingAt: number
  readonly endsAt: number
  readonly outcome: 'success' | 'failure'
}

/** The wire's step names (service-api.md §Avatar creation status). */
export type ProcessingStep = 'preparing' | 'processing' | 'after_processing' | 'done'

/** What a plan says at an instant: the wire's status and step. */
export interface TrainingState {
  /** 0 = training, 1 = failed, 2 = success. */
  readonly status: 0 | 1 | 2
  readonly processingStep: ProcessingStep
}

/** A plan that takes about the time given, a quarter more or less; a failure strikes during processing. */
export function planTraining(
  times: { readonly startAt: number; readonly totalMs: number },
  outcome: TrainingPlan['outcome'],
  random: Random,
): TrainingPlan {
  const totalMs = times.totalMs * (0.75 + random.next() * 0.5)
  const at = (share: number) => Math.round(times.startAt + totalMs * share)
  const processingShare = 0.1 + random.next() * 0.1
  const afterShare = 0.7 + random.next() * 0.15
  const endShare = outcome === 'success' ? 1 : (processingShare + afterShare) / 2
  return { processingAt: at(processingShare), afterProcessingAt: at(afterShare), endsAt: at(endShare), outcome }
}

function stepAt(plan: TrainingPlan, at: number): ProcessingStep {
  if (at < plan.processingAt) return 'preparing'
  return at < plan.afterProcessingAt ? 'processing' : 'after_processing'
}

/** The state of a training at an instant. A failed one keeps the step where it stopped. */
export function trainingState(plan: TrainingPlan, now: number): TrainingState {
  if (now < plan.endsAt) return { status: 0, processingStep: stepAt(plan, now) }
  if (plan.outcome === 'success') return { status: 2, processingStep: 'done' }
  return { status: 1, processingStep: stepAt(plan, plan.endsAt) }
}

/** The plan with every instant that much earlier. */
export function hasten(plan: TrainingPlan, ms: number): TrainingPlan {
  return {
    ...plan,
    processingAt: plan.processingAt - ms,
    afterProcessingAt: plan.afterProcessingAt - ms,
    endsAt: plan.endsAt - ms,
  }
}
