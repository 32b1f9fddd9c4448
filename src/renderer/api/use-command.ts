/** Everything that the page has done. A command belongs to the profile under which it was given, and so does its answer. */
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
  /** Sends with `scope.profileId` whatever it sends: main refuses it once the window shows another profile. */
  readonly run: (input: Input, scope: ProfileScope) => Promise<Answer>
  /** Not called any more once another profile is shown; the task is done when this is. */
  readonly onAnswer?: ((answer: Answer, input: Input, scope: ProfileScope) => unknown) | undefined
  /** As `onAnswer`, after a failure too. */
  readonly onEnd?: (() => unknown) | undefined
  readonly onFailure?: ((error: Error, input: Input) => void) | undefined
  /** By which others see that it is pending. */
  readonly key?: readonly unknown[] | undefined
  /** Those of one name run one after the other. */
  readonly queue?: string | undefined
  /** The scope it runs under; by default the profile on screen. */
  readonly scopeOf?: (() => ProfileScope) | undefined
  /**
   * Each start changes something: its failure is reported also when a later start came before it, or succeeded. By default
   * true with a queue. Otherwise a later start replaces the earlier, as a search for another text does.
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
  /** Nothing of these and earlier starts is shown any more. */
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
 * A task of several steps, or with another input than main's: it keeps to the profile it was started under. TanStack's
 * observer follows the last start alone, so what belongs to each start is kept with its variables.
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
      // A task without an answer answers undefined.
      if (error === null && isReported(started)) started.onThisAnswer?.(answer as Answer)
    },
  })
  const { mutate, mutateAsync, reset, variables, submittedAt, isPending, isSuccess, data } = mutation
  const begin = useCallback(
    (input: Input, onThisAnswer?: (answer: Answer) => void): Started<Input, Answer> => {
      const { last, forgotten } = starts.current
      starts.current = { last: last + 1, forgotten }
      setEarlier(null)
      // Now and not when it is its turn: by then another profile may be on screen.
      return { input, scope: scopeOf(), start: last + 1, onThisAnswer }
    },
    [scopeOf],
  )
  return {
    /** Keeps its identity. `onThisAnswer` is for the component: it is not called once that has left the page. */
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
    /** Of the last start. */
    input: variables?.input,
    startedAt: submittedAt,
    isPending,
    isSuccess,
    data,
    /** Of the last start, or of an earlier one that failed since. */
    error: mutation.error ?? (earlier?.scope.isShown() === true ? earlier.error : null),
  }
}

/** Of what belongs to Greenroom itself: it is answered whatever profile is on screen by then. */
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
