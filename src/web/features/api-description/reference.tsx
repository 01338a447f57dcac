import { QueryClient, QueryClientProvider, useQuery } from '@tanstack/react-query'
import { Fragment, type ReactNode, useEffect, useState } from 'react'
import { fillAddress } from '../../../contract/address.ts'
import words from '../../../words/en/api-description.ts'
import { request } from '../../api/request.ts'
import { insert } from '../../shared/ui/insert.ts'
import {
  type Content as ContentOf,
  type Description,
  listCodes,
  type Operation,
  writeExample,
  writeShape,
} from './description.ts'
import classes from './reference.module.css'

type Endpoint = { id: string; method: string; path: string; operation: Operation }

/** The reference with its own query cache, which is dropped with the page. */
export function ReferenceOnPage() {
  const [client] = useState(() => new QueryClient())
  return (
    <QueryClientProvider client={client}>
      <Reference />
    </QueryClientProvider>
  )
}

/** Every endpoint of the API from its description, or a loading error. */
export function Reference() {
  const api = useQuery({
    queryKey: ['api-description'],
    queryFn: ({ signal }) => request('GET /api/openapi.json', { signal }),
  })
  return (
    <>
      <div role="status">{api.isPending ? <p className={classes['quiet']}>{words.loading}</p> : null}</div>
      {api.isError && !api.data ? (
        <div role="alert">
          <h2>{words.failed}</h2>
          <button type="button" className={classes['again']} onClick={() => api.refetch()}>
            {words.again}
          </button>
        </div>
      ) : null}
      {api.data ? <Endpoints description={api.data as unknown as Description} /> : null}
    </>
  )
}

function Endpoints({ description }: { description: Description }) {
  const { servers, components, paths } = description
  const origin = servers[0]?.url ?? ''
  const endpoints = Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([name, operation]) => {
      const method = name.toUpperCase()
      return { id: `${name}${path.replaceAll(/\W+/g, '-').replace(/-$/, '')}`, method, path, operation }
    }),
  )
  const subjects = [...new Set(endpoints.map(({ path }) => readSubject(path)))].map(
    (subject) => [subject, endpoints.filter(({ path }) => readSubject(path) === subject)] as const,
  )
  const everywhere = listCodesOfAll(endpoints)
  // Scrolls to the endpoint in the address once it is on the page.
  useEffect(() => {
    if (location.hash) document.getElementById(location.hash.slice(1))?.scrollIntoView()
  }, [])
  return (
    // Paths, code and the descriptions of the API run from left to right.
    <div dir="ltr" className={classes['columns']}>
      <nav aria-label={words.contents} className={classes['contents']}>
        <details open={matchMedia('(min-width: 62em)').matches}>
          <summary>{words.contents}</summary>
          {subjects.map(([subject, ones]) => (
            <div key={subject}>
              <p>
                <Path>{subject}</Path>
              </p>
              <ul aria-label={subject}>
                {ones.map(({ id, method, path }) => (
                  <li key={id}>
                    <a href={`#${id}`}>
                      {method} <Path>{path.slice(subject.length) || subject}</Path>
                    </a>
                  </li>
                ))}
              </ul>
            </div>
          ))}
        </details>
      </nav>
      <div className={classes['parts']}>
        <section>
          <h2>{words.first}</h2>
          <p>
            {insert(words.address, { origin: <code>{origin}</code> })}{' '}
            <a href={fillAddress('GET /api/openapi.json')}>{words.forPrograms}</a>
          </p>
          <p>{words.bearer}</p>
          <dl>
            {Object.entries(components.securitySchemes).map(([name, scheme]) => (
              <div key={name}>
                <dt>{name}</dt>
                <dd lang="en">{scheme.description}</dd>
              </div>
            ))}
          </dl>
          <p>{words.accounts}</p>
          <p>
            {words.refused} <Codes of={everywhere} />
          </p>
        </section>
        {subjects.map(([subject, ones]) => (
          <section key={subject}>
            <h2>
              <Path>{subject}</Path>
            </h2>
            {ones.map((endpoint) => (
              <EndpointPart key={endpoint.id} endpoint={endpoint} origin={origin} everywhere={everywhere} />
            ))}
          </section>
        ))}
      </div>
    </div>
  )
}

