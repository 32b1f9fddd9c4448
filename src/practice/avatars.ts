/**
 * A training is a plan of instants. Thus trainings continue while the practice service is stopped, as in the real
 * service.
 */
import type { CreateRequest } from './create-request.ts'
import { isRecord } from './envelope.ts'
import type { JsonObject } from './envelope.ts'
import type { PracticeImageStore } from './media.ts'
import type { Random } from './random.ts'
import { ordinaryConversation, sampleConversations } from './sample-conversations.ts'

interface TrainingPlan {
  readonly processingAt: number
  readonly afterProcessingAt: number
  readonly endsAt: number
  readonly outcome: 'success' | 'failure'
}

/** Stored as a plain JSON value. */
export interface Task {
  /** 19 digits. */
  readonly taskId: string
  readonly createdAt: number
  readonly plan: TrainingPlan
  /** The end of the training has been recorded (a failure refunds its creation). */
  readonly isBooked: boolean
  readonly name: string
  readonly greetings: string
  readonly profile: string
  readonly ttsName: string
  readonly language: string
  /** The public conversation that the avatar was made from; '' for an image without a conversation. */
  readonly madeFrom: string
  readonly modelSceneId: string
  /** 19 digits; returned only after the training has succeeded. */
  readonly conversationId: string
  readonly image: { readonly file: string; readonly width: number; readonly height: number } | null
}

export interface TrainingState {
  /** 0 = training, 1 = failed, 2 = success (service-api.md §Avatar creation status). */
  readonly status: 0 | 1 | 2
  readonly processingStep: 'preparing' | 'processing' | 'after_processing' | 'done'
}

/** A training takes `totalMs`, plus or minus a quarter; a failure happens during processing. */
function planTraining(
  times: { readonly startAt: number; readonly totalMs: number },
  outcome: TrainingPlan['outcome'],
  random: Random,
): TrainingPlan {
  const totalMs = times.totalMs * (0.75 + random.next() * 0.5)
  const timeAt = (share: number) => Math.round(times.startAt + totalMs * share)
  const processingShare = 0.1 + random.next() * 0.1
  const afterShare = 0.7 + random.next() * 0.15
  const endShare = outcome === 'success' ? 1 : (processingShare + afterShare) / 2
  return {
    processingAt: timeAt(processingShare),
    afterProcessingAt: timeAt(afterShare),
    endsAt: timeAt(endShare),
    outcome,
  }
}

function stepAt(plan: TrainingPlan, at: number): TrainingState['processingStep'] {
  if (at < plan.processingAt) return 'preparing'
  return at < plan.afterProcessingAt ? 'processing' : 'after_processing'
}

/** A failed training keeps the step where it stopped. */
export function trainingState({ plan }: Pick<Task, 'plan'>, now: number): TrainingState {
  if (now < plan.endsAt) return { status: 0, processingStep: stepAt(plan, now) }
  if (plan.outcome === 'success') return { status: 2, processingStep: 'done' }
  return { status: 1, processingStep: stepAt(plan, plan.endsAt) }
}

const names = ['Amara Osei', 'Khalid Hassan', 'Lin Yue', 'Sofia Marino', 'Tomás Rivera', 'Ingrid Dahl'] as const
const greetings = ['Hello, I am glad you are here.', 'Welcome! What shall we talk about?', 'Good to see you.'] as const
const profiles = ['Curious and patient, fond of long walks.', 'A quick wit with a soft spot for jazz.'] as const

function saveImage(taskId: string, request: CreateRequest, images: PracticeImageStore): Task['image'] {
  if (request.image === undefined) return null
  const { type, width, height, bytes } = request.image
  const file = `${taskId}.${type === 'jpeg' ? 'jpg' : type}`
  images.save(file, bytes)
  return { file, width, height }
}

function stockPicture(madeFrom: string): string {
  const detail = sampleConversations.get(madeFrom)?.['detailDto']
  const picture = isRecord(detail) ? detail['samplePictureUrl'] : undefined
  return typeof picture === 'string' ? picture : '/model/studio-host.png'
}

export function coverPath(task: Task): string {
  return task.image === null ? stockPicture(task.madeFrom) : `/model/${task.image.file}`
}

function madeConversation(task: Task): JsonObject {
  return ordinaryConversation({
    ...task,
    id: task.conversationId,
    modelId: task.modelSceneId,
    pictureUrl: coverPath(task),
    isPortrait: task.image !== null && task.image.height > task.image.width,
    gender: 2,
  })
}

