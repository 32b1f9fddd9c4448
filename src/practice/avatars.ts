/** Creations: the balance they cost, the tasks they start, and the conversations that tasks become. */
import type { CreateRequest } from './create-request.ts'
import { ordinaryConversation } from './conversation-base.ts'
import type { PracticeImageStore } from './media.ts'
import { isRecord } from './json.ts'
import type { JsonObject } from './json.ts'
import type { Random } from './random.ts'
import { sampleConversations } from './sample-conversations.ts'
import { hasten, planTraining, trainingState } from './training.ts'
import type { TrainingPlan } from './training.ts'

/** One creation as stored: a plain JSON value. */
export interface Task {
  /** 19 digits. */
  readonly taskId: string
  readonly createdAt: number
  readonly plan: TrainingPlan
  /** Whether the end of the training has been booked (a failure refunds its creation). */
  readonly isBooked: boolean
  readonly name: string
  readonly greetings: string
  readonly profile: string
  readonly ttsName: string
  readonly language: string
  /** The public conversation that it was made from; '' when an image came without one. */
  readonly madeFrom: string
  readonly modelSceneId: string
  /** 19 digits; answered only when the training has succeeded. */
  readonly conversationId: string
  readonly image: { readonly file: string; readonly width: number; readonly height: number } | null
}

/** The part of the practice world that is about creations. */
export interface Avatars {
  readonly creations: () => number
  readonly setCreations: (count: number) => void
  /** The new task, or undefined when no creation is left. */
  readonly create: (request: CreateRequest) => Task | undefined
  readonly task: (taskId: string) => Task | undefined
  readonly tasks: () => readonly Task[]
  readonly conversation: (conversationId: string) => JsonObject | undefined
  readonly change: (taskId: string, change: (plan: TrainingPlan) => TrainingPlan) => void
  readonly failNext: (count: number) => void
}

/** What creations start from. */
export interface AvatarsOptions {
  readonly now: () => number
  readonly random: Random
  readonly trainingMs: number
  readonly images: PracticeImageStore
  readonly creations: number
  readonly tasks: readonly Task[]
  readonly changed: () => void
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

/** The media path of a task's cover: its own image, else the picture of the public conversation. */
export function coverPath(task: Task): string {
  return task.image === null ? stockPicture(task.madeFrom) : `/model/${task.image.file}`
}

function madeConversation(task: Task): JsonObject {
  return ordinaryConversation({
    id: task.conversationId,
    name: task.name,
    language: task.language,
    greetings: task.greetings,
    profile: task.profile,
    ttsName: task.ttsName,
    modelId: task.modelSceneId,
    pictureUrl: coverPath(task),
    isPortrait: task.image !== null && task.image.height > task.image.width,
    gender: 2,
  })
}

/** Creations from the options' balance and tasks on. */
export function createAvatars(options: AvatarsOptions): Avatars {
  const { now, random } = options
  const tasks = new Map(options.tasks.map((task) => [task.taskId, task]))
  let creations = options.creations
  let failuresDue = 0

  const recordOutcome = (task: Task): void => {
    if (task.isBooked || now() < task.plan.endsAt) return
    tasks.set(task.taskId, { ...task, isBooked: true })
    if (task.plan.outcome === 'failure') creations += 1
    options.changed()
  }
  const recordOutcomes = (): void => {
    for (const task of tasks.values()) recordOutcome(task)
  }

  const outcomeOf = (name: string): TrainingPlan['outcome'] => {
    if (/fail/i.test(name)) return 'failure'
    if (failuresDue === 0) return 'success'
    failuresDue -= 1
    return 'failure'
  }

  const newTask = (request: CreateRequest): Task => {
    const taskId = random.longId()
    const name = request.name ?? random.pick(names)
    const createdAt = now()
    return {
      taskId,
      createdAt,
      plan: planTraining({ startAt: createdAt, totalMs: options.trainingMs }, outcomeOf(name), random),
      isBooked: false,
      name,
      greetings: request.greetings ?? random.pick(greetings),
      profile: request.profile ?? random.pick(profiles),
      ttsName: request.ttsName,
      language: request.defaultSpeakingLanguage ?? 'English',
      madeFrom: request.conversationId,
      modelSceneId: String(random.integer(700_000_000_000_000, 799_999_999_999_999)),
      conversationId: random.longId(),
      image: saveImage(taskId, request, options.images),
    }
  }

  const byConversation = (conversationId: string): Task | undefined =>
    [...tasks.values()].find(
      (task) => task.conversationId === conversationId && trainingState(task.plan, now()).status === 2,
    )

  return {
    creations: () => {
      recordOutcomes()
      return creations
    },
    setCreations: (count) => {
      creations = count
      options.changed()
    },
    create: (request) => {
      recordOutcomes()
      if (creations < 1) return undefined
      const task = newTask(request)
      creations -= 1
      tasks.set(task.taskId, task)
      options.changed()
      return task
    },
    task: (taskId) => {
      recordOutcomes()
      return tasks.get(taskId)
    },
    tasks: () => {
      recordOutcomes()
      return [...tasks.values()]
    },
    conversation: (conversationId) => {
      const task = byConversation(conversationId)
      return task === undefined ? sampleConversations.get(conversationId) : madeConversation(task)
    },
    change: (taskId, change) => {
      const task = tasks.get(taskId)
      if (task === undefined) throw new RangeError(`no task ${taskId}`)
      if (trainingState(task.plan, now()).status !== 0) throw new RangeError(`task ${taskId} has ended`)
      tasks.set(taskId, { ...task, plan: change(task.plan) })
      recordOutcomes()
      options.changed()
    },
    failNext: (count) => {
      failuresDue = count
    },
  }
}

/** A plan change that ends a training at an instant, in the way given. */
export function endNow(at: number, outcome: TrainingPlan['outcome']) {
  return (plan: TrainingPlan): TrainingPlan => ({ ...plan, endsAt: at, outcome })
}

/** A plan change that moves a training forward. */
export function forward(ms: number) {
  return (plan: TrainingPlan): TrainingPlan => hasten(plan, ms)
}