type EndpointPartProps = { endpoint: Endpoint; origin: string; everywhere: string[] }

function EndpointPart({ endpoint, origin, everywhere }: EndpointPartProps) {
  const { id, method, path, operation } = endpoint
  const { summary, security, parameters, requestBody, responses } = operation
  const schemes = security.map((scheme) => Object.keys(scheme)[0] ?? words.noToken)
  const own = Object.entries(responses).map(([status, response]) => ({
    status,
    description: response.description,
    content: response.content ?? {},
    codes: listCodes(response).filter((code) => !everywhere.includes(code)),
  }))
  const refusals = own.filter(({ codes }) => codes.length > 0)
  const success = own.find(({ status }) => status.startsWith('2'))
  return (
    <section>
      <h3 id={id} tabIndex={-1}>
        {method} <Path>{path}</Path>
      </h3>
      <p lang="en">{summary}.</p>
      <dl>
        <Row name={words.token}>{schemes.join(', ') || words.noToken}</Row>
        {parameters.length > 0 ? (
          <Row name={words.parameters}>
            <ul>
              {parameters.map((one) => (
                <li key={one.name}>
                  <code>{one.name}</code> ({one.in}, {one.required ? words.required : words.optional}):{' '}
                  <code>{writeShape(one.schema)}</code> <span lang="en">{one.description}</span>
                </li>
              ))}
            </ul>
          </Row>
        ) : null}
        {requestBody ? (
          <Row name={words.body}>
            <Content content={requestBody.content} /> <span lang="en">{requestBody.description}</span>
          </Row>
        ) : null}
        <Row name={words.answer}>
          {success?.status} <Content content={success?.content ?? {}} isLong />
        </Row>
        {refusals.length > 0 ? (
          <Row name={words.refusals}>
            <ul>
              {refusals.map(({ status, codes, description }) => (
                <li key={status}>
                  {status} <Codes of={codes} />{' '}
                  <span lang="en" className={classes['quiet']}>
                    {description}
                  </span>
                </li>
              ))}
            </ul>
          </Row>
        ) : null}
        <Row name={words.example}>
          <pre>{writeExample(origin, method, path, operation)}</pre>
        </Row>
      </dl>
    </section>
  )
}

/** The media type of a body or an answer and its shape. */
function Content({ content, isLong = false }: { content: ContentOf; isLong?: boolean }) {
  const schema = Object.values(content)[0]?.schema
  const shape = schema ? <pre>{writeShape(schema)}</pre> : null
  return (
    <>
      <code>{Object.keys(content).join(', ')}</code>
      {shape && isLong ? (
        <details>
          <summary>{words.fields}</summary>
          {shape}
        </details>
      ) : (
        shape
      )}
    </>
  )
}

/** A path that wraps before a slash if it is too long. */
function Path({ children }: { children: string }) {
  return children.split(/(?=\/)/).map((part, index) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: the parts of a path stay where they are.
    <Fragment key={index}>
      <wbr />
      {part}
    </Fragment>
  ))
}

function Codes({ of }: { of: string[] }) {
  return of.map((code) => (
    <Fragment key={code}>
      <code>{code}</code>{' '}
    </Fragment>
  ))
}

function Row({ name, children }: { name: string; children: ReactNode }) {
  return (
    <div>
      <dt>{name}</dt>
      <dd>{children}</dd>
    </div>
  )
}

/** The first path segment, shared by the paths of one subject. */
function readSubject(path: string): string {
  return /^\/(functions\/v1|api\/public\/[^/]+|api\/[^/]+)/.exec(path)?.[0] ?? path
}

function listCodesOfAll(endpoints: Endpoint[]): string[] {
  const [first = [], ...others] = endpoints.map(({ operation }) =>
    Object.values(operation.responses).flatMap(listCodes),
  )
  return first.filter((code) => others.every((codes) => codes.includes(code)))
}
