import { commands } from 'vitest/browser'
import { type Answer, type EndpointName, endpoints } from '../../contract/endpoints.ts'
import type { Subscription } from '../../contract/plan.ts'
import { type Problem, type ProblemCode, problems } from '../../contract/problem.ts'
import { samplePrices, sampleUsage } from './samples.ts'
import type { Arrived, Script } from './scripted-api.ts'

/** An endpoint by its name in the table, or one of the auth service. */
type Asked = EndpointName | AuthCall
type AuthCall = `${'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'} /auth/v1/${string}`

/** A response: as the table has it, or any object of the auth service. */
type Answered<Name extends Asked> = Name extends EndpointName ? Answer<Name> : object

type Said = Exclude<Script, 'held'>

declare module 'vitest/browser' {
  interface BrowserCommands {
    scriptApi(name: string, script: Script): Promise<void>
    takeRequest(name: string): Promise<Arrived>
    countRequests(name: string): Promise<number>
    answerRequest(id: number, said: Said): Promise<void>
    sendEvents(id: number, text: string): Promise<void>
    whenLetGo(id: number): Promise<void>
    resetApi(): Promise<string[]>
  }
}

/**
 * A request that the page has sent and that waits for its answer. What is said here has reached the page when it
 * resolves.
 */
export type HeldRequest<Name extends Asked> = Arrived & {
  answer(answer: Answered<Name>): Promise<void>
  refuse(code: ProblemCode, title?: string): Promise<void>
  break(): Promise<void>
  /** Sends a part of an event stream. */
  send(text: string): Promise<void>
  /** Resolves when the page has let go of it, unanswered. */
  isLetGo(): Promise<void>
}

/** The API as the page under test meets it, over HTTP. What the contract does not know does not compile. */
export const api = {
  /** From now on this is what the endpoint answers. */
  answers: <Name extends Asked>(name: Name, answer: Answered<Name>) =>
    commands.scriptApi(name, success(name, answer)),
  refuses: (name: Asked, code: ProblemCode, title: string = code) =>
    commands.scriptApi(name, refusal(code, title)),
  /** A refusal of the auth service, by its code. */
  refusesAuth: (name: AuthCall, code: string, status: 400 | 422) =>
    commands.scriptApi(name, { status, json: { error_code: code, msg: code } }),
  /** A server that is broken, or something between us and it: no problem that could be read. */
  fails: (name: Asked) => commands.scriptApi(name, { status: 500 }),
  breaks: (name: Asked) => commands.scriptApi(name, 'broken'),
  /** Each of its requests waits until the test answers it. */
  holds: (name: Asked) => commands.scriptApi(name, 'held'),
  /** How often the endpoint was asked in this test, including requests on their way. */
  async count(name: Asked): Promise<number> {
    await hearEverything()
    return commands.countRequests(name)
  },

  /** The oldest request to the endpoint that is held and was not taken before; waits for it. */
  async takes<Name extends Asked>(name: Name): Promise<HeldRequest<Name>> {
    const arrived = await commands.takeRequest(name)
    const say = async (said: Said) => {
      await commands.answerRequest(arrived.id, said)
      await hearEverything()
    }
    return {
      ...arrived,
      answer: (answer) => say(success(name, answer)),
      refuse: (code, title = code) => say(refusal(code, title)),
      break: () => say('broken'),
      send: (text) => commands.sendEvents(arrived.id, text),
      isLetGo: () => commands.whenLetGo(arrived.id),
    }
  },
}

/** Has the API answer a person's plan, for every request. */
export async function scriptPlan(subscription: Subscription, usage = sampleUsage(), prices = samplePrices) {
  await api.answers('GET /api/subscription', subscription)
  await api.answers('GET /api/usage', usage)
  await api.answers('GET /api/prices', prices)
}

/**
 * Resolves when the page has dealt with the answers that were sent before: one that is sent now comes after them, and
 * then it rests.
 */
export async function hearEverything(): Promise<void> {
  await (await fetch('/api/afterwards')).text()
  await new Promise((resolve) => requestIdleCallback(resolve, { timeout: 25 }))
}

function success<Name extends Asked>(name: Name, answer: Answered<Name>): Said {
  return { status: isOurs(name) ? endpoints[name].status : 200, json: answer }
}

const isOurs = (name: Asked): name is EndpointName => Object.hasOwn(endpoints, name)

function refusal(code: ProblemCode, title: string): Said {
  const { status } = problems[code]
  return { status, json: { type: 'about:blank', status, code, title } satisfies Problem }
}
