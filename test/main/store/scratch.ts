/** Shared by the tests of the store: recording logs, a slow clock, and a child on the same runtime. */
import { spawn } from 'node:child_process'
import type { ChildProcess } from 'node:child_process'
import { join } from 'node:path'
import { onTestFinished } from 'vitest'
import type { Clock } from '../../../src/main/lib/clock.ts'
import type { Log } from '../../../src/main/lib/log.ts'
import { childEnvironment } from '../../support/child-environment.ts'

/** A log that keeps its lines. */
export function listeningLog(): Log & { readonly lines: readonly string[] } {
  const lines: string[] = []
  return {
    lines,
    info: (message) => lines.push(message),
    warn: (message) => lines.push(message),
    error: (message) => {
      lines.push(message)
      return 'log-1'
    },
  }
}

/** A clock that starts at 2026-03-01T12:00:00Z and advances by a second at each read; its timers never fire. */
export function tickingClock(): Clock {
  let now = Date.UTC(2026, 2, 1, 12)
  return { now: () => (now += 1_000), after: () => () => undefined }
}

/** Starts a TypeScript file on the runtime that runs the tests; killed when the test ends. */
export function startScript(script: string, args: readonly string[]): ChildProcess {
  const child = spawn(process.execPath, [join(import.meta.dirname, script), ...args], {
    env: childEnvironment(),
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  onTestFinished(() => {
    child.kill('SIGKILL')
  })
  return child
}

/** Resolves when the child has ended; returns its exit code or signal. */
export function ended(child: ChildProcess): Promise<number | NodeJS.Signals | null> {
  return new Promise((resolve) => {
    child.once('exit', (code, signal) => resolve(code ?? signal))
  })
}

/** Resolves with the first line of the child's output that `matches`; rejects when the child ends before. */
export function line(child: ChildProcess, matches: RegExp): Promise<string> {
  return new Promise((resolve, reject) => {
    let text = ''
    child.stdout?.on('data', (chunk: Buffer) => {
      text += chunk.toString()
      const found = text.split('\n').find((candidate) => matches.test(candidate))
      if (found !== undefined) resolve(found)
    })
    child.once('exit', (code) =>
      reject(new Error(`the child ended with ${String(code)} before it said ${String(matches)}: ${text}`)),
    )
  })
}
