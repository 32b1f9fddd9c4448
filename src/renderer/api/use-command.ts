/** Everything that the page has done. A command belongs to the profile under which it was given, and so does its answer. */
import { useMutation } from '@tanstack/react-query'
import { useCallback } from 'react'
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
}

interface Started<Input> {
  readonly input: Input
  readonly scope: ProfileScope
}

export type Task<Input, Answer> = ReturnType<typeof useProfileTask<Input, Answer>>

/** Something of several steps, or with another input than main's: it keeps to the profile it was started under. */
export function useProfileTask<Input, Answer>(options: TaskOptions<Input, Answer>) {
  const { run, onAnswer, onEnd, onFailure, key, queue, scopeOf = profileScope } = options
  const { mutate, mutateAsync, reset, variables, submittedAt, isPending, isSuccess, data, error } = useMutation({
    mutationFn: ({ input, scope }: Started<Input>) => run(input, scope),
    ...(key === undefined ? {} : { mutationKey: key }),
    ...(queue === undefined ? {} : { scope: { id: queue } }),
    onSuccess: (answer, { input, scope }) => (scope.isShown() ? onAnswer?.(answer, input, scope) : undefined),
    onError: (failed, { input, scope }) => {
      if (scope.isShown()) onFailure?.(failed, input)
    },
    onSettled: (_answer, _error, { scope }) => (scope.isShown() ? onEnd?.() : undefined),
  })
  return {
    /** Keeps its identity. */
    mutate: useCallback(
      (input: Input, onThisAnswer?: (answer: Answer) => void): void => {
        // Now and not when it is its turn: by then another profile may be on screen.
        const scope = scopeOf()
        mutate(
          { input, scope },
          {
            onSuccess: (answer) => {
              if (scope.isShown()) onThisAnswer?.(answer)
            },
          },
        )
      },
      [mutate, scopeOf],
    ),
    /** Keeps its identity; rejects with `CallError`. */
    mutateAsync: useCallback((input: Input) => mutateAsync({ input, scope: scopeOf() }), [mutateAsync, scopeOf]),
    reset,
    /** Of the last start. */
    input: variables?.input,
    startedAt: submittedAt,
    isPending,
    isSuccess,
    data,
    error,
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
    scopeOf: isAppOperation(name) ? appScope : profileScope,
    run: (input: InputOf<Name>, { profileId }) => call(name, input, profileId),
    onAnswer: async (answer, input, scope) => {
      await effect?.(answer, input)
      if (scope.isShown()) onDone?.(answer, input)
    },
  })
}
