import { useMutation, useQueryClient } from '@tanstack/react-query'
import type { QueryClient } from '@tanstack/react-query'
import { useCallback, useState } from 'react'
import { refusal } from '../../../../shared/failure.ts'
import type { Failure } from '../../../../shared/failure.ts'
import type { OutputOf } from '../../../../shared/contract.ts'
import { call, failureOf, handOver } from '../../../api/call.ts'
import { noteRefused } from '../../../state/refused-files.ts'
import { appendDrafts, rereadCreator } from '../use-creator.ts'

/** How far files are on their way. */
export interface IntakeProgress {
  readonly done: number
  readonly total: number
}

/** The way of files and dragged images into drafts. */
export interface Intake {
  /** Hands files and folders to main, which makes drafts of them. Keeps its identity. */
  readonly take: (files: readonly File[]) => void
  /** Lets main fetch images by their addresses. Keeps its identity. */
  readonly takeAddresses: (addresses: readonly string[]) => void
  /** null: none is on its way. */
  readonly progress: IntakeProgress | null
  /** Drafts that the last files became; null before and while files are on their way. */
  readonly added: number | null
  /** Why the last files could not be taken at all. */
  readonly failure: Failure | null
}

// The first cards are there while the rest is still being copied, and no frame is late for all that are new.
const filesAtOnce = 6

interface Batch {
  readonly size: number
  readonly add: () => Promise<OutputOf<'draft.add'>>
}

async function fileBatches(files: readonly File[]): Promise<readonly Batch[]> {
  const handles = (await handOver(files)).map(({ handle }) => handle)
  return Array.from({ length: Math.ceil(handles.length / filesAtOnce) }, (_, index) => {
    const some = handles.slice(index * filesAtOnce, (index + 1) * filesAtOnce)
    const remaining = Math.max(0, handles.length - (index + 1) * filesAtOnce)
    return { size: some.length, add: () => call('draft.add', { handles: some, remaining }) }
  })
}

function addressBatches(addresses: readonly string[]): readonly Batch[] {
  return addresses.map((address) => ({ size: 1, add: () => call('draft.addAddress', { address }) }))
}

// `draft.addAddress` takes no longer ones; base64 makes four letters of three bytes.
const longestAddress = 2 ** 22
const longestMegabytes = '3'

const isShort = (address: string): boolean => address.length <= longestAddress

interface Order {
  readonly files: readonly File[]
  readonly addresses: readonly string[]
}

async function addAll(client: QueryClient, order: Order, onDone: (done: number) => void): Promise<number> {
  let drafts = 0
  let done = 0
  const short = order.addresses.filter(isShort)
  const { failure } = refusal('address-too-long', longestMegabytes)
  noteRefused(order.addresses.filter((address) => !isShort(address)).map(() => ({ fileName: '', failure })))
  for (const { size, add } of [...(await fileBatches(order.files)), ...addressBatches(short)]) {
    const { added, refused } = await add()
    appendDrafts(client, added)
    noteRefused(refused)
    drafts += added.length
    done += size
    onDone(done)
  }
  return drafts
}

const none: readonly never[] = []

/** Takes dropped, chosen and pasted files; what main refuses is kept with its reason in `state/refused-files.ts`. */
export function useIntake(): Intake {
  const client = useQueryClient()
  const [done, setDone] = useState(0)
  const { mutate, isPending, variables, data, error } = useMutation({
    mutationFn: (order: Order) => {
      setDone(0)
      return addAll(client, order, setDone)
    },
    // Two drops in a row are taken one after the other, so that cards keep the order of the drops.
    scope: { id: 'draft.add' },
    // What is the same or alike among drafts is told of all of them.
    onSettled: () => rereadCreator(client),
  })
  const take = useCallback(
    (files: readonly File[]): void => {
      mutate({ files, addresses: none })
    },
    [mutate],
  )
  const takeAddresses = useCallback(
    (addresses: readonly string[]): void => {
      mutate({ files: none, addresses })
    },
    [mutate],
  )
  return {
    take,
    takeAddresses,
    progress: isPending ? { done, total: variables.files.length + variables.addresses.length } : null,
    added: data ?? null,
    failure: error === null ? null : failureOf(error),
  }
}
