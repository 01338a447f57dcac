/** Longer than a healthy part ever takes to answer, and shorter than those wait who ask about it. */
const patienceMs = 3000

/** What is answered within our patience; undefined when nothing is, or an error. */
export async function answerInTime<T>(answer: Promise<T>): Promise<T | undefined> {
  let timer: NodeJS.Timeout | undefined
  const tooLate = new Promise<undefined>((resolve) => {
    timer = setTimeout(() => resolve(undefined), patienceMs)
  })
  try {
    return await Promise.race([answer.catch(() => undefined), tooLate])
  } finally {
    clearTimeout(timer)
  }
}
