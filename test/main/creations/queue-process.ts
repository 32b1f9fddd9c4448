/**
 * Avatars in their own process: `<folder> <baseUrl> <token> create <image file> <point>` creates one avatar and kills
 * itself as in a crash when it reaches the point; `… resume` resumes the existing work until it is ended from outside.
 * Prints each point that it passes as a line.
 */
import fs from 'node:fs/promises'
import type { FileHandle } from 'node:fs/promises'
import { writeSync } from 'node:fs'
import { syncBuiltinESMExports } from 'node:module'
import type { Log } from '../../../src/main/lib/log.ts'
import { confirmDrafts, dropFile, openJobs, storedJobs, typeFields } from './real-jobs.ts'

const [folder = '', baseUrl = '', token = '', task = '', image = '', last = ''] = process.argv.slice(2)

const counts = new Map<string, number>()

function at(name: string): void {
  const count = (counts.get(name) ?? 0) + 1
  counts.set(name, count)
  const point = `${name} ${String(count)}`
  // Written synchronously, so that the line is out before the end.
  writeSync(1, `${point}\n`)
  if (point === last) process.kill(process.pid, 'SIGKILL')
}

const log: Log = {
  info: () => undefined,
  warn: () => undefined,
  error: (message, cause) => {
    writeSync(1, `error ${message}: ${String(cause)}\n`)
    return 'log'
  },
}

const { open, rename } = fs

/** Names the steps of copying a file. The store's own imports are bound to the same functions. */
function listenToFiles(): void {
  fs.open = async (...args: Parameters<typeof open>): Promise<FileHandle> => {
    const handle = await open(...args)
    if (args[1] !== 'wx') return handle
    at('after file opened')
    const write = handle.writeFile.bind(handle)
    handle.writeFile = async (...piece: Parameters<typeof write>) => {
      await write(...piece)
      at('after piece')
    }
    return handle
  }
  fs.rename = async (from, to) => {
    at('before file named')
    await rename(from, to)
    at('after file named')
  }
  syncBuiltinESMExports()
}

// The clock's timers do not keep a process alive.
setInterval(() => undefined, 60_000)
listenToFiles()
const run = openJobs({ folder, baseUrl, token }, { at, log })
await run.jobs.start()
if (task === 'create') {
  run.onChange(() => {
    if (!storedJobs(run.database).some(({ state }) => state === 'ready')) return
    // Work that follows in the same turn is part of the path too.
    setImmediate(() => process.exit(0))
  })
  await typeFields(run)
  await confirmDrafts(run, await dropFile(run, image))
}
