/** Stores the shape of the answers to each profile and reports its changes. See docs/decisions/036. */
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
  /**
   * Null for a deleted profile. Nothing is stored for a deleted profile or for a profile that moved to a different
   * service.
   */
  readonly findProfile: (id: ProfileId) => Profile | null
  /** Called when changes of a profile's answers were stored or removed. */
  readonly onChanged: (id: ProfileId) => void
}

export interface ShapeWatch {
  /** Returns the observer for the answers of a profile's client. */
  readonly of: (profile: Profile) => AnswerShapes
  /** Removes the shapes of a profile that moved to a different service or was erased. Failures: storage. */
  readonly forget: (id: ProfileId) => void
}

type Documentation = Pick<ShapeRules, 'documented' | 'described'>

const parentOf = (path: string): string => path.slice(0, Math.max(0, path.lastIndexOf('.')))

/** The documented members of an operation's answer. */
export function documentationOf(operation: ServiceOperation): Documentation {
  const { documented }: OperationRow = operations[operation]
  if (documented === null) return { documented: new Set(), described: new Set() }
  const dataMembers = documented.map((path) => `data.${path}`)
  const paths = [...envelopeMembers, ...dataMembers]
  return { documented: new Set(paths), described: new Set(['data', ...paths.map(parentOf)]) }
}

/** Reads a stored shape only at the first answer of its operation. */
export function createShapeWatch(parts: ShapeWatchParts): ShapeWatch {
  const { repository, clock, log, findProfile, onChanged } = parts
  const logError = limitErrors(log)
  const open = new Map<ProfileId, Map<ServiceOperation, AnswerShape>>()

  const shapeOf = (id: ProfileId, operation: ServiceOperation): AnswerShape => {
    const shapes = open.getOrInsertComputed(id, () => new Map<ServiceOperation, AnswerShape>())
    return shapes.getOrInsertComputed(operation, () => {
      // An application's id can be any word, so `isDataName` does not recognise it.
      const isApplication = (name: string): boolean =>
        findProfile(id)?.applications.some(({ appId }) => appId === name) === true
      return createAnswerShape(repository.known(id, operation) ?? [], {
        ...documentationOf(operation),
        isData: (name) => isApplication(name) || redactSecrets(name) !== name,
      })
    })
  }

  const observe = ({ id, baseUrl, kind }: Profile, operation: ServiceOperation, answer: unknown): void => {
    // The practice service is part of the program, and its samples differ on purpose.
    if (kind === 'practice') return
    // The answer to a command can arrive after the profile was deleted or moved to a different service.
    if (findProfile(id)?.baseUrl !== baseUrl) return
    const shape = shapeOf(id, operation)
    const { changes, isNew } = shape.observe(answer)
    if (!isNew) return
    const fields = shape.fields()
    const knownFields = repository.known(id, operation)
    // Later answers are compared with the first answer, whose undocumented fields appear in the viewer.
    if (changes.length === 0 || knownFields === null) {
      repository.store(id, operation, fields)
      return
    }
    const before = shownFields(knownFields)
    const after = shownFields(fields)
    repository.change(id, { operation, at: clock.now(), changes: [...changes], before, after }, fields)
    onChanged(id)
  }

  return {
    of: (profile) => ({
      observe: (operation, answer) => {
        // An error here must not change the outcome of a command.
        try {
          observe(profile, operation, answer)
        } catch (error) {
          logError('the shape of an answer could not be stored', error)
          // Drops the shape in memory, so that the next answer is compared with the stored shape and reports the change
          // again.
          open.get(profile.id)?.delete(operation)
        }
      },
    }),
    forget: (id) => {
      open.delete(id)
      repository.forget(id)
      // The changes stay in the connection status, but are marked as seen: a notice would concern a service no longer
      // in use.
      repository.seen(id, clock.now())
      onChanged(id)
    },
  }
}