/** `paid`: a creation was just paid and must not be lost. */
export type WorldChanged = (change?: 'paid') => void

interface AvatarsOptions {
  readonly now: () => number
  readonly random: Random
  /** Milliseconds of a whole training, plus or minus a quarter. */
  readonly trainingMs: number
  readonly images: PracticeImageStore
  readonly creations: number
  readonly tasks: readonly Task[]
  readonly changed: WorldChanged
}

function newTask(
  request: CreateRequest,
  { random, now, trainingMs, images }: AvatarsOptions,
  outcomeOf: (name: string) => TrainingPlan['outcome'],
): Task {
  const taskId = random.longId()
  const name = request.name ?? random.pick(names)
  const createdAt = now()
  return {
    taskId,
    createdAt,
    plan: planTraining({ startAt: createdAt, totalMs: trainingMs }, outcomeOf(name), random),
    isBooked: false,
    name,
    greetings: request.greetings ?? random.pick(greetings),
    profile: request.profile ?? random.pick(profiles),
    ttsName: request.ttsName,
    language: request.defaultSpeakingLanguage ?? 'English',
    madeFrom: request.conversationId,
    modelSceneId: String(random.integer(700_000_000_000_000, 799_999_999_999_999)),
    conversationId: random.longId(),
    image: saveImage(taskId, request, images),
  }
}

export function createAvatars(options: AvatarsOptions) {
  const { now, changed } = options
  const tasks = new Map(options.tasks.map((task) => [task.taskId, task]))
  let creations = options.creations
  let { trainingMs } = options
  let failuresDue = 0

  const recordOutcomes = (): void => {
    for (const task of tasks.values()) {
      if (task.isBooked || now() < task.plan.endsAt) continue
      tasks.set(task.taskId, { ...task, isBooked: true })
      if (task.plan.outcome === 'failure') creations += 1
      changed()
    }
  }

  const outcomeOf = (name: string): TrainingPlan['outcome'] => {
    if (/fail/i.test(name)) return 'failure'
    if (failuresDue === 0) return 'success'
    failuresDue -= 1
    return 'failure'
  }

  const replan = (taskId: string, change: (plan: TrainingPlan) => TrainingPlan): void => {
    const task = tasks.get(taskId)
    if (task === undefined) throw new RangeError(`no task ${taskId}`)
    if (trainingState(task, now()).status !== 0) throw new RangeError(`task ${taskId} has ended`)
    tasks.set(taskId, { ...task, plan: change(task.plan) })
    recordOutcomes()
    changed()
  }

  return {
    creations: (): number => {
      recordOutcomes()
      return creations
    },
    setCreations: (count: number): void => {
      creations = count
      changed()
    },
    trainingMs: (): number => trainingMs,
    setTrainingMs: (ms: number): void => {
      trainingMs = ms
      changed()
    },
    /** Returns undefined when no creation is left. */
    create: (request: CreateRequest): Task | undefined => {
      recordOutcomes()
      if (creations < 1) return undefined
      const task = newTask(request, { ...options, trainingMs }, outcomeOf)
      creations -= 1
      tasks.set(task.taskId, task)
      changed('paid')
      return task
    },
    task: (taskId: string): Task | undefined => {
      recordOutcomes()
      return tasks.get(taskId)
    },
    tasks: (): readonly Task[] => {
      recordOutcomes()
      return [...tasks.values()]
    },
    conversation: (conversationId: string): JsonObject | undefined => {
      const made = [...tasks.values()].find((task) => task.conversationId === conversationId)
      const isTrained = made !== undefined && trainingState(made, now()).status === 2
      return isTrained ? madeConversation(made) : sampleConversations.get(conversationId)
    },
    hasten: (taskId: string, ms: number): void =>
      replan(taskId, (plan) => ({
        ...plan,
        processingAt: plan.processingAt - ms,
        afterProcessingAt: plan.afterProcessingAt - ms,
        endsAt: plan.endsAt - ms,
      })),
    /** Ends the training now; a failed training is refunded. */
    end: (taskId: string, outcome: TrainingPlan['outcome']): void =>
      replan(taskId, (plan) => ({ ...plan, endsAt: now(), outcome })),
    failNext: (count: number): void => {
      failuresDue = count
    },
  }
}
