/** Remembers what the answers to each profile are made of, and says when that changes. See docs/decisions/036. */
import type { ProfileId } from '../../shared/ids.ts'
import type { Profile } from '../../shared/schemas/profile.ts'
import type { Clock } from '../lib/clock.ts'
import { limitErrors } from '../lib/log.ts'
import type { Log } from '../lib/log.ts'
import { redactSecrets } from '../lib/redaction.ts'
import type { ShapesRepository } from '../store/shapes-repository.ts'
import { createAnswerShape, shownFields } from './answer-shape.ts'
import type { AnswerShape, ShapeRules } from './answer-shape.ts'
import type { AnswerShapes } from './client.ts'
import type { OperationRow } from './operation-row.ts'
import { operations } from './operations.ts'
import type { ServiceOperation } from './operations.ts'
import { envelopeMembers } from './parse-response.ts'

interface ShapeWatchParts {
  readonly repository: ShapesRepository
  readonly clock: Pick<Clock, 'now'>
  readonly log: Log
  /** Null for a deleted profile, of which nothing is stored any more; the same for one that moved to another service. */
  readonly findProfile: (id: ProfileId) => Profile | null
  /** Changes of the answers to a profile were stored or forgotten. */
  readonly onChanged: (id: ProfileId) => void
}

export interface ShapeWatch {
  /** What the client of a profile hands its answers to. */
  readonly of: (profile: Profile) => AnswerShapes
  /** Begins anew, for another service or after the profile was erased. Failures: storage. */
  readonly forget: (id: ProfileId) => void
}

type Documentation = Pick<ShapeRules, 'documented' | 'described'>

const parentOf = (path: string): string => path.slice(0, Math.max(0, path.lastIndexOf('.')))

/** What the contract says of an operation's answer. */
export function documentationOf(operation: ServiceOperation): Documentation {
  const { documented }: OperationRow = operations[operation]
  if (documented === null) return { documented: new Set(), described: new Set() }
  const below = documented.map((path) => `data.${path}`)
  const paths = [...envelopeMembers, ...below]
  return { documented: new Set(paths), described: new Set(['data', ...paths.map(parentOf)]) }
}

/** Reads what is stored at the first answer of each operation. */
export function createShapeWatch(parts: ShapeWatchParts): ShapeWatch {
  const { repository, clock, log, findProfile, onChanged } = parts
  const logError = limitErrors(log)
  const open = new Map<ProfileId, Map<ServiceOperation, AnswerShape>>()

  const shapeOf = (id: ProfileId, operation: ServiceOperation): AnswerShape => {
    const shapes = open.getOrInsertComputed(id, () => new Map<ServiceOperation, AnswerShape>())
    return shapes.getOrInsertComputed(operation, () => {
      // An application's id may be any word.
      const isApplication = (name: string): boolean =>
        findProfile(id)?.applications.some(({ appId }) => appId === name) === true
      return createAnswerShape(repository.known(id, operation) ?? [], {
        ...documentationOf(operation),
        isData: (name) => isApplication(name) || redactSecrets(name) !== name,
      })
    })
  }

  const observe = ({ id, baseUrl, kind }: Profile, operation: ServiceOperation, answer: unknown): void => {
    // The practice service is a part of the program, and its samples differ on purpose.
    if (kind === 'practice') return
    // The answer to a command may come after the profile was deleted, or moved to another service.
    if (findProfile(id)?.baseUrl !== baseUrl) return
    const shape = shapeOf(id, operation)
    const { changes, isNew } = shape.observe(answer)
    if (!isNew) return
    const fields = shape.fields()
    const known = repository.known(id, operation)
    // The first answer is what later answers are compared with; the viewer shows its undocumented fields.
    if (changes.length === 0 || known === null) {
      repository.store(id, operation, fields)
      return
    }
    const before = shownFields(known)
    const after = shownFields(fields)
    repository.change(id, { operation, at: clock.now(), changes: [...changes], before, after }, fields)
    onChanged(id)
  }

  return {
    of: (profile) => ({
      observe: (operation, answer) => {
        // The outcome of a command that has just been answered must not depend on it.
        try {
          observe(profile, operation, answer)
        } catch (error) {
          logError('the shape of an answer was not stored', error)
          // As it is stored: the next answer shows the change again.
          open.get(profile.id)?.delete(operation)
        }
      },
    }),
    forget: (id) => {
      open.delete(id)
      repository.forget(id)
      // The changes stay in the connection status; a notice of them would speak of a service that is not used any more.
      repository.seen(id, clock.now())
      onChanged(id)
    },
  }
}
