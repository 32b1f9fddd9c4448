/** The eight operations, a row each (service-api.md §Endpoints). */
import { coverPath, trainingState } from './avatars.ts'
import type { Task } from './avatars.ts'
import { readCreateRequest } from './create-request.ts'
import { emptyAnswer, refusalAnswer, successAnswer } from './envelope.ts'
import type { Answer, EnvelopeStyle, JsonObject } from './envelope.ts'
import { corporateId, sampleIds } from './sample-conversations.ts'
import type { World } from './practice-world.ts'

/** The answers of this simulation where the contract defines none. */
export interface Quirks {
  /** Values of queryAvatar for ids and cover that a training has not produced yet. */
  readonly unfinishedIds: 'empty' | 'null' | 'absent'
  /** The `data` of a close-all answer: always `{}`, or `{}` and `""` in turn. */
  readonly closeAllData: 'object' | 'alternate'
  /** Whether an image may come without conversationId, as the vendor's own tool sends it. */
  readonly imageAlone: boolean
}

interface OperationContext {
  readonly world: World
  readonly quirks: Quirks
  readonly now: number
  /** Origin of the service and its media, without a trailing slash. */
  readonly origin: string
  /** Number of earlier answers to close-all. */
  readonly closeAllsBefore: number
}

/** An operation; its path is `/` followed by its name. */
interface Operation {
  readonly method: 'GET' | 'POST'
  readonly style: EnvelopeStyle
  readonly answer: (
    request: { readonly query: URLSearchParams; readonly body: string; readonly contentType: string },
    context: OperationContext,
  ) => Answer
}

const invalidRequest = (style: EnvelopeStyle, text: string) => refusalAnswer(style, { code: '-1', text })

const createAvatar: Operation['answer'] = (request, { world, quirks }) => {
  if (!/^application\/json\b/i.test(request.contentType))
    return invalidRequest('msg', 'content type must be application/json')
  const input = readCreateRequest(request.body, quirks.imageAlone)
  if (typeof input === 'string') return invalidRequest('msg', input)
  const task = world.avatars.create(input)
  if (task === undefined) return refusalAnswer('msg', { code: '1009', text: 'quota insufficient' })
  return successAnswer('msg', { taskId: task.taskId })
}

function trainingResult(task: Task, context: OperationContext): JsonObject {
  const isDone = trainingState(task, context.now).status === 2
  const coverImage = `${context.origin}${coverPath(task)}`
  if (isDone) return { modelSceneId: task.modelSceneId, conversationId: task.conversationId, coverImage }
  const unfinished = {
    empty: { modelSceneId: '', conversationId: '', coverImage },
    null: { modelSceneId: null, conversationId: null, coverImage: null },
    absent: {},
  }
  return unfinished[context.quirks.unfinishedIds]
}

const queryAvatar: Operation['answer'] = (request, context) => {
  const taskId = request.query.get('taskId') ?? ''
  if (!/^\d{1,19}$/.test(taskId)) return invalidRequest('msg', 'taskId must be an integer')
  const task = context.world.avatars.task(taskId)
  if (task === undefined) return refusalAnswer('msg', { code: '1007', text: 'avatar task does not exist' })
  const { status, processingStep } = trainingState(task, context.now)
  return successAnswer('msg', { name: task.name, ...trainingResult(task, context), status, processingStep })
}

const getConversationById: Operation['answer'] = (request, { world }) => {
  const id = request.query.get('conversationId') ?? ''
  if (id === '') return invalidRequest('both', 'conversationId cannot be empty')
  const conversation = world.avatars.conversation(id)
  if (conversation === undefined) {
    return refusalAnswer('both', { code: '1007', text: 'dialogue information does not exist' })
  }
  // Documented samples have the codes "0", "200" and "", and only `success` is constant, so one sample here has "".
  return successAnswer('both', conversation, id === sampleIds.vendor ? '' : '0')
}

const queryAccount: Operation['answer'] = (_request, { world }) =>
  successAnswer('msg', {
    companionCreateTimesBalance: world.avatars.creations(),
    durationBalance: world.applications.durationSeconds(),
  })

function unknownApplication(appId: string): Answer {
  return appId === ''
    ? invalidRequest('message', 'appId cannot be empty')
    : refusalAnswer('message', { code: '40001', text: 'invalid appId or secret' })
}

const concurrency: Operation['answer'] = (request, { world }) => {
  const appId = request.query.get('appId') ?? ''
  const app = world.applications.find(appId)
  if (app === undefined) return unknownApplication(appId)
  return successAnswer('message', {
    cropId: corporateId,
    totalConcurrentNumber: app.calls.length,
    userConcurrentNumber: app.calls.filter((call) => call.isOwn).length,
  })
}

const closeAll: Operation['answer'] = (request, { world, quirks, closeAllsBefore }) => {
  const appId = request.query.get('appId') ?? ''
  if (world.applications.find(appId) === undefined) return unknownApplication(appId)
  world.applications.closeAll(appId)
  const isText = quirks.closeAllData === 'alternate' && closeAllsBefore % 2 === 1
  return successAnswer('message', isText ? '' : {})
}

const sessionStop: Operation['answer'] = (request, { world }) => {
  const uuid = request.query.get('uuid') ?? ''
  if (uuid === '') return invalidRequest('message', 'uuid cannot be empty')
  return world.applications.stop(uuid)
    ? emptyAnswer()
    : refusalAnswer('message', { code: '2002', text: 'session does not exist' })
}

export const operations = {
  createAvatar: { method: 'POST', style: 'msg', answer: createAvatar },
  queryAvatar: { method: 'GET', style: 'msg', answer: queryAvatar },
  getConversationById: { method: 'GET', style: 'both', answer: getConversationById },
  queryAccount: { method: 'GET', style: 'msg', answer: queryAccount },
  getconcurrentNumber: { method: 'GET', style: 'message', answer: concurrency },
  getconcurrentList: { method: 'GET', style: 'message', answer: concurrency },
  distroyCallSessionsByAppId: { method: 'GET', style: 'message', answer: closeAll },
  sessionStop: { method: 'GET', style: 'message', answer: sessionStop },
} as const satisfies Readonly<Record<string, Operation>>

export type OperationName = keyof typeof operations

export function isOperationName(word: string): word is OperationName {
  return Object.hasOwn(operations, word)
}
