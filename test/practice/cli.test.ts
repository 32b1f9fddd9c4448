import { spawn } from 'node:child_process'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'
import { describe, expect, it, onTestFinished } from 'vitest'
import { readCliArguments, runCli } from '../../src/practice/cli.ts'
import { exchange } from './harness.ts'

const script = fileURLToPath(new URL('../../src/practice/cli.ts', import.meta.url))

/** Runs the command line to its end, with the service interrupted as soon as `during` is done. */
async function run(args: readonly string[], during: (printed: string) => Promise<void> = () => Promise.resolve()) {
  let printed = ''
  let complained = ''
  const exitCode = await runCli(args, {
    print: (text) => {
      printed += text
    },
    printError: (text) => {
      complained += text
    },
    interrupted: () => during(printed),
  })
  return { exitCode, printed, complained }
}

function label(printed: string, name: string): string {
  return new RegExp(`^${name}: (.*)$`, 'm').exec(printed)?.[1] ?? `no ${name}`
}

describe('the command line', () => {
  it('prints where and how the service can be reached, one label and value per line', async () => {
    const { exitCode } = await run(['--prefix', '/p/v1', '--token', 'secret-token'], async (printed) => {
      expect(label(printed, 'base URL')).toMatch(/^http:\/\/127\.0\.0\.1:\d+\/p\/v1$/)
      expect(label(printed, 'token')).toBe('secret-token')
      expect(label(printed, 'app id')).toMatch(/^\d{19}$/)
      expect(label(printed, 'app key')).toMatch(/^[\da-f-]{36}$/)
      expect(printed.match(/^application: \d{19} .+$/gm)).toHaveLength(3)
      expect(printed).toContain('"fail"')
      const received = await exchange(`${label(printed, 'base URL')}/queryAccount`, {
        headers: { token: 'secret-token' },
      })
      expect(JSON.parse(received.text)).toMatchObject({ success: true })
    })
    expect(exitCode).toBe(0)
  })

  it('prints one line of JSON with --json, and arms the faults named', async () => {
    await run(['--json', '--fault', 'status=503@queryAccount*1', '--fault', 'slow=1'], async (printed) => {
      expect(printed.trim().split('\n')).toHaveLength(1)
      const { baseUrl } = JSON.parse(printed) as { readonly baseUrl: string }
      expect((await exchange(`${baseUrl}/queryAccount`)).status).toBe(503)
      expect((await exchange(`${baseUrl}/queryAccount`)).status).toBe(200)
    })
  })

  it.each([
    [['--port', 'x'], '--port'],
    [['--port', '70000'], '--port'],
    [['--speed', 'warp'], '--speed'],
    [['--prefix', 'v2'], '--prefix'],
    [['--fault', 'nope'], '--fault nope'],
    [['--what'], '--what'],
  ])('refuses %j, exit code 2', async (args, named) => {
    const { exitCode, complained } = await run(args)
    expect(exitCode).toBe(2)
    expect(complained).toContain(named)
  })

  it('prints its help, including the faults', async () => {
    const { exitCode, printed } = await run(['--help'])
    expect(exitCode).toBe(0)
    expect(printed).toContain('reset-kept-alive')
  })

  it('prints why it cannot start, exit code 1', async () => {
    await run(['--json'], async (printed) => {
      const { baseUrl } = JSON.parse(printed) as { readonly baseUrl: string }
      const second = await run(['--port', new URL(baseUrl).port])
      expect(second.exitCode).toBe(1)
      expect(second.complained).toContain('EADDRINUSE')
    })
  })

  it.each([
    ['fast', 2000],
    ['real', 1_200_000],
    ['750', 750],
  ])('takes the speed %s', (speed, trainingMs) =>
    expect(readCliArguments(['--speed', speed])).toMatchObject({ kind: 'run', options: { trainingMs } }),
  )

  /** Starts it as a script, sends one request, then a signal, and returns its exit code. */
  async function endOfScript(signal: NodeJS.Signals): Promise<number | null> {
    const child = spawn(process.execPath, [script, '--json'], { stdio: ['ignore', 'pipe', 'pipe'] })
    onTestFinished(() => {
      child.kill('SIGKILL')
    })
    const ended = new Promise<number | null>((resolve) => child.on('exit', resolve))
    for await (const line of createInterface(child.stdout)) {
      const { baseUrl } = JSON.parse(line) as { readonly baseUrl: string }
      expect((await exchange(`${baseUrl}/queryAccount`)).status).toBe(200)
      child.kill(signal)
    }
    return ended
  }

  it('runs as a script', async () => expect(await endOfScript('SIGKILL')).toBeNull())

  it.each(['SIGINT', 'SIGTERM'] as const)('ends cleanly at %s', { tags: 'posix' }, async (signal) =>
    expect(await endOfScript(signal)).toBe(0),
  )
})
