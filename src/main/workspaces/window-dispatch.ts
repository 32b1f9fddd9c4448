/** Answers the calls of windows: operations of the program by themselves, all others at the workspace of the window. */
import { contract } from '../../shared/contract.ts'
import { refusal } from '../../shared/failure.ts'
import type { ProfileId } from '../../shared/ids.ts'
import { isAppOperation } from '../../shared/model/app-operations.ts'
import { isOperation } from '../ipc/dispatch.ts'
import type { Dispatch } from '../ipc/dispatch.ts'
import type { CallContext, Emit } from '../ipc/handlers.ts'
import type { WindowProfiles } from './registry.ts'

interface WindowDispatchContext {
  readonly windowProfiles: Pick<WindowProfiles, 'windowsOn'>
  /** To one window. */
  readonly emitTo: (windowId: number) => Emit
}

interface DispatchPlace {
  readonly profileId: ProfileId | null
  readonly dispatch: Dispatch
}

interface Answering {
  /** Answers the operations that fit whatever profile a window shows. */
  readonly program: Dispatch
  /** The workspace of a window. */
  readonly at: (windowId: number) => DispatchPlace
}

function isQuery(name: unknown): boolean {
  return isOperation(name) && contract[name].kind === 'query'
}

/** A page that does not know its profile yet may read; it can have drawn nothing that commands. */
function isMadeFor(profileId: ProfileId | null, name: unknown, context: CallContext): boolean {
  return context.profileId === profileId || (context.profileId === undefined && isQuery(name))
}

/**
 * Refuses what was made for another profile than the window shows, and does not show what was asked of the previous profile.
 * A command that was done is reported all the same, to the other windows of its profile too.
 */
export function createWindowDispatch(
  { windowProfiles, emitTo }: WindowDispatchContext,
  { program, at }: Answering,
): Dispatch {
  const notifyOthers = (profileId: ProfileId | null, windowId: number, operation: string): void => {
    for (const other of profileId === null ? [] : windowProfiles.windowsOn(profileId)) {
      if (other !== windowId) emitTo(other)('elsewhere.done', { operation })
    }
  }
  return async (name, input, context) => {
    const workspace = at(context.windowId)
    const isOfProgram = isOperation(name) && isAppOperation(name)
    if (isOperation(name) && !isOfProgram && !isMadeFor(workspace.profileId, name, context)) {
      return { ok: false, failure: refusal('profile-moved').failure }
    }
    const result = await (isOfProgram ? program : workspace.dispatch)(name, input, context)
    if (result.ok && !isQuery(name)) notifyOthers(workspace.profileId, context.windowId, String(name))
    const hasMoved = at(context.windowId) !== workspace
    return hasMoved && isQuery(name) ? { ok: false, failure: refusal('profile-moved').failure } : result
  }
}
