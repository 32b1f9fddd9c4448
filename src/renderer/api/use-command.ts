/** Commands and tasks of the page. A command and its answer belong to the profile under which the command was sent. */
import { useMutation } from '@tanstack/react-query'
import { useCallback, useEffect, useRef, useState } from 'react'
import type { RefObject } from 'react'
import type { CommandName, InputOf, OutputOf } from '../../shared/contract.ts'
import { isAppOperation } from '../../shared/model/app-operations.ts'
import { call } from './call.ts'
import { commandEffects } from './command-effects.ts'
import type { CommandEffect } from './command-effects.ts'
import { profileScope, shownProfile } from './shown-profile.ts'
import type { ProfileScope } from './shown-profile.ts'

export interface TaskOptions<Input, Answer> {
  /** Sends every call with `scope.profileId`, so that main refuses it once the window shows a different profile. */
  readonly run: (input: Input, scope: ProfileScope) => Promise<Answer>
  /** Not called after a different profile was shown. The task is done when this callback has finished. */
  readonly onAnswer?: ((answer: Answer, input: Input, scope: ProfileScope) => unknown) | undefined
  /** Like `onAnswer`, but called after a failure too. */
  readonly onEnd?: (() => unknown) | undefined
  readonly onFailure?: ((error: Error, input: Input) => void) | undefined
  /** The mutation key with which other components see that the task is pending. */
  readonly key?: readonly unknown[] | undefined
  /** Tasks with the same queue name run one after the other. */
  readonly queue?: string | undefined
  /** The scope of the task; by default the profile on screen. */
  readonly scopeOf?: (() => ProfileScope) | undefined
  /**
   * True when each start changes data: its failure is reported even when a later start exists or succeeded. True by
   * default with a queue. When false, a later start replaces the earlier start, as in a search for a different text.
   */
  readonly isEachReported?: boolean | undefined
}

interface Started<Input, Answer> {
  readonly input: Input
  readonly scope: ProfileScope
  /** Counts the starts of one component, beginning with 1. */
  readonly start: number
  readonly onThisAnswer: ((answer: Answer) => void) | undefined
}

interface Starts {
  readonly last: number
  /** The answers and failures of starts up to this number are no longer shown. */
  readonly forgotten: number
}

interface EarlierFailure {
  readonly error: Error
  readonly scope: ProfileScope
}

/** False once the component has left the page. */
function useIsMounted(): RefObject<boolean> {
  const isMounted = useRef(true)
  useEffect(() => {
    isMounted.current = true
    return () => {
      isMounted.current = false
    }
  }, [])
  return isMounted
}

export type Task<Input, Answer> = ReturnType<typeof useProfileTask<Input, Answer>>

/**
 * A task with several steps, or with a different input from main's operation. It keeps the profile under which it
 * started. TanStack's observer follows only the last start, so the data of each start is stored in its variables.
 */
export function useProfileTask<Input, Answer>(options: TaskOptions<Input, Answer>) {
  const { run, onAnswer, onEnd, onFailure, key, queue, scopeOf = profileScope } = options
  const { isEachReported = queue !== undefined } = options
  const starts = useRef<Starts>({ last: 0, forgotten: 0 })
  const isMounted = useIsMounted()
  const [earlier, setEarlier] = useState<EarlierFailure | null>(null)
  const isReported = ({ start, scope }: Started<Input, Answer>): boolean => {
    const { last, forgotten } = starts.current
    const isReplaced = !isEachReported && start < last
    return isMounted.current && start > forgotten && !isReplaced && scope.isShown()
  }
  const mutation = useMutation({
    mutationFn: ({ input, scope }: Started<Input, Answer>) => run(input, scope),
    ...(key === undefined ? {} : { mutationKey: key }),
    ...(queue === undefined ? {} : { scope: { id: queue } }),
    onSuccess: (answer, { input, scope }) => (scope.isShown() ? onAnswer?.(answer, input, scope) : undefined),
    onError: (failed, started) => {
      const { input, scope, start } = started
      if (scope.isShown()) onFailure?.(failed, input)
      // The observer shows the failure of the last start.
      if (start < starts.current.last && isReported(started)) setEarlier({ error: failed, scope })
    },
    onSettled: async (answer, error, started) => {
      if (!started.scope.isShown()) return
      await onEnd?.()
      // A task without an answer returns undefined.
      if (error === null && isReported(started)) started.onThisAnswer?.(answer as Answer)
    },
  })
  const { mutate, mutateAsync, reset, variables, submittedAt, isPending, isSuccess, data } = mutation
  const begin = useCallback(
    (input: Input, onThisAnswer?: (answer: Answer) => void): Started<Input, Answer> => {
      const { last, forgotten } = starts.current
      starts.current = { last: last + 1, forgotten }
      setEarlier(null)
      // Reads the scope now instead of at the task's turn in the queue: a different profile might be on screen by then.
      return { input, scope: scopeOf(), start: last + 1, onThisAnswer }
    },
    [scopeOf],
  )
  return {
    /** Keeps its identity. `onThisAnswer` is for the component: it is not called after the component has unmounted. */
    mutate: useCallback(
      (input: Input, onThisAnswer?: (answer: Answer) => void): void => mutate(begin(input, onThisAnswer)),
      [mutate, begin],
    ),
    /** Keeps its identity; rejects with `CallError`. */
    mutateAsync: useCallback((input: Input) => mutateAsync(begin(input)), [mutateAsync, begin]),
    /** Forgets the starts so far: their answers and failures are not shown any more. Keeps its identity. */
    reset: useCallback((): void => {
      const { last } = starts.current
      starts.current = { last, forgotten: last }
      setEarlier(null)
      reset()
    }, [reset]),
    /** The input of the last start. */
    input: variables?.input,
    startedAt: submittedAt,
    isPending,
    isSuccess,
    data,
    /** The failure of the last start, or of an earlier start that failed after the last start began. */
    error: mutation.error ?? (earlier?.scope.isShown() === true ? earlier.error : null),
  }
}

/**
 * The scope of operations that belong to Greenroom itself: their answers count whichever profile is on screen by then.
 */
export const appScope = (): ProfileScope => ({ profileId: shownProfile(), isShown: () => true })

export interface CommandOptions<Name extends CommandName> extends Pick<
  TaskOptions<InputOf<Name>, OutputOf<Name>>,
  'onEnd' | 'onFailure' | 'queue'
> {
  /** Called when the cache has the answer. */
  readonly onDone?: (answer: OutputOf<Name>, input: InputOf<Name>) => void
}

/** A command of the contract; `command-effects.ts` says what its answer changes in the cache. */
export function useCommand<Name extends CommandName>(
  name: Name,
  { onDone, ...options }: CommandOptions<Name> = {},
): Task<InputOf<Name>, OutputOf<Name>> {
  const effect: CommandEffect<Name> | undefined = commandEffects[name]
  return useProfileTask({
    ...options,
    isEachReported: true,
    scopeOf: isAppOperation(name) ? appScope : profileScope,
    run: (input: InputOf<Name>, { profileId }) => call(name, input, profileId),
    onAnswer: async (answer, input, scope) => {
      await effect?.(answer, input)
      if (scope.isShown()) onDone?.(answer, input)
    },
  })
}
