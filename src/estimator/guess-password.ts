import { type MatchExtended, ZxcvbnFactory } from '@zxcvbn-ts/core'
import { adjacencyGraphs, dictionary } from '@zxcvbn-ts/language-common'
import {
  type GuessableReason,
  type KnownPeople,
  listPersonalWords,
} from '../domain/account/guessable-password.ts'
import { productName } from '../domain/product.ts'

/**
 * With fewer guesses than this, a stolen hash is cracked in a moment. Six random letters are a million, so the shortest
 * passwords that the specification admits can still be good.
 */
const guessesInAMoment = 100_000

/**
 * Estimating takes longer the longer a password is, and the more ways there are to read its digits and signs as letters
 * (4 as a, @ as a). Both are limited, so that a crafted password doesn't slow the server down. A password whose
 * beginning is hard to guess is hard to guess.
 */
const maxLength = 32
const maxReadings = 30

let made: ZxcvbnFactory | null = null

/** The estimator with its list of common passwords, our name and its keyboards, which take a moment to unfold. */
function loadEstimator(): ZxcvbnFactory {
  made ??= new ZxcvbnFactory({
    dictionary: { ...dictionary, product: [productName.toLowerCase()] },
    graphs: adjacencyGraphs,
    maxLength,
    l33tMaxSubstitutions: maxReadings,
  })
  return made
}

/**
 * Why a password is guessed in a moment by a person who knows its owner; null when it is not. Letters count in their
 * plain form (NFKC): full-width ones make nothing harder to guess. The same rule on the pages and the server.
 */
export function guessPassword(password: string, known: KnownPeople): GuessableReason | null {
  const plain = password.normalize('NFKC')
  const { guesses, sequence } = loadEstimator().check(plain.slice(0, maxLength), listPersonalWords(known))
  return guesses < guessesInAMoment ? chooseReason(sequence) : null
}

/** Names the pattern of the longest part of the password; the person's own data comes first. */
function chooseReason(matches: MatchExtended[]): GuessableReason {
  if (matches.some(({ dictionaryName }) => dictionaryName === 'userInputs')) return 'personal'
  const [longest] = matches.toSorted((one, other) => other.token.length - one.token.length)
  switch (longest?.pattern) {
    case 'dictionary':
      return 'common'
    case 'spatial':
      return 'keys'
    case 'sequence':
      return 'sequence'
    case 'repeat':
      return 'repeat'
    case 'date':
    case 'regex':
      return 'date'
    default:
      return 'simple'
  }
}
