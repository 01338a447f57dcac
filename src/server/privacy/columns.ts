/** A table: each of its columns in one of the first nine groups. White space separates their names. */
export type Table = {
  /** In the copy of the person whose row it is: of an account's holder, or of the third party of a request. */
  own?: string
  /** About a request: in the copies of both of its people. */
  both?: string
  /** In the creator's copy alone: for the third party, another person's. */
  creators?: string
  /** In the third party's copy alone, with or without a record. */
  thirdPartys?: string
  /** In the third party's copy, and in the creator's once there is a record. */
  withRecord?: string
  /** About another person than the one whose row it is: in no copy. */
  others?: string
  /** Passwords, codes, keys and their hashes, and hashes that recognize a person or a file: in no copy. */
  secret?: string
  /** Ids, counts, states and times of the work, which say nothing more about a person: in no copy. */
  technical?: string
  /** About no person. */
  nobodys?: string

  /** Why no copy has anything of a table that is about people. */
  notCopied?: string
  /** The columns that `What is held about me` shows to the third party. */
  heldAboutMe?: string

  /**
   * What stays when the person is erased: columns with the reason, or the reason for whole rows. Every other column is
   * emptied. Without `stays`, the rows are deleted.
   */
  stays?: string | Record<string, string>
  /** Columns that get another value by the erasure. */
  replaced?: string
  /** Why rows that refer to a request by a column stay as they are once the request is forgotten. */
  outlivesRequest?: Record<string, string>
  /** Why rows that refer to a record by a column stay as they are once its creator's account is erased. */
  outlivesCreator?: Record<string, string>
}

const ofRecord = 'the sealed record, which both people keep'
export const ofRecordsAlone = 'of records alone'
const oneHour = 'a hash, for an hour at most'
const whatWasAsked = 'what was asked, without a name'
const whenItWas = 'when something was made or ended'
const mailsWent = 'what became of a mail, and when'
const ofThirdParty = { verification_id: 'of the third party' }
const withSubmission = 'comes with the submission, which makes it a record'

/**
 * What each column of the database is about, which copy of a person's data has it, and what erasure leaves of it. A new
 * column needs an entry: `columns.test.ts` and `erased-columns.test.ts` compare the entries with what the product does.
 */
