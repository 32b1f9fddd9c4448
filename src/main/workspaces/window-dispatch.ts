/**
 * Routes the calls of windows: operations of the program to the program, all other operations to the window's
 * workspace.
 */
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
  /** Emits to one window. */
  readonly emitTo: (windowId: number) => Emit
}

interface DispatchTarget {
  readonly profileId: ProfileId | null
  readonly dispatch: Dispatch
}

interface Answering {
  /** Dispatches operations that do not depend on the profile of a window. */
  readonly program: Dispatch
  /** The workspace of a window. */
  readonly at: (windowId: number) => DispatchTarget
}

function isQuery(name: unknown): boolean {
  return isOperation(name) && contract[name].kind === 'query'
}

/** A page that does not know its profile yet may only read, because it has not drawn any command yet. */
function isMadeFor(profileId: ProfileId | null, name: unknown, context: CallContext): boolean {
  return context.profileId === profileId || (context.profileId === undefined && isQuery(name))
}

/**
 * Refuses a call made for a different profile than the window shows, and discards the result of a query to the previous
 * profile. The result of a completed command is always returned, and the other windows of its profile are notified.
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
