import { readFileSync } from 'node:fs'
import path from 'node:path'
import { expect, test } from 'vitest'
import { textsIn } from '../../../src/main/context/texts.ts'
import { jumpTasks, launcherTasks } from '../../../src/main/desktop/launcher-tasks.ts'
import { readLaunch, switchRefusal } from '../../../src/main/desktop/launch-arguments.ts'

const exe = String.raw`C:\Users\Ada Lo\AppData\Local\Programs\Greenroom\Greenroom.exe`

// Would catch a task that starts the program and does nothing, or is refused as an unknown switch.
test('each task of the jump list passes the arguments for its action', () => {
  const tasks = launcherTasks(textsIn('en'))
  expect(tasks.map(({ label }) => label)).toEqual(['New window', 'Add session IDs'])
  expect(launcherTasks(textsIn('zh-CN')).map(({ label }) => label)).not.toEqual(tasks.map(({ label }) => label))
  const jump = jumpTasks(tasks, { file: exe, folder: null })
  for (const [index, { program, arguments: flag, title }] of jump.entries()) {
    expect([program, title]).toEqual([exe, tasks[index]?.label])
    expect(readLaunch([exe, flag], false).opens).toBe(tasks[index]?.opens)
    expect(switchRefusal({ argv: [exe, flag], platform: 'win32', isPackaged: true })).toBeNull()
  }
  expect(jumpTasks(tasks, { file: exe, folder: 'C:\\a b' })[0]?.arguments).toBe('"C:\\a b" --new-window')
})

test('the desktop entry of Linux offers the same tasks', () => {
  const root = path.join(import.meta.dirname, '../../..')
  const entry = readFileSync(path.join(root, 'resources/linux/greenroom.desktop'), 'utf8')
  const offered = [...entry.matchAll(/^Exec=\/usr\/bin\/greenroom (--\S+)$/gm)].map(([, flag]) => flag)
  expect(offered).toEqual(launcherTasks(textsIn('en')).map(({ flag }) => flag))
})