export const tables: Record<string, Table> = {
  // Accounts
  users: {
    own: `id email email_confirmed_at email_refused_at new_email user_metadata created_at last_sign_in_at closes_at
      kept_at limited_to language`,
    secret: 'password_hash',
    technical: `identity_id confirmation_sent_at recovery_sent_at new_email_confirmations email_change_sent_at
      reauthentication_sent_at banned_until updated_at erased_at ending_requests_at erasing_at`,
    stays: {
      id: 'a number, which leads to no person, while a verification names it',
      created_at: whenItWas,
      'closes_at ending_requests_at erasing_at': 'what is left to do',
    },
    replaced: 'identity_id erased_at updated_at',
    outlivesRequest: { limited_to: ofRecordsAlone },
    outlivesCreator: { limited_to: 'the third party’s account' },
  },
  profiles: { own: 'full_name date_of_birth address sex phone_number', technical: 'id' },
  sessions: {
    own: 'id amr user_agent ip created_at refreshed_at',
    technical: 'user_id refresh_counter rotations passkey_id',
  },
  passkeys: {
    own: 'id name created_at last_used_at',
    secret: 'credential_id public_key',
    technical: 'user_id sign_count',
  },
  passkey_challenges: {
    secret: 'challenge_sha256',
    technical: 'id user_id expires_at',
    notCopied: 'a hash, for five minutes',
  },
  authenticator_apps: {
    own: 'created_at confirmed_at removal_due_at',
    // The copy says how many recovery codes are left.
    secret: 'sealed_secret recovery_hashes',
    technical: 'id user_id last_step',
  },
  security_activity: {
    own: 'event method device network at times is_new_device',
    technical: 'user_id hour',
  },
  flow_states: {
    own: 'method created_at expires_at',
    secret: 'code_challenge auth_code_sha256',
    technical: 'id user_id',
  },
  one_time_tokens: {
    own: 'kind email pending_metadata created_at expires_at',
    secret: 'token_sha256 pending_password_hash',
    technical: 'id user_id flow_state_id wrong_attempts',
  },
  used_links: { own: 'kind email used_at', secret: 'token_sha256', technical: 'user_id' },

  // Requests and their answers
  verifications: {
    both: `id type status consent_text_version validity platform_name additional_information third_party_name
      third_party_social_media_name third_party_platform_age third_party_claimed_age third_party_email
      third_party_phone created_at verified_at shared invited_erased_at`,
    creators: `full_name date_of_birth signature signature_date verification_link creator_sources
      consent_language consent_sha256`,
    withRecord: `third_party_signature third_party_signature_date third_party_sources third_party_consent_language
      third_party_consent_sha256`,
    thirdPartys: 'decline_reason third_party_language',
    // The creator's copy says which marks are kept.
    secret: 'creator_document_mark creator_identity_mark creator_network_mark creator_browser_mark',
    // The record says what of this the two people agreed to and proved.
    technical: `user_id document_type selfie_document_id id_document_id third_party_selfie_document_id
      third_party_id_document_id email_proof agreed_to_additional_terms closed_at files_destroyed_at files_withheld_at
      record_format invitation_withheld asks_age asks_wallet_instead_of_id asks_voucher_instead_of_id asks_wallet_name asks_face asks_kept_instead
      creator_mailbox_at
      third_party_mailbox_at creator_erased_at invited_at reminded_at reminded_twice_at third_party_left_at`,
    heldAboutMe: `id type status platform_name additional_information third_party_name third_party_social_media_name
      third_party_platform_age third_party_claimed_age third_party_email third_party_phone created_at
      closed_at third_party_signature third_party_signature_date decline_reason
      third_party_language`,
    stays: {
      id: 'names the trail',
      user_id: 'a number, which leads to no person once the account is erased',
      [`status type document_type asks_age asks_face asks_kept_instead asks_wallet_instead_of_id asks_voucher_instead_of_id asks_wallet_name
        consent_text_version consent_language consent_sha256 validity`]: whatWasAsked,
      verification_link: 'says the id alone',
      'signature_date created_at closed_at files_destroyed_at files_withheld_at': whenItWas,
      'invitation_withheld invited_at reminded_at reminded_twice_at': mailsWent,
      creator_mailbox_at: 'when an address was proven, and not which',
      third_party_left_at: 'when an account left a record',
      'creator_document_mark creator_identity_mark creator_network_mark creator_browser_mark':
        'gone since the request ended, by a constraint',
      [`third_party_consent_language third_party_consent_sha256 shared record_format agreed_to_additional_terms email_proof third_party_id_document_id third_party_mailbox_at
        third_party_selfie_document_id third_party_signature third_party_signature_date verified_at`]:
        withSubmission,
    },
    replaced: 'invited_erased_at creator_erased_at',
  },
  documents: {
    own: 'category created_at attached_at destroyed_at stored_sha256',
    // The copy has the file itself, by its id and type.
    technical: `id bucket path user_id verification_id content_type byte_count stored_at erased_at withheld_at`,
    secret: 'set_sha256',
    heldAboutMe: 'category created_at destroyed_at',
    stays: 'the file’s fingerprint in the record; the row of a file in no request is deleted',
    outlivesRequest: { verification_id: 'when a file went: the files go as the request ends' },
  },
  drafts: { own: 'kind content saved_at', technical: 'user_id version selfie_document_id id_document_id' },
  document_readings: {
    own: `claimed_name claimed_birth_date requested_at ended_at outcome kind read_from issuing_state age_over_18
      name_agrees birth_date_agrees reader_version same_document known_until`,
    // The copy says whether there is a mark.
    secret: 'claims_sha256 document_mark set_sha256',
    technical: 'id document_id user_id verification_id day is_try started_at forgotten_at',
  },
  kept_proofs: { own: 'full_name birth_date_agrees source kept_at ends_on', technical: 'id user_id' },
  identity_checks: {
    own: `provider state fault claimed_name age_over_18 name_agrees face_matched started_at ended_at`,
    secret: 'name_sha256 session_id session_sha256 set_sha256',
    technical: 'id user_id verification_id erased_at begun_on',
  },
  wallet_sessions: {
    own: `credential_type voucher way state refusal issuer_name asks_name claimed_name today name_verdict created_at expires_at`,
    secret: `pass_sha256 secret_sha256 nonce request_key response_code_sha256 response_sha256 name_mark set_sha256`,
    technical: 'id user_id verification_id',
  },
  wallet_proofs: {
    own: 'credential_type issuer_name voucher_name voucher_kind name_verdict response_sha256 proven_at',
    secret: 'name_mark subject_mark set_sha256',
    technical: 'id user_id verification_id spent_on spent_at set_verification_id',
    outlivesRequest: { spent_on: 'of the creator' },
  },
  gate_codes: {
    secret: 'code_mac',
    technical: 'verification_id id tries created_at expires_at used_at',
    notCopied: oneHour,
    outlivesCreator: ofThirdParty,
  },
  gate_passes: {
    secret: 'token_sha256 set_sha256',
    technical: 'verification_id email_proof created_at expires_at submitted_at',
    notCopied: oneHour,
    outlivesCreator: ofThirdParty,
  },
  third_party_sets: {
    secret: 'set_sha256',
    technical: 'verification_id touched_at',
    notCopied: 'a hash, while the link is open',
    outlivesCreator: ofThirdParty,
  },
  private_refusals: {
    thirdPartys: 'refused_at',
    secret: 'mailbox_mac',
    technical: 'verification_id',
    heldAboutMe: 'refused_at',
    outlivesCreator: ofThirdParty,
  },
  email_blocks: {
    others: 'mailbox_mac blocked_at',
    technical: 'sender_id',
    notCopied: 'the mailbox’s owner sees how many there are at What is held about me; a sender must not',
  },
  request_reports: {
    others: 'mailbox_mac network_mac reported_from reported_at dismissed_at',
    technical: 'verification_id sender_id',
    notCopied: 'its sender must not learn of it, and of who reported it there are keyed hashes',
    outlivesRequest: { verification_id: 'for the operator: keyed hashes' },
  },
  mailbox_codes: {
    secret: 'code_mac',
    technical: 'email id tries created_at expires_at',
    notCopied: oneHour,
  },
  mailbox_passes: { secret: 'token_sha256', technical: 'email created_at expires_at', notCopied: oneHour },

  // Trails and records
  audit_events: {
    both: 'event at detail',
    secret: 'previous_hash hash',
    technical: 'verification_id sequence actor',
    heldAboutMe: 'event at',
    stays: 'the trail, which names no person',
    outlivesRequest: { verification_id: 'the trail, which names no person' },
  },
  repeated_events: {
    both: 'event facts times last_at',
    technical: 'verification_id actor ends_at',
    heldAboutMe: 'event last_at',
    stays: 'the trail, which names no person',
    outlivesRequest: { verification_id: 'how often something happened' },
  },
  legal_holds: {
    both: 'party reason set_at ends_at ended_at ended_by',
    technical: 'verification_id',
    heldAboutMe: 'party reason set_at ends_at ended_at',
    stays: { 'verification_id party set_at ends_at ended_at ended_by': ofRecord },
    outlivesRequest: { verification_id: ofRecordsAlone },
  },
  records: {
    secret: 'check_code',
    technical: `verification_id created_at sealed_at withdrawn_at withdrawal_sealed_at withdrawal_held_until
      is_link_mailed`,
    notCopied: 'the record itself is in the copy, as it was sealed',
    stays: ofRecord,
    outlivesRequest: { verification_id: ofRecordsAlone },
  },
  sealed_documents: {
    // The files themselves are in the copy.
    withRecord: 'document',
    technical: `id verification_id revision timestamp_state timestamp_at sealed_at path pdf_sha256 json_sha256
      leaf_index certificate_sha256`,
    stays: ofRecord,
  },
  archived_copies: {
    technical: 'verification_id document revision generation path pdf_sha256 made_at protected_until',
    notCopied: 'the newest itself is in the copy',
    stays: ofRecord,
  },
  archive_dues: {
    technical: 'verification_id document due_at enqueued_at asked_in_vain',
    notCopied: 'when a record is archived next',
    stays: ofRecord,
  },
  seal_attempts: {
    technical: 'path verification_id started_at',
    notCopied: 'where files of a seal may be',
    stays: ofRecord,
  },
  record_passes: {
    secret: 'token_sha256',
    technical: 'verification_id kind created_at expires_at',
    notCopied: 'a hash, until the link ends',
    stays: 'until the link ends',
  },

  // Mails, plans and the rest of an account
  mails: {
    own: 'task queued_at ended_at outcome',
    // The payload holds ids.
    technical: 'id number payload verification_id tries account_id',
    heldAboutMe: 'task queued_at outcome',
    outlivesRequest: {
      verification_id: 'to the creator; one to the invited person has no account, and goes',
    },
  },
  subscriptions: {
    own: `tier status current_period_end stripe_subscription_id usage_reset_date previous_tier created_at
      stripe_price_id ends_with_period`,
    technical: 'id user_id usage_reset_tier',
  },
  subscription_usage: { own: 'action_type created_at', technical: 'id user_id' },
  payment_customers: {
    own: 'customer_id created_at',
    technical: 'user_id checkout_id asked applied applied_at',
  },
  user_feedback: { own: 'rating comment created_at', technical: 'id account_id user_id' },
  idempotency_keys: { own: 'key answer created_at', secret: 'payload_sha256', technical: 'user_id' },
  data_exports: {
    own: 'state requested_at ended_at',
    technical: 'id user_id files_total files_done parts byte_count expires_at',
  },
  rate_limits: {
    secret: 'key',
    technical: 'points expires_at',
    notCopied: 'keyed hashes, until their window ends',
  },

  // About no person
  archiving: { nobodys: 'is_only since' },
  installation: { nobodys: 'is_only id marked_at public_url signing' },
  payment_notices: { nobodys: 'id type received_at' },
  payment_reconciliation: { nobodys: 'only_row reconciled_until' },
  revoked_certificates: { nobodys: 'sha256 is_held said_at learned_at' },
  schema_migrations: { nobodys: 'version name sha256 applied_at' },
  seal_certificates: {
    nobodys: 'sha256 chain introduced_at predecessor_sha256 succession succession_sha256 leaf_index',
  },
  transparency_cosignatures: { nobodys: 'origin size verifier_key line cosigned_at' },
  transparency_heads: { nobodys: 'size root_hash at protected signature' },
  transparency_nodes: { nobodys: 'level index hash' },
  transparency_timestamps: { nobodys: 'origin size at token' },
  wallet_lists: {
    nobodys: 'credential_type address signer_sha256 sequence_number next_update anchors fetched_at',
  },
}

/** The names in some groups of a table. */
export function listNames(...groups: (string | undefined)[]): string[] {
  return groups.flatMap((names) => names?.match(/\w+/g) ?? [])
}
