--
-- PostgreSQL database dump
--


-- Dumped from database version 15.18 (Debian 15.18-0+deb12u1)
-- Dumped by pg_dump version 15.18 (Debian 15.18-0+deb12u1)

SET statement_timeout = 0;
SET lock_timeout = 0;
SET idle_in_transaction_session_timeout = 0;
SET client_encoding = 'UTF8';
SET standard_conforming_strings = on;
SELECT pg_catalog.set_config('search_path', '', false);
SET check_function_bodies = false;
SET xmloption = content;
SET client_min_messages = warning;
SET row_security = off;

--
-- Name: graphile_worker; Type: SCHEMA; Schema: -; Owner: -
--

CREATE SCHEMA graphile_worker;


--
-- Name: job_spec; Type: TYPE; Schema: graphile_worker; Owner: -
--

CREATE TYPE graphile_worker.job_spec AS (
	identifier text,
	payload json,
	queue_name text,
	run_at timestamp with time zone,
	max_attempts smallint,
	job_key text,
	priority smallint,
	flags text[]
);


SET default_tablespace = '';

SET default_table_access_method = heap;

--
-- Name: _private_jobs; Type: TABLE; Schema: graphile_worker; Owner: -
--

CREATE TABLE graphile_worker._private_jobs (
    id bigint NOT NULL,
    job_queue_id integer,
    task_id integer NOT NULL,
    payload json DEFAULT '{}'::json NOT NULL,
    priority smallint DEFAULT 0 NOT NULL,
    run_at timestamp with time zone DEFAULT now() NOT NULL,
    attempts smallint DEFAULT 0 NOT NULL,
    max_attempts smallint DEFAULT 25 NOT NULL,
    last_error text,
    created_at timestamp with time zone DEFAULT now() NOT NULL,
    updated_at timestamp with time zone DEFAULT now() NOT NULL,
    key text,
    locked_at timestamp with time zone,
    locked_by text,
    revision integer DEFAULT 0 NOT NULL,
    flags jsonb,
    is_available boolean GENERATED ALWAYS AS (((locked_at IS NULL) AND (attempts < max_attempts))) STORED NOT NULL,
    CONSTRAINT jobs_key_check CHECK (((length(key) > 0) AND (length(key) <= 512))),
    CONSTRAINT jobs_max_attempts_check CHECK ((max_attempts >= 1))
);


--
-- Name: add_job(text, json, text, timestamp with time zone, integer, text, integer, text[], text); Type: FUNCTION; Schema: graphile_worker; Owner: -
--

CREATE FUNCTION graphile_worker.add_job(identifier text, payload json DEFAULT NULL::json, queue_name text DEFAULT NULL::text, run_at timestamp with time zone DEFAULT NULL::timestamp with time zone, max_attempts integer DEFAULT NULL::integer, job_key text DEFAULT NULL::text, priority integer DEFAULT NULL::integer, flags text[] DEFAULT NULL::text[], job_key_mode text DEFAULT 'replace'::text) RETURNS graphile_worker._private_jobs
    LANGUAGE plpgsql
    AS $$
declare
  v_job "graphile_worker"._private_jobs;
begin
  if (job_key is null or job_key_mode is null or job_key_mode in ('replace', 'preserve_run_at')) then
    select * into v_job
    from "graphile_worker".add_jobs(
      ARRAY[(
        identifier,
        payload,
        queue_name,
        run_at,
        max_attempts::smallint,
        job_key,
        priority::smallint,
        flags
      )::"graphile_worker".job_spec],
      (job_key_mode = 'preserve_run_at')
    )
    limit 1;
    return v_job;
  elsif job_key_mode = 'unsafe_dedupe' then
    -- Ensure all the tasks exist (insert only missing identifiers so identity is not consumed)
    insert into "graphile_worker"._private_tasks as tasks (identifier)
    select add_job.identifier
    where not exists (
      select 1
      from "graphile_worker"._private_tasks as existing
      where existing.identifier = add_job.identifier
    )
    on conflict do nothing;
    -- Ensure all the queues exist
    if add_job.queue_name is not null then
      insert into "graphile_worker"._private_job_queues as job_queues (queue_name)
      select add_job.queue_name
      where not exists (
        select 1
        from "graphile_worker"._private_job_queues as existing
        where existing.queue_name = add_job.queue_name
      )
      on conflict do nothing;
    end if;
    -- Insert job, but if one already exists then do nothing, even if the
    -- existing job has already started (and thus represents an out-of-date
    -- world state). This is dangerous because it means that whatever state
    -- change triggered this add_job may not be acted upon (since it happened
    -- after the existing job started executing, but no further job is being
    -- scheduled), but it is useful in very rare circumstances for
    -- de-duplication. If in doubt, DO NOT USE THIS.
    insert into "graphile_worker"._private_jobs as jobs (
      job_queue_id,
      task_id,
      payload,
      run_at,
      max_attempts,
      key,
      priority,
      flags
    )
      select
        job_queues.id,
        tasks.id,
        coalesce(add_job.payload, '{}'::json),
        coalesce(add_job.run_at, now()),
        coalesce(add_job.max_attempts::smallint, 25::smallint),
        add_job.job_key,
        coalesce(add_job.priority::smallint, 0::smallint),
        (
          select jsonb_object_agg(flag, true)
          from unnest(add_job.flags) as item(flag)
        )
      from "graphile_worker"._private_tasks as tasks
      left join "graphile_worker"._private_job_queues as job_queues
      on job_queues.queue_name = add_job.queue_name
      where tasks.identifier = add_job.identifier
    on conflict (key)
      -- Bump the updated_at so that there's something to return
      do update set
        revision = jobs.revision + 1,
        updated_at = now()
      returning *
      into v_job;
    if v_job.revision = 0 then
      perform pg_notify('jobs:insert', '{"r":' || random()::text || ',"count":1}');
    end if;
    return v_job;
  else
    raise exception 'Invalid job_key_mode value, expected ''replace'', ''preserve_run_at'' or ''unsafe_dedupe''.' using errcode = 'GWBKM';
  end if;
end;
$$;


--
-- Name: add_jobs(graphile_worker.job_spec[], boolean); Type: FUNCTION; Schema: graphile_worker; Owner: -
--

CREATE FUNCTION graphile_worker.add_jobs(specs graphile_worker.job_spec[], job_key_preserve_run_at boolean DEFAULT false) RETURNS SETOF graphile_worker._private_jobs
    LANGUAGE plpgsql
    AS $$
begin
  -- Ensure all the tasks exist (insert only missing identifiers so identity is not consumed)
  insert into "graphile_worker"._private_tasks as tasks (identifier)
  select distinct spec.identifier
  from unnest(specs) spec
  where not exists (
    select 1
    from "graphile_worker"._private_tasks as existing
    where existing.identifier = spec.identifier
  )
  on conflict do nothing;
  -- Ensure all the queues exist
  insert into "graphile_worker"._private_job_queues as job_queues (queue_name)
  select distinct spec.queue_name
  from unnest(specs) spec
  where spec.queue_name is not null
  and not exists (
    select 1
    from "graphile_worker"._private_job_queues as existing
    where existing.queue_name = spec.queue_name
  )
  on conflict do nothing;
  -- Ensure any locked jobs have their key cleared - in the case of locked
  -- existing job create a new job instead as it must have already started
  -- executing (i.e. it's world state is out of date, and the fact add_job
  -- has been called again implies there's new information that needs to be
  -- acted upon).
  update "graphile_worker"._private_jobs as jobs
  set
    key = null,
    attempts = jobs.max_attempts,
    updated_at = now()
  from unnest(specs) spec
  where spec.job_key is not null
  and jobs.key = spec.job_key
  and is_available is not true;

  -- WARNING: this count is not 100% accurate; 'on conflict' clause will cause it to be an overestimate
  perform pg_notify('jobs:insert', '{"r":' || random()::text || ',"count":' || array_length(specs, 1)::text || '}');

  -- TODO: is there a risk that a conflict could occur depending on the
  -- isolation level?
  return query insert into "graphile_worker"._private_jobs as jobs (
    job_queue_id,
    task_id,
    payload,
    run_at,
    max_attempts,
    key,
    priority,
    flags
  )
    select
      job_queues.id,
      tasks.id,
      coalesce(spec.payload, '{}'::json),
      coalesce(spec.run_at, now()),
      coalesce(spec.max_attempts, 25),
      spec.job_key,
      coalesce(spec.priority, 0),
      (
        select jsonb_object_agg(flag, true)
        from unnest(spec.flags) as item(flag)
      )
    from unnest(specs) spec
    inner join "graphile_worker"._private_tasks as tasks
    on tasks.identifier = spec.identifier
    left join "graphile_worker"._private_job_queues as job_queues
    on job_queues.queue_name = spec.queue_name
  on conflict (key) do update set
    job_queue_id = excluded.job_queue_id,
    task_id = excluded.task_id,
    payload =
      case
      when json_typeof(jobs.payload) = 'array' and json_typeof(excluded.payload) = 'array' then
        (jobs.payload::jsonb || excluded.payload::jsonb)::json
      else
        excluded.payload
      end,
    max_attempts = excluded.max_attempts,
    run_at = (case
      when job_key_preserve_run_at is true and jobs.attempts = 0 then jobs.run_at
      else excluded.run_at
    end),
    priority = excluded.priority,
    revision = jobs.revision + 1,
    flags = excluded.flags,
    -- always reset error/retry state
    attempts = 0,
    last_error = null,
    updated_at = now()
  where jobs.locked_at is null
  returning *;
end;
$$;


--
-- Name: complete_jobs(bigint[]); Type: FUNCTION; Schema: graphile_worker; Owner: -
--

CREATE FUNCTION graphile_worker.complete_jobs(job_ids bigint[]) RETURNS SETOF graphile_worker._private_jobs
    LANGUAGE sql
    AS $$
  delete from "graphile_worker"._private_jobs as jobs
    where id = any(job_ids)
    and (
      locked_at is null
    or
      locked_at < now() - interval '4 hours'
    )
    returning *;
$$;


--
-- Name: force_unlock_workers(text[]); Type: FUNCTION; Schema: graphile_worker; Owner: -
--

CREATE FUNCTION graphile_worker.force_unlock_workers(worker_ids text[]) RETURNS void
    LANGUAGE sql
    AS $$
update "graphile_worker"._private_jobs as jobs
set locked_at = null, locked_by = null
where locked_by = any(worker_ids);
update "graphile_worker"._private_job_queues as job_queues
set locked_at = null, locked_by = null
where locked_by = any(worker_ids);
$$;


--
-- Name: permanently_fail_jobs(bigint[], text); Type: FUNCTION; Schema: graphile_worker; Owner: -
--

CREATE FUNCTION graphile_worker.permanently_fail_jobs(job_ids bigint[], error_message text DEFAULT NULL::text) RETURNS SETOF graphile_worker._private_jobs
    LANGUAGE sql
    AS $$
  update "graphile_worker"._private_jobs as jobs
    set
      last_error = coalesce(error_message, 'Manually marked as failed'),
      attempts = max_attempts,
      updated_at = now()
    where id = any(job_ids)
    and (
      locked_at is null
    or
      locked_at < NOW() - interval '4 hours'
    )
    returning *;
$$;


--
-- Name: remove_job(text); Type: FUNCTION; Schema: graphile_worker; Owner: -
--

CREATE FUNCTION graphile_worker.remove_job(job_key text) RETURNS graphile_worker._private_jobs
    LANGUAGE plpgsql STRICT
    AS $$
declare
  v_job "graphile_worker"._private_jobs;
begin
  -- Delete job if not locked
  delete from "graphile_worker"._private_jobs as jobs
    where key = job_key
    and (
      locked_at is null
    or
      locked_at < NOW() - interval '4 hours'
    )
  returning * into v_job;
  if not (v_job is null) then
    perform pg_notify('jobs:insert', '{"r":' || random()::text || ',"count":-1}');
    return v_job;
  end if;
  -- Otherwise prevent job from retrying, and clear the key
  update "graphile_worker"._private_jobs as jobs
  set
    key = null,
    attempts = jobs.max_attempts,
    updated_at = now()
  where key = job_key
  returning * into v_job;
  return v_job;
end;
$$;


--
-- Name: reschedule_jobs(bigint[], timestamp with time zone, integer, integer, integer); Type: FUNCTION; Schema: graphile_worker; Owner: -
--

CREATE FUNCTION graphile_worker.reschedule_jobs(job_ids bigint[], run_at timestamp with time zone DEFAULT NULL::timestamp with time zone, priority integer DEFAULT NULL::integer, attempts integer DEFAULT NULL::integer, max_attempts integer DEFAULT NULL::integer) RETURNS SETOF graphile_worker._private_jobs
    LANGUAGE sql
    AS $$
  update "graphile_worker"._private_jobs as jobs
    set
      run_at = coalesce(reschedule_jobs.run_at, jobs.run_at),
      priority = coalesce(reschedule_jobs.priority::smallint, jobs.priority),
      attempts = coalesce(reschedule_jobs.attempts::smallint, jobs.attempts),
      max_attempts = coalesce(reschedule_jobs.max_attempts::smallint, jobs.max_attempts),
      updated_at = now()
    where id = any(job_ids)
    and (
      locked_at is null
    or
      locked_at < NOW() - interval '4 hours'
    )
    returning *;
$$;


--
-- Name: announce_session_end(); Type: FUNCTION; Schema: public; Owner: -
--

CREATE FUNCTION public.announce_session_end() RETURNS trigger
    LANGUAGE plpgsql
    AS $$
BEGIN
  PERFORM pg_notify('session_ended', OLD.id::text);
  RETURN NULL;
END
$$;


--
-- Name: refuse_audit_change(); Type: FUNCTION; Schema: public; Owner: -
--

CREATE FUNCTION public.refuse_audit_change() RETURNS trigger
    LANGUAGE plpgsql
    AS $$
BEGIN
  RAISE EXCEPTION 'audit events are append-only';
END
$$;


--
-- Name: refuse_document_change(); Type: FUNCTION; Schema: public; Owner: -
--

CREATE FUNCTION public.refuse_document_change() RETURNS trigger
    LANGUAGE plpgsql
    AS $$
BEGIN
  RAISE EXCEPTION 'what a file was when it was submitted does not change';
END
$$;


--
-- Name: refuse_form_change(); Type: FUNCTION; Schema: public; Owner: -
--

CREATE FUNCTION public.refuse_form_change() RETURNS trigger
    LANGUAGE plpgsql
    AS $$
DECLARE
  changing text[] := ARRAY['status', 'closed_at', 'files_withheld_at', 'files_destroyed_at', 'third_party_left_at'];
  allowed jsonb := to_jsonb(OLD);
  came_to_nothing boolean := OLD.status IN ('rejected', 'cancelled', 'expired');
BEGIN
  IF came_to_nothing AND OLD.invited_erased_at IS NULL AND NEW.invited_erased_at IS NOT NULL THEN
    allowed := allowed || '{"third_party_name": "", "third_party_social_media_name": "", "third_party_platform_age": null,
      "third_party_claimed_age": null, "third_party_email": "", "third_party_phone": null, "platform_name": "",
      "additional_information": null, "decline_reason": null, "third_party_sources": []}'
      || jsonb_build_object('invited_erased_at', NEW.invited_erased_at);
  END IF;
  IF came_to_nothing AND OLD.creator_erased_at IS NULL AND NEW.creator_erased_at IS NOT NULL THEN
    allowed := allowed || '{"full_name": "", "date_of_birth": null, "signature": "", "selfie_document_id": null,
      "id_document_id": null, "creator_sources": []}'
      || jsonb_build_object('creator_erased_at', NEW.creator_erased_at);
  END IF;
  IF to_jsonb(NEW) - changing IS DISTINCT FROM allowed - changing
    OR (NEW.status <> OLD.status AND NOT (OLD.status = 'verified' AND NEW.status = 'withdrawn')) THEN
    RAISE EXCEPTION 'what a closed verification says does not change';
  END IF;
  RETURN NEW;
END
$$;


--
-- Name: refuse_record_change(); Type: FUNCTION; Schema: public; Owner: -
--

CREATE FUNCTION public.refuse_record_change() RETURNS trigger
    LANGUAGE plpgsql
    AS $$
BEGIN
  RAISE EXCEPTION 'sealed documents and their log are append-only';
END
$$;


--
-- Name: refuse_revocation_change(); Type: FUNCTION; Schema: public; Owner: -
--

CREATE FUNCTION public.refuse_revocation_change() RETURNS trigger
    LANGUAGE plpgsql
    AS $$
BEGIN
  RAISE EXCEPTION 'a certificate that was revoked stays so';
END
$$;


--
-- Name: _private_job_queues; Type: TABLE; Schema: graphile_worker; Owner: -
--

CREATE TABLE graphile_worker._private_job_queues (
    id integer NOT NULL,
    queue_name text NOT NULL,
    locked_at timestamp with time zone,
    locked_by text,
    is_available boolean GENERATED ALWAYS AS ((locked_at IS NULL)) STORED NOT NULL,
    CONSTRAINT job_queues_queue_name_check CHECK ((length(queue_name) <= 128))
);


--
-- Name: _private_known_crontabs; Type: TABLE; Schema: graphile_worker; Owner: -
--

CREATE TABLE graphile_worker._private_known_crontabs (
    identifier text NOT NULL,
    known_since timestamp with time zone NOT NULL,
    last_execution timestamp with time zone
);


--
-- Name: _private_tasks; Type: TABLE; Schema: graphile_worker; Owner: -
--

CREATE TABLE graphile_worker._private_tasks (
    id integer NOT NULL,
    identifier text NOT NULL,
    CONSTRAINT tasks_identifier_check CHECK ((length(identifier) <= 128))
);


--
-- Name: job_queues_id_seq; Type: SEQUENCE; Schema: graphile_worker; Owner: -
--

ALTER TABLE graphile_worker._private_job_queues ALTER COLUMN id ADD GENERATED ALWAYS AS IDENTITY (
    SEQUENCE NAME graphile_worker.job_queues_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);


--
-- Name: jobs; Type: VIEW; Schema: graphile_worker; Owner: -
--

CREATE VIEW graphile_worker.jobs AS
 SELECT jobs.id,
    job_queues.queue_name,
    tasks.identifier AS task_identifier,
    jobs.priority,
    jobs.run_at,
    jobs.attempts,
    jobs.max_attempts,
    jobs.last_error,
    jobs.created_at,
    jobs.updated_at,
    jobs.key,
    jobs.locked_at,
    jobs.locked_by,
    jobs.revision,
    jobs.flags
   FROM ((graphile_worker._private_jobs jobs
     JOIN graphile_worker._private_tasks tasks ON ((tasks.id = jobs.task_id)))
     LEFT JOIN graphile_worker._private_job_queues job_queues ON ((job_queues.id = jobs.job_queue_id)));


--
-- Name: jobs_id_seq1; Type: SEQUENCE; Schema: graphile_worker; Owner: -
--

ALTER TABLE graphile_worker._private_jobs ALTER COLUMN id ADD GENERATED ALWAYS AS IDENTITY (
    SEQUENCE NAME graphile_worker.jobs_id_seq1
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);


--
-- Name: migrations; Type: TABLE; Schema: graphile_worker; Owner: -
--

CREATE TABLE graphile_worker.migrations (
    id integer NOT NULL,
    ts timestamp with time zone DEFAULT now() NOT NULL,
    breaking boolean DEFAULT false NOT NULL
);


--
-- Name: tasks_id_seq; Type: SEQUENCE; Schema: graphile_worker; Owner: -
--

ALTER TABLE graphile_worker._private_tasks ALTER COLUMN id ADD GENERATED ALWAYS AS IDENTITY (
    SEQUENCE NAME graphile_worker.tasks_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);


--
-- Name: archive_dues; Type: TABLE; Schema: public; Owner: -
--

CREATE TABLE public.archive_dues (
    verification_id uuid NOT NULL,
    document text NOT NULL,
    due_at timestamp with time zone NOT NULL,
    enqueued_at timestamp with time zone,
    asked_in_vain integer DEFAULT 0 NOT NULL,
    CONSTRAINT archive_dues_asked_in_vain_check CHECK ((asked_in_vain >= 0)),
    CONSTRAINT archive_dues_document_check CHECK ((document = ANY (ARRAY['record'::text, 'withdrawal'::text])))
);


--
-- Name: archived_copies; Type: TABLE; Schema: public; Owner: -
--

CREATE TABLE public.archived_copies (
    verification_id uuid NOT NULL,
    document text NOT NULL,
    revision integer NOT NULL,
    generation integer NOT NULL,
    path text NOT NULL,
    pdf_sha256 text NOT NULL,
    made_at timestamp with time zone NOT NULL,
    protected_until timestamp with time zone NOT NULL,
    CONSTRAINT archived_copies_generation_check CHECK ((generation >= 1)),
    CONSTRAINT archived_copies_pdf_sha256_check CHECK ((pdf_sha256 ~ '^[0-9a-f]{64}$'::text))
);


--
-- Name: archiving; Type: TABLE; Schema: public; Owner: -
--

CREATE TABLE public.archiving (
    is_only boolean DEFAULT true NOT NULL,
    since timestamp with time zone NOT NULL,
    CONSTRAINT archiving_is_only_check CHECK (is_only)
);


--
-- Name: audit_events; Type: TABLE; Schema: public; Owner: -
--

CREATE TABLE public.audit_events (
    verification_id uuid NOT NULL,
    sequence integer NOT NULL,
    event text NOT NULL,
    actor text NOT NULL,
    at timestamp with time zone NOT NULL,
    detail jsonb NOT NULL,
    previous_hash text NOT NULL,
    hash text NOT NULL,
    CONSTRAINT audit_events_actor_check CHECK ((actor = ANY (ARRAY['creator'::text, 'third_party'::text, 'visitor'::text, 'system'::text]))),
    CONSTRAINT audit_events_hash_check CHECK ((hash ~ '^[0-9a-f]{64}$'::text)),
    CONSTRAINT audit_events_previous_hash_check CHECK ((previous_hash ~ '^[0-9a-f]{64}$'::text)),
    CONSTRAINT audit_events_sequence_check CHECK ((sequence >= 1))
);


--
-- Name: data_exports; Type: TABLE; Schema: public; Owner: -
--

CREATE TABLE public.data_exports (
    id uuid DEFAULT gen_random_uuid() NOT NULL,
    user_id uuid NOT NULL,
    state text DEFAULT 'queued'::text NOT NULL,
    requested_at timestamp with time zone NOT NULL,
    files_total integer DEFAULT 0 NOT NULL,
    files_done integer DEFAULT 0 NOT NULL,
    parts integer DEFAULT 0 NOT NULL,
    byte_count bigint DEFAULT 0 NOT NULL,
    ended_at timestamp with time zone,
    expires_at timestamp with time zone,
    CONSTRAINT data_exports_check CHECK (((state = ANY (ARRAY['ready'::text, 'failed'::text])) = (ended_at IS NOT NULL))),
    CONSTRAINT data_exports_check1 CHECK (((state = 'ready'::text) = (expires_at IS NOT NULL))),
    CONSTRAINT data_exports_state_check CHECK ((state = ANY (ARRAY['queued'::text, 'making'::text, 'ready'::text, 'failed'::text])))
);


--
-- Name: document_readings; Type: TABLE; Schema: public; Owner: -
--

CREATE TABLE public.document_readings (
    id uuid DEFAULT gen_random_uuid() NOT NULL,
    document_id uuid NOT NULL,
    user_id uuid,
    verification_id uuid,
    claims_sha256 text NOT NULL,
    claimed_name text,
    claimed_birth_date date,
    day date NOT NULL,
    is_try boolean NOT NULL,
    requested_at timestamp with time zone NOT NULL,
    started_at timestamp with time zone,
    ended_at timestamp with time zone,
    outcome text,
    kind text,
    read_from text,
    issuing_state text,
    age_over_18 boolean,
    name_agrees boolean,
    birth_date_agrees boolean,
    reader_version text,
    forgotten_at timestamp with time zone,
    document_mark text,
    same_document boolean DEFAULT false NOT NULL,
    CONSTRAINT document_readings_check CHECK (((user_id IS NULL) <> (verification_id IS NULL))),
    CONSTRAINT document_readings_check1 CHECK (((ended_at IS NULL) OR ((claimed_name IS NULL) AND (claimed_birth_date IS NULL)))),
    CONSTRAINT document_readings_check2 CHECK (((document_mark IS NULL) OR ((user_id IS NOT NULL) AND (ended_at IS NOT NULL)))),
    CONSTRAINT document_readings_claims_sha256_check CHECK ((claims_sha256 ~ '^[0-9a-f]{64}$'::text)),
    CONSTRAINT document_readings_ended CHECK (
CASE
    WHEN (forgotten_at IS NULL) THEN ((ended_at IS NULL) = (outcome IS NULL))
    ELSE ((ended_at IS NOT NULL) AND (num_nonnulls(outcome, kind, read_from, issuing_state, age_over_18, name_agrees, birth_date_agrees, claimed_name, claimed_birth_date) = 0))
END),
    CONSTRAINT document_readings_outcome_check CHECK ((outcome = ANY (ARRAY['read'::text, 'under_age'::text, 'expired'::text, 'birth_date_differs'::text, 'name_differs'::text, 'two_documents'::text, 'not_a_document'::text, 'specimen'::text, 'unreadable'::text, 'reader_unavailable'::text]))),
    CONSTRAINT document_readings_read_from_check CHECK ((read_from = ANY (ARRAY['lines'::text, 'barcode'::text, 'print'::text])))
);


--
-- Name: documents; Type: TABLE; Schema: public; Owner: -
--

CREATE TABLE public.documents (
    id uuid DEFAULT gen_random_uuid() NOT NULL,
    bucket text NOT NULL,
    path text NOT NULL,
    category text NOT NULL,
    user_id uuid,
    verification_id uuid,
    content_type text NOT NULL,
    byte_count integer NOT NULL,
    created_at timestamp with time zone NOT NULL,
    stored_at timestamp with time zone,
    attached_at timestamp with time zone,
    destroyed_at timestamp with time zone,
    erased_at timestamp with time zone,
    stored_sha256 text NOT NULL,
    withheld_at timestamp with time zone,
    CONSTRAINT documents_bucket_check CHECK ((bucket = ANY (ARRAY['user_documents'::text, 'id_documents'::text]))),
    CONSTRAINT documents_byte_count_check CHECK ((byte_count > 0)),
    CONSTRAINT documents_category_check CHECK ((category = ANY (ARRAY['selfie'::text, 'id'::text]))),
    CONSTRAINT documents_check CHECK (((user_id IS NULL) <> (verification_id IS NULL))),
    CONSTRAINT documents_check1 CHECK (((attached_at IS NULL) OR (stored_at IS NOT NULL))),
    CONSTRAINT documents_content_type_check CHECK ((content_type = ANY (ARRAY['image/jpeg'::text, 'image/png'::text]))),
    CONSTRAINT documents_stored_sha256_check CHECK ((stored_sha256 ~ '^[0-9a-f]{64}$'::text))
);


--
-- Name: drafts; Type: TABLE; Schema: public; Owner: -
--

CREATE TABLE public.drafts (
    user_id uuid NOT NULL,
    kind text NOT NULL,
    version uuid NOT NULL,
    content bytea NOT NULL,
    selfie_document_id uuid,
    id_document_id uuid,
    saved_at timestamp with time zone NOT NULL,
    CONSTRAINT drafts_check CHECK (((kind = 'age'::text) OR ((selfie_document_id IS NULL) AND (id_document_id IS NULL)))),
    CONSTRAINT drafts_kind_check CHECK ((kind = ANY (ARRAY['age'::text, 'person'::text])))
);


--
-- Name: flow_states; Type: TABLE; Schema: public; Owner: -
--

CREATE TABLE public.flow_states (
    id uuid DEFAULT gen_random_uuid() NOT NULL,
    user_id uuid NOT NULL,
    method text NOT NULL,
    code_challenge text NOT NULL,
    auth_code_sha256 text,
    created_at timestamp with time zone NOT NULL,
    expires_at timestamp with time zone NOT NULL
);


--
-- Name: gate_codes; Type: TABLE; Schema: public; Owner: -
--

CREATE TABLE public.gate_codes (
    verification_id uuid NOT NULL,
    id uuid NOT NULL,
    code_mac text NOT NULL,
    tries integer DEFAULT 0 NOT NULL,
    created_at timestamp with time zone NOT NULL,
    expires_at timestamp with time zone NOT NULL,
    used_at timestamp with time zone,
    CONSTRAINT gate_codes_code_mac_check CHECK ((length(code_mac) = 43)),
    CONSTRAINT gate_codes_tries_check CHECK (((tries >= 0) AND (tries <= 5)))
);


--
-- Name: gate_passes; Type: TABLE; Schema: public; Owner: -
--

CREATE TABLE public.gate_passes (
    token_sha256 text NOT NULL,
    verification_id uuid NOT NULL,
    email_proof text NOT NULL,
    created_at timestamp with time zone NOT NULL,
    expires_at timestamp with time zone NOT NULL,
    CONSTRAINT gate_passes_email_proof_check CHECK ((email_proof = ANY (ARRAY['matched'::text, 'code'::text])))
);


--
-- Name: idempotency_keys; Type: TABLE; Schema: public; Owner: -
--

CREATE TABLE public.idempotency_keys (
    user_id uuid NOT NULL,
    key text NOT NULL,
    payload_sha256 text NOT NULL,
    answer jsonb,
    created_at timestamp with time zone NOT NULL,
    CONSTRAINT idempotency_keys_key_check CHECK (((length(key) >= 1) AND (length(key) <= 128))),
    CONSTRAINT idempotency_keys_payload_sha256_check CHECK ((payload_sha256 ~ '^[0-9a-f]{64}$'::text))
);


--
-- Name: identity_checks; Type: TABLE; Schema: public; Owner: -
--

CREATE TABLE public.identity_checks (
    id uuid DEFAULT gen_random_uuid() NOT NULL,
    user_id uuid,
    verification_id uuid,
    provider text NOT NULL,
    state text NOT NULL,
    fault text,
    claimed_name text,
    name_sha256 text NOT NULL,
    session_id text,
    session_sha256 text,
    age_over_18 boolean,
    name_agrees boolean,
    face_matched boolean,
    started_at timestamp with time zone NOT NULL,
    ended_at timestamp with time zone,
    erased_at timestamp with time zone,
    begun_on date NOT NULL,
    CONSTRAINT identity_checks_check CHECK ((num_nonnulls(user_id, verification_id) = 1)),
    CONSTRAINT identity_checks_check1 CHECK (((state = 'checked'::text) = (num_nonnulls(age_over_18, name_agrees, face_matched) = 3))),
    CONSTRAINT identity_checks_check2 CHECK (((state = ANY (ARRAY['open'::text, 'processing'::text])) = (ended_at IS NULL))),
    CONSTRAINT identity_checks_check3 CHECK (((ended_at IS NULL) OR (claimed_name IS NULL))),
    CONSTRAINT identity_checks_name_sha256_check CHECK ((name_sha256 ~ '^[0-9a-f]{64}$'::text)),
    CONSTRAINT identity_checks_session_sha256_check CHECK ((session_sha256 ~ '^[0-9a-f]{64}$'::text)),
    CONSTRAINT identity_checks_state_check CHECK ((state = ANY (ARRAY['open'::text, 'processing'::text, 'checked'::text, 'failed'::text, 'cancelled'::text])))
);


--
-- Name: installation; Type: TABLE; Schema: public; Owner: -
--

CREATE TABLE public.installation (
    is_only boolean DEFAULT true NOT NULL,
    id uuid DEFAULT gen_random_uuid() NOT NULL,
    marked_at timestamp with time zone,
    public_url text,
    signing jsonb,
    CONSTRAINT installation_is_only_check CHECK (is_only)
);


--
-- Name: legal_holds; Type: TABLE; Schema: public; Owner: -
--

CREATE TABLE public.legal_holds (
    verification_id uuid NOT NULL,
    party text NOT NULL,
    reason text,
    set_at timestamp with time zone NOT NULL,
    ends_at timestamp with time zone NOT NULL,
    ended_at timestamp with time zone,
    ended_by text,
    CONSTRAINT legal_holds_check CHECK ((ends_at > set_at)),
    CONSTRAINT legal_holds_check1 CHECK (((ended_at IS NULL) = (ended_by IS NULL))),
    CONSTRAINT legal_holds_check2 CHECK (((reason IS NOT NULL) OR (ended_at IS NOT NULL))),
    CONSTRAINT legal_holds_ended_by_check CHECK ((ended_by = ANY (ARRAY['holder'::text, 'withdrawal'::text, 'erasure'::text, 'time'::text]))),
    CONSTRAINT legal_holds_party_check CHECK ((party = ANY (ARRAY['creator'::text, 'third_party'::text]))),
    CONSTRAINT legal_holds_reason_check CHECK (((reason <> ''::text) AND (length(reason) <= 500)))
);


--
-- Name: mailbox_codes; Type: TABLE; Schema: public; Owner: -
--

CREATE TABLE public.mailbox_codes (
    email text NOT NULL,
    id uuid NOT NULL,
    code_mac text NOT NULL,
    tries integer DEFAULT 0 NOT NULL,
    created_at timestamp with time zone NOT NULL,
    expires_at timestamp with time zone NOT NULL,
    CONSTRAINT mailbox_codes_code_mac_check CHECK ((length(code_mac) = 43)),
    CONSTRAINT mailbox_codes_email_check CHECK ((email = lower(email))),
    CONSTRAINT mailbox_codes_tries_check CHECK (((tries >= 0) AND (tries <= 100)))
);


--
-- Name: mailbox_passes; Type: TABLE; Schema: public; Owner: -
--

CREATE TABLE public.mailbox_passes (
    token_sha256 text NOT NULL,
    email text NOT NULL,
    created_at timestamp with time zone NOT NULL,
    expires_at timestamp with time zone NOT NULL,
    CONSTRAINT mailbox_passes_email_check CHECK ((email = lower(email))),
    CONSTRAINT mailbox_passes_token_sha256_check CHECK ((token_sha256 ~ '^[0-9a-f]{64}$'::text))
);


--
-- Name: mails; Type: TABLE; Schema: public; Owner: -
--

CREATE TABLE public.mails (
    id text NOT NULL,
    number bigint NOT NULL,
    task text NOT NULL,
    payload jsonb NOT NULL,
    verification_id uuid,
    queued_at timestamp with time zone NOT NULL,
    tries integer DEFAULT 0 NOT NULL,
    ended_at timestamp with time zone,
    outcome text,
    account_id uuid,
    CONSTRAINT mails_check CHECK (((ended_at IS NULL) = (outcome IS NULL))),
    CONSTRAINT mails_outcome_check CHECK ((outcome = ANY (ARRAY['accepted'::text, 'address_refused'::text, 'message_refused'::text, 'gave_up'::text, 'not_needed'::text])))
);


--
-- Name: mails_number_seq; Type: SEQUENCE; Schema: public; Owner: -
--

ALTER TABLE public.mails ALTER COLUMN number ADD GENERATED ALWAYS AS IDENTITY (
    SEQUENCE NAME public.mails_number_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);


--
-- Name: one_time_tokens; Type: TABLE; Schema: public; Owner: -
--

CREATE TABLE public.one_time_tokens (
    id uuid NOT NULL,
    user_id uuid NOT NULL,
    kind text NOT NULL,
    token_sha256 text,
    email text NOT NULL,
    flow_state_id uuid,
    pending_password_hash text,
    pending_metadata jsonb,
    wrong_attempts integer DEFAULT 0 NOT NULL,
    created_at timestamp with time zone NOT NULL,
    expires_at timestamp with time zone NOT NULL,
    CONSTRAINT one_time_tokens_kind_check CHECK ((kind = ANY (ARRAY['signup'::text, 'recovery'::text, 'magiclink'::text, 'email_change_current'::text, 'email_change_new'::text, 'reauthentication'::text])))
);


--
-- Name: payment_customers; Type: TABLE; Schema: public; Owner: -
--

CREATE TABLE public.payment_customers (
    customer_id text NOT NULL,
    user_id uuid NOT NULL,
    checkout_id text,
    asked bigint DEFAULT 0 NOT NULL,
    applied bigint DEFAULT 0 NOT NULL,
    applied_at timestamp with time zone,
    created_at timestamp with time zone NOT NULL
);


--
-- Name: payment_notices; Type: TABLE; Schema: public; Owner: -
--

CREATE TABLE public.payment_notices (
    id text NOT NULL,
    type text NOT NULL,
    received_at timestamp with time zone NOT NULL
);


--
-- Name: payment_reconciliation; Type: TABLE; Schema: public; Owner: -
--

CREATE TABLE public.payment_reconciliation (
    only_row boolean DEFAULT true NOT NULL,
    reconciled_until timestamp with time zone NOT NULL,
    CONSTRAINT payment_reconciliation_only_row_check CHECK (only_row)
);


--
-- Name: profiles; Type: TABLE; Schema: public; Owner: -
--

CREATE TABLE public.profiles (
    id uuid NOT NULL,
    full_name text NOT NULL,
    date_of_birth date NOT NULL,
    address text NOT NULL,
    sex text NOT NULL,
    phone_number text NOT NULL,
    CONSTRAINT profiles_sex_check CHECK ((sex = ANY (ARRAY['male'::text, 'female'::text, 'other'::text])))
);


--
-- Name: rate_limits; Type: TABLE; Schema: public; Owner: -
--

CREATE UNLOGGED TABLE public.rate_limits (
    key text NOT NULL,
    points integer NOT NULL,
    expires_at timestamp with time zone NOT NULL
);


--
-- Name: record_passes; Type: TABLE; Schema: public; Owner: -
--

CREATE TABLE public.record_passes (
    token_sha256 text NOT NULL,
    verification_id uuid NOT NULL,
    kind text NOT NULL,
    created_at timestamp with time zone NOT NULL,
    expires_at timestamp with time zone NOT NULL,
    CONSTRAINT record_passes_kind_check CHECK ((kind = ANY (ARRAY['link'::text, 'code'::text]))),
    CONSTRAINT record_passes_token_sha256_check CHECK ((token_sha256 ~ '^[0-9a-f]{64}$'::text))
);


--
-- Name: records; Type: TABLE; Schema: public; Owner: -
--

CREATE TABLE public.records (
    verification_id uuid NOT NULL,
    check_code text NOT NULL,
    created_at timestamp with time zone NOT NULL,
    sealed_at timestamp with time zone,
    withdrawn_at timestamp with time zone,
    withdrawal_sealed_at timestamp with time zone,
    withdrawal_held_until timestamp with time zone,
    CONSTRAINT records_check_code_check CHECK ((length(check_code) = 22))
);


--
-- Name: repeated_events; Type: TABLE; Schema: public; Owner: -
--

CREATE TABLE public.repeated_events (
    verification_id uuid NOT NULL,
    event text NOT NULL,
    actor text NOT NULL,
    facts jsonb NOT NULL,
    times integer DEFAULT 0 NOT NULL,
    last_at timestamp with time zone NOT NULL,
    ends_at timestamp with time zone NOT NULL,
    CONSTRAINT repeated_events_actor_check CHECK ((actor = ANY (ARRAY['creator'::text, 'third_party'::text, 'visitor'::text, 'system'::text]))),
    CONSTRAINT repeated_events_times_check CHECK ((times >= 0))
);


--
-- Name: revoked_certificates; Type: TABLE; Schema: public; Owner: -
--

CREATE TABLE public.revoked_certificates (
    sha256 text NOT NULL,
    is_held boolean NOT NULL,
    said_at timestamp with time zone NOT NULL,
    learned_at timestamp with time zone NOT NULL,
    CONSTRAINT revoked_certificates_sha256_check CHECK ((sha256 ~ '^[0-9a-f]{64}$'::text))
);


--
-- Name: schema_migrations; Type: TABLE; Schema: public; Owner: -
--

CREATE TABLE public.schema_migrations (
    version integer NOT NULL,
    name text NOT NULL,
    sha256 text NOT NULL,
    applied_at timestamp with time zone DEFAULT now() NOT NULL
);


--
-- Name: seal_attempts; Type: TABLE; Schema: public; Owner: -
--

CREATE TABLE public.seal_attempts (
    path text NOT NULL,
    verification_id uuid NOT NULL,
    started_at timestamp with time zone NOT NULL
);


--
-- Name: seal_certificates; Type: TABLE; Schema: public; Owner: -
--

CREATE TABLE public.seal_certificates (
    sha256 text NOT NULL,
    chain jsonb NOT NULL,
    introduced_at timestamp with time zone NOT NULL,
    predecessor_sha256 text,
    succession jsonb,
    succession_sha256 text,
    leaf_index bigint,
    CONSTRAINT seal_certificates_chain_check CHECK (((jsonb_typeof(chain) = 'array'::text) AND (jsonb_array_length(chain) >= 1))),
    CONSTRAINT seal_certificates_check CHECK ((num_nulls(predecessor_sha256, succession, succession_sha256, leaf_index) = ANY (ARRAY[0, 4]))),
    CONSTRAINT seal_certificates_sha256_check CHECK ((sha256 ~ '^[0-9a-f]{64}$'::text)),
    CONSTRAINT seal_certificates_succession_sha256_check CHECK ((succession_sha256 ~ '^[0-9a-f]{64}$'::text))
);


--
-- Name: sealed_documents; Type: TABLE; Schema: public; Owner: -
--

CREATE TABLE public.sealed_documents (
    id uuid DEFAULT gen_random_uuid() NOT NULL,
    verification_id uuid NOT NULL,
    document text NOT NULL,
    revision integer NOT NULL,
    timestamp_state text NOT NULL,
    timestamp_at timestamp with time zone,
    sealed_at timestamp with time zone NOT NULL,
    path text NOT NULL,
    pdf_sha256 text NOT NULL,
    json_sha256 text NOT NULL,
    leaf_index bigint NOT NULL,
    certificate_sha256 text NOT NULL,
    CONSTRAINT sealed_documents_check CHECK (((timestamp_state = 'granted'::text) = (timestamp_at IS NOT NULL))),
    CONSTRAINT sealed_documents_document_check CHECK ((document = ANY (ARRAY['record'::text, 'withdrawal'::text]))),
    CONSTRAINT sealed_documents_json_sha256_check CHECK ((json_sha256 ~ '^[0-9a-f]{64}$'::text)),
    CONSTRAINT sealed_documents_pdf_sha256_check CHECK ((pdf_sha256 ~ '^[0-9a-f]{64}$'::text)),
    CONSTRAINT sealed_documents_revision_check CHECK ((revision >= 1)),
    CONSTRAINT sealed_documents_timestamp_state_check CHECK ((timestamp_state = ANY (ARRAY['none'::text, 'pending'::text, 'granted'::text])))
);


--
-- Name: sessions; Type: TABLE; Schema: public; Owner: -
--

CREATE TABLE public.sessions (
    id uuid DEFAULT gen_random_uuid() NOT NULL,
    user_id uuid NOT NULL,
    refresh_counter bigint DEFAULT 0 NOT NULL,
    amr jsonb NOT NULL,
    user_agent text,
    ip text,
    created_at timestamp with time zone NOT NULL,
    refreshed_at timestamp with time zone NOT NULL,
    rotations timestamp with time zone[] DEFAULT '{}'::timestamp with time zone[] NOT NULL
);


--
-- Name: subscription_usage; Type: TABLE; Schema: public; Owner: -
--

CREATE TABLE public.subscription_usage (
    id bigint NOT NULL,
    user_id uuid NOT NULL,
    action_type text NOT NULL,
    created_at timestamp with time zone NOT NULL,
    CONSTRAINT subscription_usage_action_type_check CHECK ((action_type = ANY (ARRAY['ageVerification'::text, 'personVerification'::text])))
);


--
-- Name: subscription_usage_id_seq; Type: SEQUENCE; Schema: public; Owner: -
--

ALTER TABLE public.subscription_usage ALTER COLUMN id ADD GENERATED ALWAYS AS IDENTITY (
    SEQUENCE NAME public.subscription_usage_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);


--
-- Name: subscriptions; Type: TABLE; Schema: public; Owner: -
--

CREATE TABLE public.subscriptions (
    id uuid DEFAULT gen_random_uuid() NOT NULL,
    user_id uuid NOT NULL,
    tier text NOT NULL,
    status text NOT NULL,
    current_period_end timestamp with time zone,
    stripe_subscription_id text,
    usage_reset_date timestamp with time zone,
    previous_tier text,
    created_at timestamp with time zone NOT NULL,
    stripe_price_id text,
    ends_with_period boolean DEFAULT false NOT NULL,
    usage_reset_tier text
);


--
-- Name: transparency_cosignatures; Type: TABLE; Schema: public; Owner: -
--

CREATE TABLE public.transparency_cosignatures (
    origin text NOT NULL,
    size bigint NOT NULL,
    verifier_key text NOT NULL,
    line text NOT NULL,
    cosigned_at timestamp with time zone NOT NULL
);


--
-- Name: transparency_heads; Type: TABLE; Schema: public; Owner: -
--

CREATE TABLE public.transparency_heads (
    size bigint NOT NULL,
    root_hash text NOT NULL,
    at timestamp with time zone NOT NULL,
    protected text NOT NULL,
    signature text NOT NULL,
    CONSTRAINT transparency_heads_root_hash_check CHECK ((root_hash ~ '^[0-9a-f]{64}$'::text)),
    CONSTRAINT transparency_heads_size_check CHECK ((size >= 0))
);


--
-- Name: transparency_nodes; Type: TABLE; Schema: public; Owner: -
--

CREATE TABLE public.transparency_nodes (
    level smallint NOT NULL,
    index bigint NOT NULL,
    hash text NOT NULL,
    CONSTRAINT transparency_nodes_hash_check CHECK ((hash ~ '^[0-9a-f]{64}$'::text)),
    CONSTRAINT transparency_nodes_index_check CHECK ((index >= 0)),
    CONSTRAINT transparency_nodes_level_check CHECK (((level >= 0) AND (level <= 62)))
);


--
-- Name: transparency_timestamps; Type: TABLE; Schema: public; Owner: -
--

CREATE TABLE public.transparency_timestamps (
    origin text NOT NULL,
    size bigint NOT NULL,
    at timestamp with time zone NOT NULL,
    token bytea NOT NULL
);


--
-- Name: used_links; Type: TABLE; Schema: public; Owner: -
--

CREATE TABLE public.used_links (
    user_id uuid NOT NULL,
    kind text NOT NULL,
    email text NOT NULL,
    token_sha256 text NOT NULL,
    used_at timestamp with time zone NOT NULL
);


--
-- Name: user_feedback; Type: TABLE; Schema: public; Owner: -
--

CREATE TABLE public.user_feedback (
    id uuid DEFAULT gen_random_uuid() NOT NULL,
    account_id uuid,
    user_id text GENERATED ALWAYS AS (COALESCE((account_id)::text, 'anonymous'::text)) STORED NOT NULL,
    rating smallint NOT NULL,
    comment text,
    created_at timestamp with time zone NOT NULL,
    CONSTRAINT user_feedback_comment_check CHECK (((length(comment) >= 1) AND (length(comment) <= 2000))),
    CONSTRAINT user_feedback_rating_check CHECK (((rating >= 1) AND (rating <= 5)))
);


--
-- Name: users; Type: TABLE; Schema: public; Owner: -
--

CREATE TABLE public.users (
    id uuid DEFAULT gen_random_uuid() NOT NULL,
    identity_id uuid DEFAULT gen_random_uuid() NOT NULL,
    email text,
    password_hash text,
    email_confirmed_at timestamp with time zone,
    confirmation_sent_at timestamp with time zone,
    recovery_sent_at timestamp with time zone,
    new_email text,
    new_email_confirmations text[] DEFAULT '{}'::text[] NOT NULL,
    email_change_sent_at timestamp with time zone,
    reauthentication_sent_at timestamp with time zone,
    last_sign_in_at timestamp with time zone,
    banned_until timestamp with time zone,
    user_metadata jsonb DEFAULT '{}'::jsonb NOT NULL,
    created_at timestamp with time zone NOT NULL,
    updated_at timestamp with time zone NOT NULL,
    closes_at timestamp with time zone,
    kept_at timestamp with time zone,
    erased_at timestamp with time zone,
    ending_requests_at timestamp with time zone,
    erasing_at timestamp with time zone,
    email_refused_at timestamp with time zone,
    CONSTRAINT users_email_check CHECK (((email = lower(email)) AND (length(email) <= 255))),
    CONSTRAINT users_ending_means_closed CHECK (((ending_requests_at IS NULL) OR (closes_at IS NOT NULL))),
    CONSTRAINT users_erased_means_empty CHECK (((erased_at IS NULL) OR ((email IS NULL) AND (password_hash IS NULL) AND (new_email IS NULL) AND (user_metadata = '{}'::jsonb)))),
    CONSTRAINT users_erasing_means_closed CHECK (((erasing_at IS NULL) OR (closes_at IS NOT NULL) OR (erased_at IS NOT NULL))),
    CONSTRAINT users_new_email_check CHECK (((new_email = lower(new_email)) AND (length(new_email) <= 255)))
);


--
-- Name: verifications; Type: TABLE; Schema: public; Owner: -
--

CREATE TABLE public.verifications (
    id uuid DEFAULT gen_random_uuid() NOT NULL,
    type text NOT NULL,
    document_type text,
    user_id uuid NOT NULL,
    status text DEFAULT 'pending'::text NOT NULL,
    consent_text_version text NOT NULL,
    full_name text NOT NULL,
    date_of_birth date,
    signature text NOT NULL,
    signature_date date NOT NULL,
    selfie_document_id uuid,
    id_document_id uuid,
    third_party_name text NOT NULL,
    third_party_social_media_name text NOT NULL,
    third_party_platform_age text,
    third_party_claimed_age text,
    third_party_email text NOT NULL,
    third_party_phone text,
    platform_name text NOT NULL,
    additional_information text,
    verification_link text NOT NULL,
    third_party_signature text,
    third_party_signature_date date,
    third_party_selfie_document_id uuid,
    third_party_id_document_id uuid,
    email_proof text,
    agreed_to_additional_terms boolean,
    decline_reason text,
    created_at timestamp with time zone NOT NULL,
    verified_at timestamp with time zone,
    closed_at timestamp with time zone,
    files_destroyed_at timestamp with time zone,
    invitation_withheld text,
    asks_age text DEFAULT 'declared'::text NOT NULL,
    asks_wallet_instead_of_id boolean DEFAULT false NOT NULL,
    asks_face boolean DEFAULT true NOT NULL,
    creator_mailbox_at timestamp with time zone,
    third_party_mailbox_at timestamp with time zone,
    creator_sources jsonb DEFAULT '[]'::jsonb NOT NULL,
    third_party_sources jsonb DEFAULT '[]'::jsonb NOT NULL,
    invited_erased_at timestamp with time zone,
    creator_erased_at timestamp with time zone,
    invited_at timestamp with time zone,
    reminded_at timestamp with time zone,
    third_party_left_at timestamp with time zone,
    files_withheld_at timestamp with time zone,
    creator_document_mark text,
    creator_network_mark text,
    creator_browser_mark text,
    shared text[] DEFAULT '{}'::text[] NOT NULL,
    CONSTRAINT verifications_asks_age_check CHECK ((asks_age = ANY (ARRAY['declared'::text, 'document'::text, 'wallet'::text]))),
    CONSTRAINT verifications_asks_possible CHECK ((((asks_age <> 'wallet'::text) OR asks_wallet_instead_of_id) AND (asks_face OR (asks_age = 'wallet'::text)))),
    CONSTRAINT verifications_birth_date CHECK (((date_of_birth IS NOT NULL) OR (creator_erased_at IS NOT NULL))),
    CONSTRAINT verifications_check CHECK (((status = 'pending'::text) OR (num_nonnulls(creator_document_mark, creator_network_mark, creator_browser_mark) = 0))),
    CONSTRAINT verifications_check1 CHECK (((shared = '{}'::text[]) OR (status = ANY (ARRAY['verified'::text, 'withdrawn'::text])))),
    CONSTRAINT verifications_creator_gave CHECK (((type = 'person'::text) OR (creator_erased_at IS NOT NULL) OR (((selfie_document_id IS NOT NULL) OR (NOT asks_face)) AND ((id_document_id IS NOT NULL) OR (asks_wallet_instead_of_id AND (creator_sources @> '[{"step": "wallet"}]'::jsonb)))))),
    CONSTRAINT verifications_email_proof_check CHECK ((email_proof = ANY (ARRAY['matched'::text, 'code'::text]))),
    CONSTRAINT verifications_invitation_withheld_check CHECK ((invitation_withheld = ANY (ARRAY['unconfirmed'::text, 'limited'::text]))),
    CONSTRAINT verifications_shared_check CHECK ((shared <@ ARRAY['same_document'::text, 'same_network'::text, 'same_browser'::text])),
    CONSTRAINT verifications_status_check CHECK ((status = ANY (ARRAY['pending'::text, 'verified'::text, 'rejected'::text, 'withdrawn'::text, 'expired'::text, 'cancelled'::text]))),
    CONSTRAINT verifications_type_check CHECK ((type = ANY (ARRAY['age'::text, 'person'::text]))),
    CONSTRAINT verifications_whole CHECK (((status <> ALL (ARRAY['verified'::text, 'withdrawn'::text])) OR ((third_party_signature IS NOT NULL) AND (third_party_signature_date IS NOT NULL) AND ((third_party_selfie_document_id IS NOT NULL) OR (NOT asks_face)) AND ((third_party_id_document_id IS NOT NULL) OR (asks_wallet_instead_of_id AND (third_party_sources @> '[{"step": "wallet"}]'::jsonb))) AND (email_proof IS NOT NULL) AND (third_party_mailbox_at IS NOT NULL) AND (verified_at IS NOT NULL))))
);


--
-- Name: wallet_proofs; Type: TABLE; Schema: public; Owner: -
--

CREATE TABLE public.wallet_proofs (
    id uuid DEFAULT gen_random_uuid() NOT NULL,
    user_id uuid,
    verification_id uuid,
    credential_type text NOT NULL,
    issuer_name text NOT NULL,
    response_sha256 text NOT NULL,
    proven_at timestamp with time zone NOT NULL,
    spent_on uuid,
    spent_at timestamp with time zone,
    CONSTRAINT wallet_proofs_check CHECK (((user_id IS NULL) <> (verification_id IS NULL))),
    CONSTRAINT wallet_proofs_check1 CHECK (((spent_on IS NULL) = (spent_at IS NULL))),
    CONSTRAINT wallet_proofs_check2 CHECK (((spent_on IS NULL) OR (user_id IS NOT NULL))),
    CONSTRAINT wallet_proofs_response_sha256_check CHECK ((response_sha256 ~ '^[0-9a-f]{64}$'::text))
);


--
-- Name: wallet_sessions; Type: TABLE; Schema: public; Owner: -
--

CREATE TABLE public.wallet_sessions (
    id uuid NOT NULL,
    user_id uuid,
    verification_id uuid,
    pass_sha256 text,
    secret_sha256 text NOT NULL,
    credential_type text NOT NULL,
    way text NOT NULL,
    nonce text NOT NULL,
    request_key jsonb,
    state text DEFAULT 'open'::text NOT NULL,
    refusal text,
    response_code_sha256 text,
    issuer_name text,
    response_sha256 text,
    created_at timestamp with time zone NOT NULL,
    expires_at timestamp with time zone NOT NULL,
    CONSTRAINT wallet_sessions_check CHECK (((user_id IS NULL) <> (verification_id IS NULL))),
    CONSTRAINT wallet_sessions_check1 CHECK (((verification_id IS NULL) = (pass_sha256 IS NULL))),
    CONSTRAINT wallet_sessions_check2 CHECK (((state = 'open'::text) = (request_key IS NOT NULL))),
    CONSTRAINT wallet_sessions_check3 CHECK (((state = 'refused'::text) = (refusal IS NOT NULL))),
    CONSTRAINT wallet_sessions_check4 CHECK (((state = 'answered'::text) = (response_code_sha256 IS NOT NULL))),
    CONSTRAINT wallet_sessions_state_check CHECK ((state = ANY (ARRAY['open'::text, 'answered'::text, 'proven'::text, 'under_age'::text, 'refused'::text, 'cancelled'::text, 'replaced'::text]))),
    CONSTRAINT wallet_sessions_way_check CHECK ((way = ANY (ARRAY['api'::text, 'link'::text, 'qr'::text])))
);


--
-- Data for Name: _private_job_queues; Type: TABLE DATA; Schema: graphile_worker; Owner: -
--



--
-- Data for Name: _private_jobs; Type: TABLE DATA; Schema: graphile_worker; Owner: -
--



--
-- Data for Name: _private_known_crontabs; Type: TABLE DATA; Schema: graphile_worker; Owner: -
--

INSERT INTO graphile_worker._private_known_crontabs VALUES
	('end-requests-of-closed', '2026-11-25 15:35:34.697+00', NULL),
	('erase-accounts', '2026-11-25 15:35:34.697+00', NULL),
	('reconcile-payments', '2026-11-25 15:35:34.699+00', NULL),
	('sweep-identity-checks', '2026-11-25 15:35:34.699+00', NULL),
	('stamp-log-head', '2026-11-25 15:35:34.739+00', NULL),
	('end-legal-holds', '2026-11-25 15:35:34.739+00', NULL),
	('destroy-data-exports', '2026-11-25 15:35:34.739+00', NULL),
	('say-repeated-events', '2026-11-25 15:35:34.739+00', NULL),
	('sweep-documents', '2026-11-25 15:35:34.739+00', NULL),
	('remind-third-parties', '2026-11-25 15:35:34.739+00', NULL),
	('destroy-old-files', '2026-11-25 15:35:34.739+00', NULL),
	('forget-drafts', '2026-11-25 15:35:34.739+00', NULL),
	('forget-ended-sessions', '2026-11-25 15:35:34.739+00', NULL),
	('forget-mails', '2026-11-25 15:35:34.739+00', NULL),
	('forget-readings', '2026-11-25 15:35:34.739+00', NULL),
	('forget-invited', '2026-11-25 15:35:34.739+00', NULL),
	('forget-gate-passes', '2026-11-25 15:35:34.739+00', NULL),
	('forget-idempotency-keys', '2026-11-25 15:35:34.739+00', NULL),
	('forget-wallets', '2026-11-25 15:35:34.739+00', NULL),
	('warn-of-seal-certificate', '2026-11-25 15:35:34.739+00', NULL),
	('sweep-due-work', '2026-11-25 15:35:34.739+00', '2026-11-25 15:36:00+00'),
	('expire-verifications', '2026-11-25 15:35:34.739+00', '2026-11-25 15:36:00+00'),
	('ask-log-witnesses', '2026-11-25 15:35:34.739+00', '2026-11-25 15:36:00+00');


--
-- Data for Name: _private_tasks; Type: TABLE DATA; Schema: graphile_worker; Owner: -
--

INSERT INTO graphile_worker._private_tasks OVERRIDING SYSTEM VALUE VALUES
	(1, 'send-record-mail'),
	(2, 'mail-account-token'),
	(3, 'mail-known-address'),
	(4, 'mail-password-notice'),
	(5, 'send-invitation'),
	(6, 'send-reminder'),
	(7, 'send-ending-mail'),
	(8, 'send-gate-code'),
	(9, 'send-mailbox-code'),
	(10, 'send-hold-mail'),
	(11, 'send-record-code'),
	(12, 'mail-account-closing'),
	(13, 'mail-data-export'),
	(14, 'seal-record'),
	(15, 'seal-withdrawal'),
	(16, 'complete-timestamp'),
	(17, 'read-document'),
	(18, 'end-requests-of-closed'),
	(19, 'make-large-data-export'),
	(20, 'erase-accounts'),
	(21, 'sync-subscription'),
	(22, 'close-checkout'),
	(23, 'reconcile-payments'),
	(24, 'end-subscription'),
	(25, 'delete-customer'),
	(26, 'collect-identity-check'),
	(27, 'erase-identity-session'),
	(28, 'sweep-identity-checks'),
	(29, 'make-data-export'),
	(30, 'forget-ended-sessions'),
	(31, 'answer-mail-request'),
	(32, 'answer-record-link-request'),
	(33, 'archive-record'),
	(34, 'ask-log-witnesses'),
	(35, 'stamp-log-head'),
	(36, 'warn-of-seal-certificate'),
	(37, 'close-unclaimed-verifications'),
	(38, 'destroy-unclaimed-drafts'),
	(39, 'destroy-data-exports'),
	(40, 'end-legal-holds'),
	(41, 'erase-document'),
	(42, 'erase-late-file'),
	(43, 'expire-verifications'),
	(44, 'forget-drafts'),
	(45, 'forget-invited'),
	(46, 'forget-idempotency-keys'),
	(47, 'forget-mails'),
	(48, 'forget-gate-passes'),
	(49, 'forget-wallets'),
	(50, 'forget-readings'),
	(51, 'remind-third-parties'),
	(52, 'destroy-old-files'),
	(53, 'say-repeated-events'),
	(54, 'sweep-documents'),
	(55, 'sweep-due-work');


--
-- Data for Name: migrations; Type: TABLE DATA; Schema: graphile_worker; Owner: -
--

INSERT INTO graphile_worker.migrations VALUES
	(1, '2026-11-25 15:35:34.06182+00', true),
	(2, '2026-11-25 15:35:34.072708+00', false),
	(3, '2026-11-25 15:35:34.075736+00', true),
	(4, '2026-11-25 15:35:34.077927+00', false),
	(5, '2026-11-25 15:35:34.082101+00', false),
	(6, '2026-11-25 15:35:34.084203+00', false),
	(7, '2026-11-25 15:35:34.085883+00', false),
	(8, '2026-11-25 15:35:34.087388+00', false),
	(9, '2026-11-25 15:35:34.089004+00', false),
	(10, '2026-11-25 15:35:34.09026+00', false),
	(11, '2026-11-25 15:35:34.091389+00', true),
	(12, '2026-11-25 15:35:34.107178+00', false),
	(13, '2026-11-25 15:35:34.108276+00', true),
	(14, '2026-11-25 15:35:34.109587+00', true),
	(15, '2026-11-25 15:35:34.110945+00', false),
	(16, '2026-11-25 15:35:34.111829+00', true),
	(17, '2026-11-25 15:35:34.113829+00', false),
	(18, '2026-11-25 15:35:34.115416+00', false),
	(19, '2026-11-25 15:35:34.116835+00', true),
	(20, '2026-11-25 15:35:34.117576+00', false);


--
-- Data for Name: archive_dues; Type: TABLE DATA; Schema: public; Owner: -
--

INSERT INTO public.archive_dues VALUES
	('79bc1bab-e710-45ae-b14f-66e355b998fe', 'record', '2026-11-25 15:35:40.507+00', NULL, 0),
	('5e904d1c-6a88-4695-9960-894b2c710355', 'record', '2026-11-25 15:35:40.557+00', NULL, 0),
	('5e904d1c-6a88-4695-9960-894b2c710355', 'withdrawal', '2026-11-25 15:35:40.673+00', NULL, 0);


--
-- Data for Name: archived_copies; Type: TABLE DATA; Schema: public; Owner: -
--



--
-- Data for Name: archiving; Type: TABLE DATA; Schema: public; Owner: -
--



--
-- Data for Name: audit_events; Type: TABLE DATA; Schema: public; Owner: -
--

INSERT INTO public.audit_events VALUES
	('93426260-1fa8-4da0-9f44-d9fc21eee95e', 1, 'created', 'creator', '2026-11-25 15:35:38.121+00', '{"type": "age", "ageStep": "declared", "idSha256": "fc757eca8842961ec09491839f4901188f9ccb8ac8c5456b63ee419940293e79", "selfieSha256": "d92b13b311ae1d85d8dbb42bb5c32a858a8e0cd98754c36fd58135417c53fb12", "consentTextVersion": "2026-12"}', '0000000000000000000000000000000000000000000000000000000000000000', 'e0d8f38e9abb13f40f6026b960636174328e263456210c3f47f9c5804db9ad0b'),
	('79bc1bab-e710-45ae-b14f-66e355b998fe', 1, 'created', 'creator', '2026-11-25 15:35:38.259+00', '{"type": "age", "ageStep": "declared", "idSha256": "267530dec23ce1fb33379d722773c9f9af19eff9c1a3e334bee1b8fa8cfa7a15", "selfieSha256": "d92b13b311ae1d85d8dbb42bb5c32a858a8e0cd98754c36fd58135417c53fb12", "consentTextVersion": "2026-12"}', '0000000000000000000000000000000000000000000000000000000000000000', 'fcfefe07095094cf424e8816049fa20f156cf6af7901a9169bef01b1bb8edb62'),
	('5e904d1c-6a88-4695-9960-894b2c710355', 1, 'created', 'creator', '2026-11-25 15:35:38.279+00', '{"type": "person", "ageStep": "declared", "consentTextVersion": "2026-12"}', '0000000000000000000000000000000000000000000000000000000000000000', 'c8178d4e99e731061d3f2fe193f3302d2ef51f1281af899a142e663664d41acc'),
	('8bfaeb46-5c13-4fcc-87b0-3b13d4ead0a2', 1, 'created', 'creator', '2026-11-25 15:35:38.293+00', '{"type": "person", "ageStep": "declared", "consentTextVersion": "2026-12"}', '0000000000000000000000000000000000000000000000000000000000000000', '3a60c9a093403dc7195670a947057b7c5e4c2448ac0629f7beb2b40b1862e443'),
	('2f905b4f-d8ac-4e34-afaa-bbe3e213afff', 1, 'created', 'creator', '2026-11-25 15:35:38.446+00', '{"type": "age", "ageStep": "declared", "idSha256": "e2b80761c7b6e7d7ce64d46dcd31a170c80cceb909e9b98090e138687dfcac6f", "selfieSha256": "d92b13b311ae1d85d8dbb42bb5c32a858a8e0cd98754c36fd58135417c53fb12", "consentTextVersion": "2026-12"}', '0000000000000000000000000000000000000000000000000000000000000000', 'b305a3e57e141105058be69df942c127f7018625079eaec5a8d000a58e58e507'),
	('047939e4-0628-408a-88bf-92bf6f2fc3db', 1, 'created', 'creator', '2026-11-25 15:35:38.461+00', '{"type": "person", "ageStep": "declared", "consentTextVersion": "2026-12"}', '0000000000000000000000000000000000000000000000000000000000000000', '101df29e848decd7f5e3105208eda095c87cdae70d974a96f6deb6df5416d8f9'),
	('79bc1bab-e710-45ae-b14f-66e355b998fe', 2, 'gate_passed', 'third_party', '2026-11-25 15:35:38.474+00', '{"emailProof": "matched"}', 'fcfefe07095094cf424e8816049fa20f156cf6af7901a9169bef01b1bb8edb62', '510e702acee3058bf12ec5cc21c24ed0619dba165d9b9f6e79654b10f401bef3'),
	('79bc1bab-e710-45ae-b14f-66e355b998fe', 3, 'uploaded', 'third_party', '2026-11-25 15:35:38.512+00', '{"type": "image/jpeg", "sha256": "d92b13b311ae1d85d8dbb42bb5c32a858a8e0cd98754c36fd58135417c53fb12", "category": "selfie"}', '510e702acee3058bf12ec5cc21c24ed0619dba165d9b9f6e79654b10f401bef3', '67a672ca953089db6933ad0948b3b920c5ef52e889d67910f78762040a333f1a'),
	('79bc1bab-e710-45ae-b14f-66e355b998fe', 4, 'uploaded', 'third_party', '2026-11-25 15:35:38.579+00', '{"type": "image/jpeg", "sha256": "ad1a14cba8345b12d7f0a965afa1251c8d12ccb57daa755884f5114c3b462800", "category": "id"}', '67a672ca953089db6933ad0948b3b920c5ef52e889d67910f78762040a333f1a', '2734e19bfa62748ca5dceab18e2ef49ab929295cea0a23131822c62b8d61ae95'),
	('79bc1bab-e710-45ae-b14f-66e355b998fe', 5, 'submitted', 'third_party', '2026-11-25 15:35:38.592+00', '{"ageStep": "declared", "idSha256": "ad1a14cba8345b12d7f0a965afa1251c8d12ccb57daa755884f5114c3b462800", "emailProof": "matched", "selfieSha256": "d92b13b311ae1d85d8dbb42bb5c32a858a8e0cd98754c36fd58135417c53fb12", "consentTextVersion": "2026-12", "agreedToAdditionalTerms": false}', '2734e19bfa62748ca5dceab18e2ef49ab929295cea0a23131822c62b8d61ae95', 'e47679abab3113e43b9f4fa903fff9b5f5974b27291a5728bfc4d799fa39eac5'),
	('79bc1bab-e710-45ae-b14f-66e355b998fe', 6, 'verified', 'system', '2026-11-25 15:35:38.592+00', '{}', 'e47679abab3113e43b9f4fa903fff9b5f5974b27291a5728bfc4d799fa39eac5', 'db593a0693bb6131ec6fc8f8fb55bbb67280a5a21c2b267871d086f806cf2879'),
	('5e904d1c-6a88-4695-9960-894b2c710355', 2, 'gate_passed', 'third_party', '2026-11-25 15:35:38.774+00', '{"emailProof": "matched"}', 'c8178d4e99e731061d3f2fe193f3302d2ef51f1281af899a142e663664d41acc', 'c0761936ffec6be70059d92a1edd5e6c926b29583e9cf016c90d3bd81ed0f63e'),
	('5e904d1c-6a88-4695-9960-894b2c710355', 3, 'uploaded', 'third_party', '2026-11-25 15:35:38.944+00', '{"type": "image/jpeg", "sha256": "d92b13b311ae1d85d8dbb42bb5c32a858a8e0cd98754c36fd58135417c53fb12", "category": "selfie"}', 'c0761936ffec6be70059d92a1edd5e6c926b29583e9cf016c90d3bd81ed0f63e', '2470a672b4f7c73fe38292493529199bf6d40665276ecd5d8bd583187ccf990a'),
	('5e904d1c-6a88-4695-9960-894b2c710355', 4, 'uploaded', 'third_party', '2026-11-25 15:35:39.157+00', '{"type": "image/jpeg", "sha256": "900a219edbccf3c65f85584d25567224f6a7c18df44fbafc6946cb9ef4f5b838", "category": "id"}', '2470a672b4f7c73fe38292493529199bf6d40665276ecd5d8bd583187ccf990a', '2de7d388c2a3ed65d06ef5529e6e4bd504a92f1b81a74c8b8e5d059fa8752336'),
	('5e904d1c-6a88-4695-9960-894b2c710355', 5, 'submitted', 'third_party', '2026-11-25 15:35:39.184+00', '{"ageStep": "declared", "idSha256": "900a219edbccf3c65f85584d25567224f6a7c18df44fbafc6946cb9ef4f5b838", "emailProof": "matched", "selfieSha256": "d92b13b311ae1d85d8dbb42bb5c32a858a8e0cd98754c36fd58135417c53fb12", "consentTextVersion": "2026-12", "agreedToAdditionalTerms": false}', '2de7d388c2a3ed65d06ef5529e6e4bd504a92f1b81a74c8b8e5d059fa8752336', '8103bd1e60fcc05b37b599dbeb693cca75c5a0cdf93d592e58aacef25b7f8c40'),
	('5e904d1c-6a88-4695-9960-894b2c710355', 6, 'verified', 'system', '2026-11-25 15:35:39.184+00', '{}', '8103bd1e60fcc05b37b599dbeb693cca75c5a0cdf93d592e58aacef25b7f8c40', 'a364cf392f0bfb94bf7bed136100ad678245a3c0137c69f032024fc4aa618eaa'),
	('5e904d1c-6a88-4695-9960-894b2c710355', 7, 'withdrawn', 'creator', '2026-11-25 15:35:39.254+00', '{}', 'a364cf392f0bfb94bf7bed136100ad678245a3c0137c69f032024fc4aa618eaa', 'baa7a637891f8dc308e19484ad7e0eb57e87e2ce2e4ec8e6583e1d213a4bdafa'),
	('5e904d1c-6a88-4695-9960-894b2c710355', 8, 'files_destroyed', 'system', '2026-11-25 15:35:39.27+00', '{"files": 2}', 'baa7a637891f8dc308e19484ad7e0eb57e87e2ce2e4ec8e6583e1d213a4bdafa', '4834020af778adb5ba3889618e0256a637b7355c056b843df2bd2f3cff945226'),
	('8bfaeb46-5c13-4fcc-87b0-3b13d4ead0a2', 2, 'gate_passed', 'third_party', '2026-11-25 15:35:39.432+00', '{"emailProof": "matched"}', '3a60c9a093403dc7195670a947057b7c5e4c2448ac0629f7beb2b40b1862e443', 'f64d21c29b37dcbd07236c47f94aa56f4077e040a6622dad04412debbf159e20'),
	('8bfaeb46-5c13-4fcc-87b0-3b13d4ead0a2', 3, 'declined', 'third_party', '2026-11-25 15:35:39.818+00', '{}', 'f64d21c29b37dcbd07236c47f94aa56f4077e040a6622dad04412debbf159e20', '8d4b247fd8a9e2b2ba080f8cef14d3732e031c76e8ff7195409c12271571681c'),
	('2f905b4f-d8ac-4e34-afaa-bbe3e213afff', 2, 'cancelled', 'creator', '2026-11-25 15:35:39.966+00', '{}', 'b305a3e57e141105058be69df942c127f7018625079eaec5a8d000a58e58e507', '4c942f10ad3271ecbbdaa61c9828bf5c723c7b5ea569e2ac154e0cd35b16b474'),
	('2f905b4f-d8ac-4e34-afaa-bbe3e213afff', 3, 'files_destroyed', 'system', '2026-11-25 15:35:39.989+00', '{"files": 2}', '4c942f10ad3271ecbbdaa61c9828bf5c723c7b5ea569e2ac154e0cd35b16b474', '99dad2b8a1aed96da637f333ad6b22cd01e75676686bebf8d646a7bbbc700534'),
	('8bfaeb46-5c13-4fcc-87b0-3b13d4ead0a2', 4, 'mail_accepted', 'system', '2026-11-25 15:35:40.255+00', '{"mail": "not_completed", "party": "creator"}', '8d4b247fd8a9e2b2ba080f8cef14d3732e031c76e8ff7195409c12271571681c', '70401a172b88e029cc2a9e658d9feaf0c2b6b302bbe7bb776cf797469463632a'),
	('79bc1bab-e710-45ae-b14f-66e355b998fe', 7, 'sealed', 'system', '2026-11-25 15:35:40.507+00', '{"document": "record", "revision": 1, "pdfSha256": "d5c8e880a129c9c72b4c09e83b81cbf1d2281048695aa52c007e6d3617bd63a4", "timestamp": "none"}', 'db593a0693bb6131ec6fc8f8fb55bbb67280a5a21c2b267871d086f806cf2879', 'e85198a6bd0b8d34d7dac1b4abc4af02e2a1afdca6a3fdaa8ce4ed1de513aa9e'),
	('5e904d1c-6a88-4695-9960-894b2c710355', 9, 'sealed', 'system', '2026-11-25 15:35:40.557+00', '{"document": "record", "revision": 1, "pdfSha256": "ff4af5d536f97b38f3064b84058c1971da002ed23d729485aaec847c647e426c", "timestamp": "none"}', '4834020af778adb5ba3889618e0256a637b7355c056b843df2bd2f3cff945226', '2d47f14557eada918a192ae5658461630ecc977a10da6254f6326428c9f3cc39'),
	('5e904d1c-6a88-4695-9960-894b2c710355', 12, 'mail_accepted', 'system', '2026-11-25 15:35:40.753+00', '{"mail": "record", "party": "third_party"}', 'b4a7eba50bfeb8486d321a263d60a70b87987676ca1d2d2921e3b7d8799b902d', 'f315e03c7dfc3901c107661efd3201eee65fbf25b96bc5513859b6ca9730e8bc'),
	('5e904d1c-6a88-4695-9960-894b2c710355', 10, 'sealed', 'system', '2026-11-25 15:35:40.673+00', '{"document": "withdrawal", "revision": 1, "pdfSha256": "e0b01b40ad7375bd63164eb2fc2844d0e01ff607c5da35098850f2b7d0e148cd", "timestamp": "none"}', '2d47f14557eada918a192ae5658461630ecc977a10da6254f6326428c9f3cc39', 'ee3d0314c138fbe37256e6860c2b85e080c131630e62e9247514b1b0d32bfe50'),
	('5e904d1c-6a88-4695-9960-894b2c710355', 11, 'mail_accepted', 'system', '2026-11-25 15:35:40.734+00', '{"mail": "record", "party": "creator"}', 'ee3d0314c138fbe37256e6860c2b85e080c131630e62e9247514b1b0d32bfe50', 'b4a7eba50bfeb8486d321a263d60a70b87987676ca1d2d2921e3b7d8799b902d'),
	('79bc1bab-e710-45ae-b14f-66e355b998fe', 8, 'mail_accepted', 'system', '2026-11-25 15:35:40.737+00', '{"mail": "record", "party": "creator"}', 'e85198a6bd0b8d34d7dac1b4abc4af02e2a1afdca6a3fdaa8ce4ed1de513aa9e', '5dd10b3b003d27cfa1f24eea8ed8d5b1069ea62c80459e0c127802c3d050cb8e'),
	('047939e4-0628-408a-88bf-92bf6f2fc3db', 2, 'expired', 'system', '2026-11-25 15:36:00.098+00', '{}', '101df29e848decd7f5e3105208eda095c87cdae70d974a96f6deb6df5416d8f9', '06e6e58a166ad3e8a973ccd40a2db7979352c85effd5a117cf6d50e3ae98da50'),
	('5e904d1c-6a88-4695-9960-894b2c710355', 13, 'mail_accepted', 'system', '2026-11-25 15:35:40.757+00', '{"mail": "withdrawal", "party": "creator"}', 'f315e03c7dfc3901c107661efd3201eee65fbf25b96bc5513859b6ca9730e8bc', '9cd12b7c2f0f1b8b4a7c5f755b9f1bd08415b0c090f83ee1a795fe81993381bc'),
	('79bc1bab-e710-45ae-b14f-66e355b998fe', 9, 'mail_accepted', 'system', '2026-11-25 15:35:40.752+00', '{"mail": "record", "party": "third_party"}', '5dd10b3b003d27cfa1f24eea8ed8d5b1069ea62c80459e0c127802c3d050cb8e', '93bfe5079b17c61a8da6cfa915a3f1dc86e5b1464d7eea50e80054c4a216697d'),
	('5e904d1c-6a88-4695-9960-894b2c710355', 14, 'mail_accepted', 'system', '2026-11-25 15:35:40.782+00', '{"mail": "withdrawal", "party": "third_party"}', '9cd12b7c2f0f1b8b4a7c5f755b9f1bd08415b0c090f83ee1a795fe81993381bc', '011e7ffdb23208d19ed217e4daccdca4670acb265300dbd4f97f4a4835f44711'),
	('047939e4-0628-408a-88bf-92bf6f2fc3db', 3, 'mail_accepted', 'system', '2026-11-25 15:36:00.43+00', '{"mail": "expired", "party": "creator"}', '06e6e58a166ad3e8a973ccd40a2db7979352c85effd5a117cf6d50e3ae98da50', '6dd6b219dc16ceb6722897d6a035c5b19d108f105f3368765f25c4cc0e492478');


--
-- Data for Name: data_exports; Type: TABLE DATA; Schema: public; Owner: -
--



--
-- Data for Name: document_readings; Type: TABLE DATA; Schema: public; Owner: -
--



--
-- Data for Name: documents; Type: TABLE DATA; Schema: public; Owner: -
--

INSERT INTO public.documents VALUES
	('a701b7b1-489d-4cfb-a8cb-508f4abdd5d3', 'user_documents', '50650dec-fca0-4f97-ba51-24f35e8f54ab/selfie-1795620938057.jpg', 'selfie', '50650dec-fca0-4f97-ba51-24f35e8f54ab', NULL, 'image/jpeg', 13445, '2026-11-25 15:35:38.057+00', '2026-11-25 15:35:38.063+00', '2026-11-25 15:35:38.121+00', NULL, NULL, 'd92b13b311ae1d85d8dbb42bb5c32a858a8e0cd98754c36fd58135417c53fb12', NULL),
	('9f162a0f-91c7-40d5-ab1a-d74ca2530bfd', 'id_documents', '50650dec-fca0-4f97-ba51-24f35e8f54ab/id-1795620938103.jpg', 'id', '50650dec-fca0-4f97-ba51-24f35e8f54ab', NULL, 'image/jpeg', 18594, '2026-11-25 15:35:38.103+00', '2026-11-25 15:35:38.108+00', '2026-11-25 15:35:38.121+00', NULL, NULL, 'fc757eca8842961ec09491839f4901188f9ccb8ac8c5456b63ee419940293e79', NULL),
	('59858933-8b39-4406-911d-ee6c3ebe4b23', 'id_documents', '5e904d1c-6a88-4695-9960-894b2c710355/id-1795620939132.jpg', 'id', NULL, '5e904d1c-6a88-4695-9960-894b2c710355', 'image/jpeg', 17911, '2026-11-25 15:35:39.132+00', '2026-11-25 15:35:39.168+00', '2026-11-25 15:35:39.184+00', '2026-11-25 15:35:39.266+00', '2026-11-25 15:35:39.827+00', '900a219edbccf3c65f85584d25567224f6a7c18df44fbafc6946cb9ef4f5b838', NULL),
	('f4352060-efcd-44fa-aed0-3b34379c22fe', 'user_documents', '50650dec-fca0-4f97-ba51-24f35e8f54ab/selfie-1795620938204.jpg', 'selfie', '50650dec-fca0-4f97-ba51-24f35e8f54ab', NULL, 'image/jpeg', 13445, '2026-11-25 15:35:38.204+00', '2026-11-25 15:35:38.21+00', '2026-11-25 15:35:38.259+00', NULL, NULL, 'd92b13b311ae1d85d8dbb42bb5c32a858a8e0cd98754c36fd58135417c53fb12', NULL),
	('e2338e62-eb1a-45ec-8ef1-00bfb5bb17b0', 'id_documents', '50650dec-fca0-4f97-ba51-24f35e8f54ab/id-1795620938243.jpg', 'id', '50650dec-fca0-4f97-ba51-24f35e8f54ab', NULL, 'image/jpeg', 18658, '2026-11-25 15:35:38.243+00', '2026-11-25 15:35:38.25+00', '2026-11-25 15:35:38.259+00', NULL, NULL, '267530dec23ce1fb33379d722773c9f9af19eff9c1a3e334bee1b8fa8cfa7a15', NULL),
	('a593a6fa-3eab-438d-845a-ac95f60230ca', 'user_documents', '5e904d1c-6a88-4695-9960-894b2c710355/selfie-1795620938915.jpg', 'selfie', NULL, '5e904d1c-6a88-4695-9960-894b2c710355', 'image/jpeg', 13445, '2026-11-25 15:35:38.915+00', '2026-11-25 15:35:38.95+00', '2026-11-25 15:35:39.184+00', '2026-11-25 15:35:39.266+00', '2026-11-25 15:35:39.828+00', 'd92b13b311ae1d85d8dbb42bb5c32a858a8e0cd98754c36fd58135417c53fb12', NULL),
	('dd025c42-468f-4c2d-8283-6ee6a46c3e1f', 'id_documents', '50650dec-fca0-4f97-ba51-24f35e8f54ab/id-1795620938409.jpg', 'id', '50650dec-fca0-4f97-ba51-24f35e8f54ab', NULL, 'image/jpeg', 18467, '2026-11-25 15:35:38.409+00', '2026-11-25 15:35:38.429+00', '2026-11-25 15:35:38.446+00', '2026-11-25 15:35:39.983+00', '2026-11-25 15:35:40.197+00', 'e2b80761c7b6e7d7ce64d46dcd31a170c80cceb909e9b98090e138687dfcac6f', NULL),
	('17710f69-1524-4aac-814a-c23f7204c7fe', 'user_documents', '79bc1bab-e710-45ae-b14f-66e355b998fe/selfie-1795620938504.jpg', 'selfie', NULL, '79bc1bab-e710-45ae-b14f-66e355b998fe', 'image/jpeg', 13445, '2026-11-25 15:35:38.504+00', '2026-11-25 15:35:38.514+00', '2026-11-25 15:35:38.592+00', NULL, NULL, 'd92b13b311ae1d85d8dbb42bb5c32a858a8e0cd98754c36fd58135417c53fb12', NULL),
	('a98c584c-7703-4958-ae41-cf504280c56e', 'id_documents', '79bc1bab-e710-45ae-b14f-66e355b998fe/id-1795620938538.jpg', 'id', NULL, '79bc1bab-e710-45ae-b14f-66e355b998fe', 'image/jpeg', 18451, '2026-11-25 15:35:38.538+00', '2026-11-25 15:35:38.58+00', '2026-11-25 15:35:38.592+00', NULL, NULL, 'ad1a14cba8345b12d7f0a965afa1251c8d12ccb57daa755884f5114c3b462800', NULL),
	('abaaef16-7990-42e4-be5d-9e4676459b62', 'user_documents', '50650dec-fca0-4f97-ba51-24f35e8f54ab/selfie-1795620938362.jpg', 'selfie', '50650dec-fca0-4f97-ba51-24f35e8f54ab', NULL, 'image/jpeg', 13445, '2026-11-25 15:35:38.362+00', '2026-11-25 15:35:38.378+00', '2026-11-25 15:35:38.446+00', '2026-11-25 15:35:39.983+00', '2026-11-25 15:35:40.198+00', 'd92b13b311ae1d85d8dbb42bb5c32a858a8e0cd98754c36fd58135417c53fb12', NULL);


--
-- Data for Name: drafts; Type: TABLE DATA; Schema: public; Owner: -
--



--
-- Data for Name: flow_states; Type: TABLE DATA; Schema: public; Owner: -
--



--
-- Data for Name: gate_codes; Type: TABLE DATA; Schema: public; Owner: -
--



--
-- Data for Name: gate_passes; Type: TABLE DATA; Schema: public; Owner: -
--

INSERT INTO public.gate_passes VALUES
	('163d00a0630cd7494f4e12a88f8069b54632a0988898fbb0e8a83624a4a82474', '79bc1bab-e710-45ae-b14f-66e355b998fe', 'matched', '2026-11-25 15:35:38.473+00', '2026-11-25 16:35:38.473+00'),
	('36730032dd74fe039dbde09e4ece2944740d0bd62727837dd5e04be2038050bb', '5e904d1c-6a88-4695-9960-894b2c710355', 'matched', '2026-11-25 15:35:38.757+00', '2026-11-25 16:35:38.757+00'),
	('4bd4a58a6da18abfd835080d741532b467bdfe0bf73c9c9747f80006694d7880', '8bfaeb46-5c13-4fcc-87b0-3b13d4ead0a2', 'matched', '2026-11-25 15:35:39.431+00', '2026-11-25 16:35:39.431+00');


--
-- Data for Name: idempotency_keys; Type: TABLE DATA; Schema: public; Owner: -
--



--
-- Data for Name: identity_checks; Type: TABLE DATA; Schema: public; Owner: -
--



--
-- Data for Name: installation; Type: TABLE DATA; Schema: public; Owner: -
--

INSERT INTO public.installation VALUES
	(true, '65c4f5b3-74d9-434d-8c04-621bceb772ce', '2026-11-25 15:35:34.58+00', 'http://localhost:5998', '{"mac": "NF8Nzg_QMhE2eOc2E6EOzQ-wkDmAuSFlLSWy9u1Vmcg", "signs": "tqDbSWvR0wEgaNJxsWOtcOubOxXIBKSy1IDkwobumqY", "verifies": ["tqDbSWvR0wEgaNJxsWOtcOubOxXIBKSy1IDkwobumqY"]}');


--
-- Data for Name: legal_holds; Type: TABLE DATA; Schema: public; Owner: -
--



--
-- Data for Name: mailbox_codes; Type: TABLE DATA; Schema: public; Owner: -
--



--
-- Data for Name: mailbox_passes; Type: TABLE DATA; Schema: public; Owner: -
--



--
-- Data for Name: mails; Type: TABLE DATA; Schema: public; Owner: -
--

INSERT INTO public.mails OVERRIDING SYSTEM VALUE VALUES
	('97787a61-60af-4a0c-8739-cddbdc99b650', 1, 'mail-account-token', '{}', NULL, '2026-11-25 15:35:37.371+00', 1, '2026-11-25 15:35:37.72+00', 'accepted', '50650dec-fca0-4f97-ba51-24f35e8f54ab'),
	('801749a5-4aed-4145-bb10-48ba782bcfab', 2, 'mail-account-token', '{}', NULL, '2026-11-25 15:35:37.7+00', 1, '2026-11-25 15:35:37.743+00', 'accepted', '2a8b0d22-07a0-44bf-88c9-11a6cf000894'),
	('df3248e1-fbad-4982-928d-dc027d716fb7', 3, 'send-ending-mail', '{}', '8bfaeb46-5c13-4fcc-87b0-3b13d4ead0a2', '2026-11-25 15:35:39.911+00', 1, '2026-11-25 15:35:40.291+00', 'accepted', '50650dec-fca0-4f97-ba51-24f35e8f54ab'),
	('4fc6588a-966a-4ca4-b75d-bcd498b887af', 6, 'send-record-mail', '{}', '5e904d1c-6a88-4695-9960-894b2c710355', '2026-11-25 15:35:40.572+00', 1, '2026-11-25 15:35:40.74+00', 'accepted', '50650dec-fca0-4f97-ba51-24f35e8f54ab'),
	('fd033c9f-c78f-480e-bcc5-c911354843b5', 4, 'send-record-mail', '{}', '79bc1bab-e710-45ae-b14f-66e355b998fe', '2026-11-25 15:35:40.518+00', 1, '2026-11-25 15:35:40.749+00', 'accepted', '50650dec-fca0-4f97-ba51-24f35e8f54ab'),
	('439d9264-393e-4bca-9c39-dc42e55fa3a6', 7, 'send-record-mail', '{}', '5e904d1c-6a88-4695-9960-894b2c710355', '2026-11-25 15:35:40.584+00', 1, '2026-11-25 15:35:40.755+00', 'accepted', NULL),
	('655d202b-5dcc-4399-8f25-6b7707a98c1c', 8, 'send-record-mail', '{}', '5e904d1c-6a88-4695-9960-894b2c710355', '2026-11-25 15:35:40.678+00', 1, '2026-11-25 15:35:40.759+00', 'accepted', '50650dec-fca0-4f97-ba51-24f35e8f54ab'),
	('9db4576e-caf9-4301-bee6-27563c5cc220', 5, 'send-record-mail', '{}', '79bc1bab-e710-45ae-b14f-66e355b998fe', '2026-11-25 15:35:40.537+00', 1, '2026-11-25 15:35:40.774+00', 'accepted', NULL),
	('99159efd-5d09-4f02-aeaf-732dad6f37da', 9, 'send-record-mail', '{}', '5e904d1c-6a88-4695-9960-894b2c710355', '2026-11-25 15:35:40.679+00', 1, '2026-11-25 15:35:40.783+00', 'accepted', NULL),
	('7464180c-dca1-4c9e-87bb-455e56aa1510', 10, 'send-ending-mail', '{}', '047939e4-0628-408a-88bf-92bf6f2fc3db', '2026-11-25 15:36:00.138+00', 1, '2026-11-25 15:36:00.436+00', 'accepted', '50650dec-fca0-4f97-ba51-24f35e8f54ab');


--
-- Data for Name: one_time_tokens; Type: TABLE DATA; Schema: public; Owner: -
--

INSERT INTO public.one_time_tokens VALUES
	('97a4b81e-1499-4ae3-9504-de7dd15d357a', '50650dec-fca0-4f97-ba51-24f35e8f54ab', 'signup', 'df0b621e8f4db590de966a92924bf2cf961275707cd953c2dd2d7f726744cd16', 'ada-a44a@example.com', NULL, NULL, NULL, 0, '2026-11-25 15:35:37.369+00', '2026-11-26 15:35:37.369+00'),
	('6a3d99e0-21fb-42e2-b10e-92c615192b2c', '2a8b0d22-07a0-44bf-88c9-11a6cf000894', 'signup', 'f7269d6078a5c345a90e4687dbf505fe5b7d2ca5e14bcfb138907f6f7064b9b0', 'sam-a44a@example.com', NULL, NULL, NULL, 0, '2026-11-25 15:35:37.698+00', '2026-11-26 15:35:37.698+00');


--
-- Data for Name: payment_customers; Type: TABLE DATA; Schema: public; Owner: -
--



--
-- Data for Name: payment_notices; Type: TABLE DATA; Schema: public; Owner: -
--



--
-- Data for Name: payment_reconciliation; Type: TABLE DATA; Schema: public; Owner: -
--



--
-- Data for Name: profiles; Type: TABLE DATA; Schema: public; Owner: -
--

INSERT INTO public.profiles VALUES
	('50650dec-fca0-4f97-ba51-24f35e8f54ab', 'Ada Lindqvist', '1990-04-17', '1 Harbour Street, Bristol', 'female', '+447700900123'),
	('2a8b0d22-07a0-44bf-88c9-11a6cf000894', 'Sam Okafor', '1990-04-17', '1 Harbour Street, Bristol', 'female', '+447700900123');


--
-- Data for Name: rate_limits; Type: TABLE DATA; Schema: public; Owner: -
--

INSERT INTO public.rate_limits VALUES
	('account-link-mailbox:eHL3s4j7AgqP30UxWWrnt2ThdjDTlqhCIK_wmMdkqmc', 1, '2026-11-25 16:35:37.368+00'),
	('strangers-mailbox-day:eHL3s4j7AgqP30UxWWrnt2ThdjDTlqhCIK_wmMdkqmc', 1, '2026-11-26 15:35:37.368+00'),
	('auth-signup:zpQDgeGfiyM511PeHtnPhAZVHLUZGyIcT9m3VqJUzj0', 2, '2026-11-25 15:40:37.191+00'),
	('known-addresses:zpQDgeGfiyM511PeHtnPhAZVHLUZGyIcT9m3VqJUzj0', 0, '2026-11-25 16:35:37.363+00'),
	('account-link-mailbox:ULy1xu104rW589B9dthsRTDGfl892R0zBX0I9q3FFGk', 1, '2026-11-25 16:35:37.697+00'),
	('document-upload:DIDbfhpHtWXNeDKCBurZyvOAfI8r7ifThHLtXjpMN1Y', 6, '2026-11-25 15:45:37.79+00'),
	('verification-creation:DIDbfhpHtWXNeDKCBurZyvOAfI8r7ifThHLtXjpMN1Y', 6, '2026-11-25 15:45:38.113+00'),
	('gate-link:TyrAfWIBLjuy2-808s0yx6ZFEUA8jSvc7rr_X6XpZJQ', 1, '2026-11-25 16:35:38.471+00'),
	('third-party-upload:TyrAfWIBLjuy2-808s0yx6ZFEUA8jSvc7rr_X6XpZJQ', 2, '2026-11-25 15:45:38.492+00'),
	('third-party-submission:TyrAfWIBLjuy2-808s0yx6ZFEUA8jSvc7rr_X6XpZJQ', 1, '2026-11-25 15:45:38.587+00'),
	('gate-link:jYQSLxyVOafJbJwjdMmyMvL6Yb00Yvxz0JNrFG-C5tk', 1, '2026-11-25 16:35:38.7+00'),
	('third-party-upload:jYQSLxyVOafJbJwjdMmyMvL6Yb00Yvxz0JNrFG-C5tk', 2, '2026-11-25 15:45:38.842+00'),
	('third-party-submission:jYQSLxyVOafJbJwjdMmyMvL6Yb00Yvxz0JNrFG-C5tk', 1, '2026-11-25 15:45:39.179+00'),
	('gate-client:zpQDgeGfiyM511PeHtnPhAZVHLUZGyIcT9m3VqJUzj0', 3, '2026-11-25 15:50:38.471+00'),
	('gate-link:C8Ta3IgGRZiHek-yf3UgyFcDeX9z9goSUokU_znLu8Q', 1, '2026-11-25 16:35:39.425+00'),
	('strangers-mailbox-day:ULy1xu104rW589B9dthsRTDGfl892R0zBX0I9q3FFGk', 3, '2026-11-26 15:35:37.698+00');


--
-- Data for Name: record_passes; Type: TABLE DATA; Schema: public; Owner: -
--

INSERT INTO public.record_passes VALUES
	('f4493761224042cb5d57e061d4b2400b540d53c7064232d99078db019c6f0e2a', '5e904d1c-6a88-4695-9960-894b2c710355', 'link', '2026-11-25 15:35:40.71+00', '2026-12-25 15:35:40.71+00'),
	('44405c0eda0ad8b976d0616e652917a90dcbf413a8674e598f4090cff4d870ae', '79bc1bab-e710-45ae-b14f-66e355b998fe', 'link', '2026-11-25 15:35:40.71+00', '2026-12-25 15:35:40.71+00'),
	('59942345858bc432453440797729e4f688c0c4ee5dfe688271b8de83f1d4c082', '5e904d1c-6a88-4695-9960-894b2c710355', 'link', '2026-11-25 15:35:40.765+00', '2026-12-25 15:35:40.765+00');


--
-- Data for Name: records; Type: TABLE DATA; Schema: public; Owner: -
--

INSERT INTO public.records VALUES
	('79bc1bab-e710-45ae-b14f-66e355b998fe', 'safVbX6njQDEi9tSdmdgyw', '2026-11-25 15:35:38.599+00', '2026-11-25 15:35:40.507+00', NULL, NULL, NULL),
	('5e904d1c-6a88-4695-9960-894b2c710355', 'zGqA3SA2uOCbHCtU667_8Q', '2026-11-25 15:35:39.197+00', '2026-11-25 15:35:40.557+00', '2026-11-25 15:35:39.242+00', '2026-11-25 15:35:40.673+00', NULL);


--
-- Data for Name: repeated_events; Type: TABLE DATA; Schema: public; Owner: -
--

INSERT INTO public.repeated_events VALUES
	('8bfaeb46-5c13-4fcc-87b0-3b13d4ead0a2', 'mail_accepted', 'system', '{"mail": "not_completed", "party": "creator"}', 0, '2026-11-25 15:35:40.255+00', '2026-11-25 16:35:40.255+00'),
	('5e904d1c-6a88-4695-9960-894b2c710355', 'mail_accepted', 'system', '{"mail": "record", "party": "creator"}', 0, '2026-11-25 15:35:40.734+00', '2026-11-25 16:35:40.734+00'),
	('79bc1bab-e710-45ae-b14f-66e355b998fe', 'mail_accepted', 'system', '{"mail": "record", "party": "creator"}', 0, '2026-11-25 15:35:40.737+00', '2026-11-25 16:35:40.737+00'),
	('5e904d1c-6a88-4695-9960-894b2c710355', 'mail_accepted', 'system', '{"mail": "record", "party": "third_party"}', 0, '2026-11-25 15:35:40.753+00', '2026-11-25 16:35:40.753+00'),
	('5e904d1c-6a88-4695-9960-894b2c710355', 'mail_accepted', 'system', '{"mail": "withdrawal", "party": "creator"}', 0, '2026-11-25 15:35:40.757+00', '2026-11-25 16:35:40.757+00'),
	('79bc1bab-e710-45ae-b14f-66e355b998fe', 'mail_accepted', 'system', '{"mail": "record", "party": "third_party"}', 0, '2026-11-25 15:35:40.752+00', '2026-11-25 16:35:40.752+00'),
	('5e904d1c-6a88-4695-9960-894b2c710355', 'mail_accepted', 'system', '{"mail": "withdrawal", "party": "third_party"}', 0, '2026-11-25 15:35:40.782+00', '2026-11-25 16:35:40.782+00'),
	('047939e4-0628-408a-88bf-92bf6f2fc3db', 'mail_accepted', 'system', '{"mail": "expired", "party": "creator"}', 0, '2026-11-25 15:36:00.43+00', '2026-11-25 16:36:00.43+00');


--
-- Data for Name: revoked_certificates; Type: TABLE DATA; Schema: public; Owner: -
--



--
-- Data for Name: schema_migrations; Type: TABLE DATA; Schema: public; Owner: -
--

INSERT INTO public.schema_migrations VALUES
	(1, '0001_schema.sql', '5c09175d6ded5e54ebb4d19dbae6346ac8f87edb6647349dec40fe19d9574311', '2026-11-25 15:35:33.84983+00');


--
-- Data for Name: seal_attempts; Type: TABLE DATA; Schema: public; Owner: -
--



--
-- Data for Name: seal_certificates; Type: TABLE DATA; Schema: public; Owner: -
--

INSERT INTO public.seal_certificates VALUES
	('efbd7742a4cac4b04b0dc1e9193160cc4d720fb5738e5c360d245abb00fd7953', '["MIIBlzCCAT6gAwIBAgIQf98Wb+MUL5V1olxc0MTD8jAKBggqhkjOPQQDAjAdMRswGQYDVQQDDBJBc3NlbnQgcmVjb3JkIHNlYWwwIBcNMjYxMTI1MTQzNTM0WhgPMjA1NjExMjUwMDAwMDBaMB0xGzAZBgNVBAMMEkFzc2VudCByZWNvcmQgc2VhbDBZMBMGByqGSM49AgEGCCqGSM49AwEHA0IABAQ1s33MwBTSAfzDz1VDY6d8agPwWPtKf4PZN1Y5jUmFsl7tND/7aklldyWcs+y3rNJfr8c7C97Ypj+xudZx2AejXjBcMAwGA1UdEwEB/wQCMAAwDgYDVR0PAQH/BAQDAgbAMB0GA1UdJQQWMBQGCCsGAQUFBwMkBggrBgEFBQcDBDAdBgNVHQ4EFgQUccKH+E9/t3pkYGjwkYOYzBhqgTIwCgYIKoZIzj0EAwIDRwAwRAIgLnKYNSkEyK0aykkySynXATRuqAwfDk6UyIhaqlHqFQ0CIHVFobKTK/RQnbmwln3tdpJGV4/szEZXKaMBhWqX/Csu"]', '2026-11-25 15:35:40.554+00', NULL, NULL, NULL, NULL);


--
-- Data for Name: sealed_documents; Type: TABLE DATA; Schema: public; Owner: -
--

INSERT INTO public.sealed_documents VALUES
	('23bfd376-7778-4402-92e0-0be3223f060a', '79bc1bab-e710-45ae-b14f-66e355b998fe', 'record', 1, 'none', NULL, '2026-11-25 15:35:40.507+00', '79bc1bab-e710-45ae-b14f-66e355b998fe/record-1-aa1bddaf-5050-4890-a54d-cfab13b03dde', 'd5c8e880a129c9c72b4c09e83b81cbf1d2281048695aa52c007e6d3617bd63a4', '58af99b5d685edc1ae0daa22a56ad2c1ad565d30ed1703e605c9e85a6fbf5642', 0, 'efbd7742a4cac4b04b0dc1e9193160cc4d720fb5738e5c360d245abb00fd7953'),
	('f0f30808-afd2-4417-8615-fe92acafeb6c', '5e904d1c-6a88-4695-9960-894b2c710355', 'record', 1, 'none', NULL, '2026-11-25 15:35:40.557+00', '5e904d1c-6a88-4695-9960-894b2c710355/record-1-c2bdcdaf-e694-453d-bda0-772712083725', 'ff4af5d536f97b38f3064b84058c1971da002ed23d729485aaec847c647e426c', 'b99bc5a83ca8286098dbdf5cde9fd6472b6c3b231dfd219e807c9af2987e93cb', 1, 'efbd7742a4cac4b04b0dc1e9193160cc4d720fb5738e5c360d245abb00fd7953'),
	('456ade92-76f9-4ee2-98e1-47eceb6730b2', '5e904d1c-6a88-4695-9960-894b2c710355', 'withdrawal', 1, 'none', NULL, '2026-11-25 15:35:40.673+00', '5e904d1c-6a88-4695-9960-894b2c710355/withdrawal-1-b6747ddf-6c75-4f0b-a527-bb629b5e5ebc', 'e0b01b40ad7375bd63164eb2fc2844d0e01ff607c5da35098850f2b7d0e148cd', 'a129397c1f2cbd48369613eb71d3c64ee2bb765526fce0d7ecff480c656693eb', 2, 'efbd7742a4cac4b04b0dc1e9193160cc4d720fb5738e5c360d245abb00fd7953');


--
-- Data for Name: sessions; Type: TABLE DATA; Schema: public; Owner: -
--

INSERT INTO public.sessions VALUES
	('d669f1b9-7329-401e-b3ab-49ededb7d4ac', '50650dec-fca0-4f97-ba51-24f35e8f54ab', 0, '[{"method": "password", "timestamp": 1795620937}]', 'node', '127.0.0.1', '2026-11-25 15:35:37.362+00', '2026-11-25 15:35:37.362+00', '{}'),
	('e993d958-c937-4df7-b77e-f5e2194a121a', '2a8b0d22-07a0-44bf-88c9-11a6cf000894', 0, '[{"method": "password", "timestamp": 1795620937}]', 'node', '127.0.0.1', '2026-11-25 15:35:37.692+00', '2026-11-25 15:35:37.692+00', '{}');


--
-- Data for Name: subscription_usage; Type: TABLE DATA; Schema: public; Owner: -
--

INSERT INTO public.subscription_usage OVERRIDING SYSTEM VALUE VALUES
	(1, '50650dec-fca0-4f97-ba51-24f35e8f54ab', 'ageVerification', '2026-11-25 15:35:38.121+00'),
	(2, '50650dec-fca0-4f97-ba51-24f35e8f54ab', 'ageVerification', '2026-11-25 15:35:38.259+00'),
	(3, '50650dec-fca0-4f97-ba51-24f35e8f54ab', 'personVerification', '2026-11-25 15:35:38.279+00'),
	(4, '50650dec-fca0-4f97-ba51-24f35e8f54ab', 'personVerification', '2026-11-25 15:35:38.293+00'),
	(5, '50650dec-fca0-4f97-ba51-24f35e8f54ab', 'ageVerification', '2026-11-25 15:35:38.446+00'),
	(6, '50650dec-fca0-4f97-ba51-24f35e8f54ab', 'personVerification', '2026-11-25 15:35:38.461+00');


--
-- Data for Name: subscriptions; Type: TABLE DATA; Schema: public; Owner: -
--

INSERT INTO public.subscriptions VALUES
	('e6c2f249-ca5e-4c33-b757-9e0320f1075b', '50650dec-fca0-4f97-ba51-24f35e8f54ab', 'enterprise', 'active', NULL, NULL, NULL, 'free', '2026-11-25 15:35:37.743+00', NULL, false, NULL);


--
-- Data for Name: transparency_cosignatures; Type: TABLE DATA; Schema: public; Owner: -
--



--
-- Data for Name: transparency_heads; Type: TABLE DATA; Schema: public; Owner: -
--

INSERT INTO public.transparency_heads VALUES
	(1, 'c858b67993aa753f0b42f7c27a9afaf04f3ebccd14935b04ce13bbddbb605141', '2026-11-25 15:35:40.562+00', 'eyJhbGciOiJFUzI1NiIsImtpZCI6ImVmYmQ3NzQyYTRjYWM0YjA0YjBkYzFlOTE5MzE2MGNjNGQ3MjBmYjU3MzhlNWMzNjBkMjQ1YWJiMDBmZDc5NTMiLCJ4NWMiOlsiTUlJQmx6Q0NBVDZnQXdJQkFnSVFmOThXYitNVUw1VjFvbHhjME1URDhqQUtCZ2dxaGtqT1BRUURBakFkTVJzd0dRWURWUVFEREJKQmMzTmxiblFnY21WamIzSmtJSE5sWVd3d0lCY05Nall4TVRJMU1UUXpOVE0wV2hnUE1qQTFOakV4TWpVd01EQXdNREJhTUIweEd6QVpCZ05WQkFNTUVrRnpjMlZ1ZENCeVpXTnZjbVFnYzJWaGJEQlpNQk1HQnlxR1NNNDlBZ0VHQ0NxR1NNNDlBd0VIQTBJQUJBUTFzMzNNd0JUU0FmekR6MVZEWTZkOGFnUHdXUHRLZjRQWk4xWTVqVW1Gc2w3dE5ELzdha2xsZHlXY3MreTNyTkpmcjhjN0M5N1lwait4dWRaeDJBZWpYakJjTUF3R0ExVWRFd0VCL3dRQ01BQXdEZ1lEVlIwUEFRSC9CQVFEQWdiQU1CMEdBMVVkSlFRV01CUUdDQ3NHQVFVRkJ3TWtCZ2dyQmdFRkJRY0RCREFkQmdOVkhRNEVGZ1FVY2NLSCtFOS90M3BrWUdqd2tZT1l6QmhxZ1RJd0NnWUlLb1pJemowRUF3SURSd0F3UkFJZ0xuS1lOU2tFeUswYXlra3lTeW5YQVRSdXFBd2ZEazZVeUloYXFsSHFGUTBDSUhWRm9iS1RLL1JRbmJtd2xuM3RkcEpHVjQvc3pFWlhLYU1CaFdxWC9Dc3UiXX0', 'Nxqd_FVTKjJF79KDlgiUDZ2Lf6trBm0IuvXQCKLm7O-6_oN8MijZyq1pJvVfGYJHME_ERiFWnM-aufyMirTRYQ'),
	(2, '182bc0b1b09c889ee6fc261c3113e5a2776483d9adbb668099526cd96ec370a1', '2026-11-25 15:35:40.603+00', 'eyJhbGciOiJFUzI1NiIsImtpZCI6ImVmYmQ3NzQyYTRjYWM0YjA0YjBkYzFlOTE5MzE2MGNjNGQ3MjBmYjU3MzhlNWMzNjBkMjQ1YWJiMDBmZDc5NTMiLCJ4NWMiOlsiTUlJQmx6Q0NBVDZnQXdJQkFnSVFmOThXYitNVUw1VjFvbHhjME1URDhqQUtCZ2dxaGtqT1BRUURBakFkTVJzd0dRWURWUVFEREJKQmMzTmxiblFnY21WamIzSmtJSE5sWVd3d0lCY05Nall4TVRJMU1UUXpOVE0wV2hnUE1qQTFOakV4TWpVd01EQXdNREJhTUIweEd6QVpCZ05WQkFNTUVrRnpjMlZ1ZENCeVpXTnZjbVFnYzJWaGJEQlpNQk1HQnlxR1NNNDlBZ0VHQ0NxR1NNNDlBd0VIQTBJQUJBUTFzMzNNd0JUU0FmekR6MVZEWTZkOGFnUHdXUHRLZjRQWk4xWTVqVW1Gc2w3dE5ELzdha2xsZHlXY3MreTNyTkpmcjhjN0M5N1lwait4dWRaeDJBZWpYakJjTUF3R0ExVWRFd0VCL3dRQ01BQXdEZ1lEVlIwUEFRSC9CQVFEQWdiQU1CMEdBMVVkSlFRV01CUUdDQ3NHQVFVRkJ3TWtCZ2dyQmdFRkJRY0RCREFkQmdOVkhRNEVGZ1FVY2NLSCtFOS90M3BrWUdqd2tZT1l6QmhxZ1RJd0NnWUlLb1pJemowRUF3SURSd0F3UkFJZ0xuS1lOU2tFeUswYXlra3lTeW5YQVRSdXFBd2ZEazZVeUloYXFsSHFGUTBDSUhWRm9iS1RLL1JRbmJtd2xuM3RkcEpHVjQvc3pFWlhLYU1CaFdxWC9Dc3UiXX0', 'NNP7fGPO3aliLsVibrfBfI1N7e-TZwISBht9nylHy_UhkFWTP_c0jk6t3QbCQEXEXDROhHr-vmPGHNlSFlc9Cg'),
	(3, '7da38b5cd4763368be02c23139ee84f35e9a6b62b1d3ef24cf2286e58434f2fe', '2026-11-25 15:35:40.682+00', 'eyJhbGciOiJFUzI1NiIsImtpZCI6ImVmYmQ3NzQyYTRjYWM0YjA0YjBkYzFlOTE5MzE2MGNjNGQ3MjBmYjU3MzhlNWMzNjBkMjQ1YWJiMDBmZDc5NTMiLCJ4NWMiOlsiTUlJQmx6Q0NBVDZnQXdJQkFnSVFmOThXYitNVUw1VjFvbHhjME1URDhqQUtCZ2dxaGtqT1BRUURBakFkTVJzd0dRWURWUVFEREJKQmMzTmxiblFnY21WamIzSmtJSE5sWVd3d0lCY05Nall4TVRJMU1UUXpOVE0wV2hnUE1qQTFOakV4TWpVd01EQXdNREJhTUIweEd6QVpCZ05WQkFNTUVrRnpjMlZ1ZENCeVpXTnZjbVFnYzJWaGJEQlpNQk1HQnlxR1NNNDlBZ0VHQ0NxR1NNNDlBd0VIQTBJQUJBUTFzMzNNd0JUU0FmekR6MVZEWTZkOGFnUHdXUHRLZjRQWk4xWTVqVW1Gc2w3dE5ELzdha2xsZHlXY3MreTNyTkpmcjhjN0M5N1lwait4dWRaeDJBZWpYakJjTUF3R0ExVWRFd0VCL3dRQ01BQXdEZ1lEVlIwUEFRSC9CQVFEQWdiQU1CMEdBMVVkSlFRV01CUUdDQ3NHQVFVRkJ3TWtCZ2dyQmdFRkJRY0RCREFkQmdOVkhRNEVGZ1FVY2NLSCtFOS90M3BrWUdqd2tZT1l6QmhxZ1RJd0NnWUlLb1pJemowRUF3SURSd0F3UkFJZ0xuS1lOU2tFeUswYXlra3lTeW5YQVRSdXFBd2ZEazZVeUloYXFsSHFGUTBDSUhWRm9iS1RLL1JRbmJtd2xuM3RkcEpHVjQvc3pFWlhLYU1CaFdxWC9Dc3UiXX0', '4yfFRlginUYZ8s1F1BZzyu4vs-GjUd-rb2yexXv7iviij91EhFZbAYo5hRYhOtKoCA0gAUmxmy01vKrPhS8z4A');


--
-- Data for Name: transparency_nodes; Type: TABLE DATA; Schema: public; Owner: -
--

INSERT INTO public.transparency_nodes VALUES
	(0, 0, 'c858b67993aa753f0b42f7c27a9afaf04f3ebccd14935b04ce13bbddbb605141'),
	(0, 1, 'd26908abbc34c6778adae4aa9c69d8088fd8f33fb621ad5063f99ed30af37114'),
	(1, 0, '182bc0b1b09c889ee6fc261c3113e5a2776483d9adbb668099526cd96ec370a1'),
	(0, 2, '322cd214a4520fb9f523c810f2ad67246b484d740fa8d2cfb37f3fa14d2cd894');


--
-- Data for Name: transparency_timestamps; Type: TABLE DATA; Schema: public; Owner: -
--



--
-- Data for Name: used_links; Type: TABLE DATA; Schema: public; Owner: -
--



--
-- Data for Name: user_feedback; Type: TABLE DATA; Schema: public; Owner: -
--



--
-- Data for Name: users; Type: TABLE DATA; Schema: public; Owner: -
--

INSERT INTO public.users VALUES
	('50650dec-fca0-4f97-ba51-24f35e8f54ab', '411c33a0-0225-4f8d-8786-ec4f3e3f3654', 'ada-a44a@example.com', '$argon2id$v=19$m=19456,t=2,p=1$bsNL75ZuZiUsoSv/oOy4MQ$r+5AqLbsJjSCMyV9xtyGzZJ50jAGceBc4FBK1YVaWcQ', NULL, '2026-11-25 15:35:37.362+00', NULL, NULL, '{}', NULL, NULL, '2026-11-25 15:35:37.362+00', NULL, '{"sex": "female", "address": "1 Harbour Street, Bristol", "full_name": "Ada Lindqvist", "phone_number": "+447700900123", "date_of_birth": "1990-04-17"}', '2026-11-25 15:35:37.362+00', '2026-11-25 15:35:37.362+00', NULL, NULL, NULL, NULL, NULL, NULL),
	('2a8b0d22-07a0-44bf-88c9-11a6cf000894', '277c5fd8-c9c4-4118-80c3-f56873ea22fb', 'sam-a44a@example.com', '$argon2id$v=19$m=19456,t=2,p=1$cua3G4DJ18tCdnQiTEDDMg$dge1SXL3JQFIfu+3MLQy7BqtVDTF29gObhUN1IaUWys', NULL, '2026-11-25 15:35:37.692+00', NULL, NULL, '{}', NULL, NULL, '2026-11-25 15:35:37.692+00', NULL, '{"sex": "female", "address": "1 Harbour Street, Bristol", "full_name": "Sam Okafor", "phone_number": "+447700900123", "date_of_birth": "1990-04-17"}', '2026-11-25 15:35:37.692+00', '2026-11-25 15:35:37.692+00', NULL, NULL, NULL, NULL, NULL, NULL);


--
-- Data for Name: verifications; Type: TABLE DATA; Schema: public; Owner: -
--

INSERT INTO public.verifications VALUES
	('93426260-1fa8-4da0-9f44-d9fc21eee95e', 'age', NULL, '50650dec-fca0-4f97-ba51-24f35e8f54ab', 'pending', '2026-12', 'Ada Lindqvist', '1990-04-17', 'Ada Lindqvist', '2026-11-25', 'a701b7b1-489d-4cfb-a8cb-508f4abdd5d3', '9f162a0f-91c7-40d5-ab1a-d74ca2530bfd', 'Sam Okafor', '@sam.okafor', '29', '31', 'sam-a44a@example.com', NULL, 'Hinge', NULL, 'http://localhost:5998/verify/93426260-1fa8-4da0-9f44-d9fc21eee95e', NULL, NULL, NULL, NULL, NULL, NULL, NULL, '2026-11-25 15:35:38.121+00', NULL, NULL, NULL, 'unconfirmed', 'declared', false, true, NULL, NULL, '[]', '[]', NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, 'kTfRsNIq6YSwxc1U4sAPUqVfx7o5ScCEiVMrm0wUBS0', '{}'),
	('2f905b4f-d8ac-4e34-afaa-bbe3e213afff', 'age', NULL, '50650dec-fca0-4f97-ba51-24f35e8f54ab', 'cancelled', '2026-12', 'Ada Lindqvist', '1990-04-17', 'Ada Lindqvist', '2026-11-25', 'abaaef16-7990-42e4-be5d-9e4676459b62', 'dd025c42-468f-4c2d-8283-6ee6a46c3e1f', 'Sam Okafor', '@sam.okafor', '29', '31', 'sam-a44a@example.com', NULL, 'Hinge', NULL, 'http://localhost:5998/verify/2f905b4f-d8ac-4e34-afaa-bbe3e213afff', NULL, NULL, NULL, NULL, NULL, NULL, NULL, '2026-11-25 15:35:38.446+00', NULL, '2026-11-25 15:35:39.966+00', '2026-11-25 15:35:39.986+00', 'unconfirmed', 'declared', false, true, NULL, NULL, '[]', '[]', NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, '{}'),
	('79bc1bab-e710-45ae-b14f-66e355b998fe', 'age', NULL, '50650dec-fca0-4f97-ba51-24f35e8f54ab', 'verified', '2026-12', 'Ada Lindqvist', '1990-04-17', 'Ada Lindqvist', '2026-11-25', 'f4352060-efcd-44fa-aed0-3b34379c22fe', 'e2338e62-eb1a-45ec-8ef1-00bfb5bb17b0', 'Sam Okafor', '@sam.okafor', '29', '31', 'sam-a44a@example.com', NULL, 'Hinge', NULL, 'http://localhost:5998/verify/79bc1bab-e710-45ae-b14f-66e355b998fe', 'Sam Okafor', '2026-11-25', '17710f69-1524-4aac-814a-c23f7204c7fe', 'a98c584c-7703-4958-ae41-cf504280c56e', 'matched', NULL, NULL, '2026-11-25 15:35:38.259+00', '2026-11-25 15:35:38.592+00', '2026-11-25 15:35:38.592+00', NULL, 'unconfirmed', 'declared', false, true, NULL, '2026-11-25 15:35:38.473+00', '[]', '[]', NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, '{}'),
	('5e904d1c-6a88-4695-9960-894b2c710355', 'person', 'person_verification', '50650dec-fca0-4f97-ba51-24f35e8f54ab', 'withdrawn', '2026-12', 'Ada Lindqvist', '1990-04-17', 'Ada Lindqvist', '2026-11-25', NULL, NULL, 'Sam Okafor', '@sam.okafor', NULL, NULL, 'sam-a44a@example.com', '+48601123456', 'Hinge', NULL, 'http://localhost:5998/verify/5e904d1c-6a88-4695-9960-894b2c710355?type=person', 'Sam Okafor', '2026-11-25', 'a593a6fa-3eab-438d-845a-ac95f60230ca', '59858933-8b39-4406-911d-ee6c3ebe4b23', 'matched', NULL, NULL, '2026-11-25 15:35:38.279+00', '2026-11-25 15:35:39.184+00', '2026-11-25 15:35:39.254+00', '2026-11-25 15:35:39.268+00', 'unconfirmed', 'declared', false, true, NULL, '2026-11-25 15:35:38.757+00', '[]', '[]', NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, '{}'),
	('8bfaeb46-5c13-4fcc-87b0-3b13d4ead0a2', 'person', 'person_verification', '50650dec-fca0-4f97-ba51-24f35e8f54ab', 'rejected', '2026-12', 'Ada Lindqvist', '1990-04-17', 'Ada Lindqvist', '2026-11-25', NULL, NULL, 'Sam Okafor', '@sam.okafor', NULL, NULL, 'sam-a44a@example.com', '+48601123456', 'Hinge', NULL, 'http://localhost:5998/verify/8bfaeb46-5c13-4fcc-87b0-3b13d4ead0a2?type=person', NULL, NULL, NULL, NULL, NULL, NULL, NULL, '2026-11-25 15:35:38.293+00', NULL, '2026-11-25 15:35:39.818+00', '2026-11-25 15:35:39.902+00', 'unconfirmed', 'declared', false, true, NULL, NULL, '[]', '[]', NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, '{}'),
	('047939e4-0628-408a-88bf-92bf6f2fc3db', 'person', 'person_verification', '50650dec-fca0-4f97-ba51-24f35e8f54ab', 'expired', '2026-12', 'Ada Lindqvist', '1990-04-17', 'Ada Lindqvist', '2026-11-25', NULL, NULL, 'Sam Okafor', '@sam.okafor', NULL, NULL, 'sam-a44a@example.com', '+48601123456', 'Hinge', NULL, 'http://localhost:5998/verify/047939e4-0628-408a-88bf-92bf6f2fc3db?type=person', NULL, NULL, NULL, NULL, NULL, NULL, NULL, '2025-10-21 15:35:38.461+00', NULL, '2026-11-25 15:36:00.098+00', '2026-11-25 15:36:00.136+00', 'unconfirmed', 'declared', false, true, NULL, NULL, '[]', '[]', NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, '{}');


--
-- Data for Name: wallet_proofs; Type: TABLE DATA; Schema: public; Owner: -
--



--
-- Data for Name: wallet_sessions; Type: TABLE DATA; Schema: public; Owner: -
--



--
-- Name: job_queues_id_seq; Type: SEQUENCE SET; Schema: graphile_worker; Owner: -
--

SELECT pg_catalog.setval('graphile_worker.job_queues_id_seq', 1, false);


--
-- Name: jobs_id_seq1; Type: SEQUENCE SET; Schema: graphile_worker; Owner: -
--

SELECT pg_catalog.setval('graphile_worker.jobs_id_seq1', 20, true);


--
-- Name: tasks_id_seq; Type: SEQUENCE SET; Schema: graphile_worker; Owner: -
--

SELECT pg_catalog.setval('graphile_worker.tasks_id_seq', 55, true);


--
-- Name: mails_number_seq; Type: SEQUENCE SET; Schema: public; Owner: -
--

SELECT pg_catalog.setval('public.mails_number_seq', 10, true);


--
-- Name: subscription_usage_id_seq; Type: SEQUENCE SET; Schema: public; Owner: -
--

SELECT pg_catalog.setval('public.subscription_usage_id_seq', 6, true);


--
-- Name: _private_job_queues job_queues_pkey1; Type: CONSTRAINT; Schema: graphile_worker; Owner: -
--

ALTER TABLE ONLY graphile_worker._private_job_queues
    ADD CONSTRAINT job_queues_pkey1 PRIMARY KEY (id);


--
-- Name: _private_job_queues job_queues_queue_name_key; Type: CONSTRAINT; Schema: graphile_worker; Owner: -
--

ALTER TABLE ONLY graphile_worker._private_job_queues
    ADD CONSTRAINT job_queues_queue_name_key UNIQUE (queue_name);


--
-- Name: _private_jobs jobs_key_key1; Type: CONSTRAINT; Schema: graphile_worker; Owner: -
--

ALTER TABLE ONLY graphile_worker._private_jobs
    ADD CONSTRAINT jobs_key_key1 UNIQUE (key);


--
-- Name: _private_jobs jobs_pkey1; Type: CONSTRAINT; Schema: graphile_worker; Owner: -
--

ALTER TABLE ONLY graphile_worker._private_jobs
    ADD CONSTRAINT jobs_pkey1 PRIMARY KEY (id);


--
-- Name: _private_known_crontabs known_crontabs_pkey; Type: CONSTRAINT; Schema: graphile_worker; Owner: -
--

ALTER TABLE ONLY graphile_worker._private_known_crontabs
    ADD CONSTRAINT known_crontabs_pkey PRIMARY KEY (identifier);


--
-- Name: migrations migrations_pkey; Type: CONSTRAINT; Schema: graphile_worker; Owner: -
--

ALTER TABLE ONLY graphile_worker.migrations
    ADD CONSTRAINT migrations_pkey PRIMARY KEY (id);


--
-- Name: _private_tasks tasks_identifier_key; Type: CONSTRAINT; Schema: graphile_worker; Owner: -
--

ALTER TABLE ONLY graphile_worker._private_tasks
    ADD CONSTRAINT tasks_identifier_key UNIQUE (identifier);


--
-- Name: _private_tasks tasks_pkey; Type: CONSTRAINT; Schema: graphile_worker; Owner: -
--

ALTER TABLE ONLY graphile_worker._private_tasks
    ADD CONSTRAINT tasks_pkey PRIMARY KEY (id);


--
-- Name: archive_dues archive_dues_pkey; Type: CONSTRAINT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.archive_dues
    ADD CONSTRAINT archive_dues_pkey PRIMARY KEY (verification_id, document);


--
-- Name: archived_copies archived_copies_path_key; Type: CONSTRAINT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.archived_copies
    ADD CONSTRAINT archived_copies_path_key UNIQUE (path);


--
-- Name: archived_copies archived_copies_pdf_sha256_key; Type: CONSTRAINT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.archived_copies
    ADD CONSTRAINT archived_copies_pdf_sha256_key UNIQUE (pdf_sha256);


--
-- Name: archived_copies archived_copies_pkey; Type: CONSTRAINT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.archived_copies
    ADD CONSTRAINT archived_copies_pkey PRIMARY KEY (verification_id, document, revision, generation);


--
-- Name: archiving archiving_pkey; Type: CONSTRAINT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.archiving
    ADD CONSTRAINT archiving_pkey PRIMARY KEY (is_only);


--
-- Name: audit_events audit_events_pkey; Type: CONSTRAINT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.audit_events
    ADD CONSTRAINT audit_events_pkey PRIMARY KEY (verification_id, sequence);


--
-- Name: data_exports data_exports_pkey; Type: CONSTRAINT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.data_exports
    ADD CONSTRAINT data_exports_pkey PRIMARY KEY (id);


--
-- Name: document_readings document_readings_document_id_claims_sha256_day_key; Type: CONSTRAINT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.document_readings
    ADD CONSTRAINT document_readings_document_id_claims_sha256_day_key UNIQUE (document_id, claims_sha256, day);


--
-- Name: document_readings document_readings_pkey; Type: CONSTRAINT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.document_readings
    ADD CONSTRAINT document_readings_pkey PRIMARY KEY (id);


--
-- Name: documents documents_bucket_path_key; Type: CONSTRAINT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.documents
    ADD CONSTRAINT documents_bucket_path_key UNIQUE (bucket, path);


--
-- Name: documents documents_pkey; Type: CONSTRAINT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.documents
    ADD CONSTRAINT documents_pkey PRIMARY KEY (id);


--
-- Name: drafts drafts_pkey; Type: CONSTRAINT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.drafts
    ADD CONSTRAINT drafts_pkey PRIMARY KEY (user_id, kind);


--
-- Name: flow_states flow_states_auth_code_sha256_key; Type: CONSTRAINT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.flow_states
    ADD CONSTRAINT flow_states_auth_code_sha256_key UNIQUE (auth_code_sha256);


--
-- Name: flow_states flow_states_pkey; Type: CONSTRAINT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.flow_states
    ADD CONSTRAINT flow_states_pkey PRIMARY KEY (id);


--
-- Name: flow_states flow_states_user_id_method_key; Type: CONSTRAINT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.flow_states
    ADD CONSTRAINT flow_states_user_id_method_key UNIQUE (user_id, method);


--
-- Name: gate_codes gate_codes_id_key; Type: CONSTRAINT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.gate_codes
    ADD CONSTRAINT gate_codes_id_key UNIQUE (id);


--
-- Name: gate_codes gate_codes_pkey; Type: CONSTRAINT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.gate_codes
    ADD CONSTRAINT gate_codes_pkey PRIMARY KEY (verification_id);


--
-- Name: gate_passes gate_passes_pkey; Type: CONSTRAINT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.gate_passes
    ADD CONSTRAINT gate_passes_pkey PRIMARY KEY (token_sha256);


--
-- Name: idempotency_keys idempotency_keys_pkey; Type: CONSTRAINT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.idempotency_keys
    ADD CONSTRAINT idempotency_keys_pkey PRIMARY KEY (user_id, key);


--
-- Name: identity_checks identity_checks_pkey; Type: CONSTRAINT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.identity_checks
    ADD CONSTRAINT identity_checks_pkey PRIMARY KEY (id);


--
-- Name: identity_checks identity_checks_session_sha256_key; Type: CONSTRAINT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.identity_checks
    ADD CONSTRAINT identity_checks_session_sha256_key UNIQUE (session_sha256);


--
-- Name: installation installation_pkey; Type: CONSTRAINT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.installation
    ADD CONSTRAINT installation_pkey PRIMARY KEY (is_only);


--
-- Name: legal_holds legal_holds_pkey; Type: CONSTRAINT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.legal_holds
    ADD CONSTRAINT legal_holds_pkey PRIMARY KEY (verification_id, party);


--
-- Name: mailbox_codes mailbox_codes_id_key; Type: CONSTRAINT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.mailbox_codes
    ADD CONSTRAINT mailbox_codes_id_key UNIQUE (id);


--
-- Name: mailbox_codes mailbox_codes_pkey; Type: CONSTRAINT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.mailbox_codes
    ADD CONSTRAINT mailbox_codes_pkey PRIMARY KEY (email);


--
-- Name: mailbox_passes mailbox_passes_pkey; Type: CONSTRAINT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.mailbox_passes
    ADD CONSTRAINT mailbox_passes_pkey PRIMARY KEY (token_sha256);


--
-- Name: mails mails_pkey; Type: CONSTRAINT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.mails
    ADD CONSTRAINT mails_pkey PRIMARY KEY (id);


--
-- Name: one_time_tokens one_time_tokens_pkey; Type: CONSTRAINT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.one_time_tokens
    ADD CONSTRAINT one_time_tokens_pkey PRIMARY KEY (id);


--
-- Name: one_time_tokens one_time_tokens_token_sha256_key; Type: CONSTRAINT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.one_time_tokens
    ADD CONSTRAINT one_time_tokens_token_sha256_key UNIQUE (token_sha256);


--
-- Name: payment_customers payment_customers_pkey; Type: CONSTRAINT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.payment_customers
    ADD CONSTRAINT payment_customers_pkey PRIMARY KEY (customer_id);


--
-- Name: payment_customers payment_customers_user_id_key; Type: CONSTRAINT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.payment_customers
    ADD CONSTRAINT payment_customers_user_id_key UNIQUE (user_id);


--
-- Name: payment_notices payment_notices_pkey; Type: CONSTRAINT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.payment_notices
    ADD CONSTRAINT payment_notices_pkey PRIMARY KEY (id);


--
-- Name: payment_reconciliation payment_reconciliation_pkey; Type: CONSTRAINT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.payment_reconciliation
    ADD CONSTRAINT payment_reconciliation_pkey PRIMARY KEY (only_row);


--
-- Name: profiles profiles_pkey; Type: CONSTRAINT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.profiles
    ADD CONSTRAINT profiles_pkey PRIMARY KEY (id);


--
-- Name: rate_limits rate_limits_pkey; Type: CONSTRAINT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.rate_limits
    ADD CONSTRAINT rate_limits_pkey PRIMARY KEY (key);


--
-- Name: record_passes record_passes_pkey; Type: CONSTRAINT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.record_passes
    ADD CONSTRAINT record_passes_pkey PRIMARY KEY (token_sha256);


--
-- Name: records records_check_code_key; Type: CONSTRAINT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.records
    ADD CONSTRAINT records_check_code_key UNIQUE (check_code);


--
-- Name: records records_pkey; Type: CONSTRAINT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.records
    ADD CONSTRAINT records_pkey PRIMARY KEY (verification_id);


--
-- Name: repeated_events repeated_events_pkey; Type: CONSTRAINT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.repeated_events
    ADD CONSTRAINT repeated_events_pkey PRIMARY KEY (verification_id, event, actor, facts);


--
-- Name: revoked_certificates revoked_certificates_pkey; Type: CONSTRAINT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.revoked_certificates
    ADD CONSTRAINT revoked_certificates_pkey PRIMARY KEY (sha256);


--
-- Name: schema_migrations schema_migrations_pkey; Type: CONSTRAINT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.schema_migrations
    ADD CONSTRAINT schema_migrations_pkey PRIMARY KEY (version);


--
-- Name: seal_attempts seal_attempts_pkey; Type: CONSTRAINT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.seal_attempts
    ADD CONSTRAINT seal_attempts_pkey PRIMARY KEY (path);


--
-- Name: seal_certificates seal_certificates_leaf_index_key; Type: CONSTRAINT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.seal_certificates
    ADD CONSTRAINT seal_certificates_leaf_index_key UNIQUE (leaf_index);


--
-- Name: seal_certificates seal_certificates_pkey; Type: CONSTRAINT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.seal_certificates
    ADD CONSTRAINT seal_certificates_pkey PRIMARY KEY (sha256);


--
-- Name: seal_certificates seal_certificates_predecessor_sha256_key; Type: CONSTRAINT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.seal_certificates
    ADD CONSTRAINT seal_certificates_predecessor_sha256_key UNIQUE (predecessor_sha256);


--
-- Name: seal_certificates seal_certificates_succession_sha256_key; Type: CONSTRAINT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.seal_certificates
    ADD CONSTRAINT seal_certificates_succession_sha256_key UNIQUE (succession_sha256);


--
-- Name: sealed_documents sealed_documents_json_sha256_key; Type: CONSTRAINT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.sealed_documents
    ADD CONSTRAINT sealed_documents_json_sha256_key UNIQUE (json_sha256);


--
-- Name: sealed_documents sealed_documents_leaf_index_key; Type: CONSTRAINT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.sealed_documents
    ADD CONSTRAINT sealed_documents_leaf_index_key UNIQUE (leaf_index);


--
-- Name: sealed_documents sealed_documents_path_key; Type: CONSTRAINT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.sealed_documents
    ADD CONSTRAINT sealed_documents_path_key UNIQUE (path);


--
-- Name: sealed_documents sealed_documents_pdf_sha256_key; Type: CONSTRAINT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.sealed_documents
    ADD CONSTRAINT sealed_documents_pdf_sha256_key UNIQUE (pdf_sha256);


--
-- Name: sealed_documents sealed_documents_pkey; Type: CONSTRAINT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.sealed_documents
    ADD CONSTRAINT sealed_documents_pkey PRIMARY KEY (id);


--
-- Name: sealed_documents sealed_documents_verification_id_document_revision_key; Type: CONSTRAINT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.sealed_documents
    ADD CONSTRAINT sealed_documents_verification_id_document_revision_key UNIQUE (verification_id, document, revision);


--
-- Name: sessions sessions_pkey; Type: CONSTRAINT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.sessions
    ADD CONSTRAINT sessions_pkey PRIMARY KEY (id);


--
-- Name: subscription_usage subscription_usage_pkey; Type: CONSTRAINT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.subscription_usage
    ADD CONSTRAINT subscription_usage_pkey PRIMARY KEY (id);


--
-- Name: subscriptions subscriptions_pkey; Type: CONSTRAINT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.subscriptions
    ADD CONSTRAINT subscriptions_pkey PRIMARY KEY (id);


--
-- Name: subscriptions subscriptions_stripe_subscription_id_key; Type: CONSTRAINT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.subscriptions
    ADD CONSTRAINT subscriptions_stripe_subscription_id_key UNIQUE (stripe_subscription_id);


--
-- Name: transparency_cosignatures transparency_cosignatures_pkey; Type: CONSTRAINT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.transparency_cosignatures
    ADD CONSTRAINT transparency_cosignatures_pkey PRIMARY KEY (origin, verifier_key, size);


--
-- Name: transparency_heads transparency_heads_pkey; Type: CONSTRAINT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.transparency_heads
    ADD CONSTRAINT transparency_heads_pkey PRIMARY KEY (size);


--
-- Name: transparency_nodes transparency_nodes_pkey; Type: CONSTRAINT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.transparency_nodes
    ADD CONSTRAINT transparency_nodes_pkey PRIMARY KEY (level, index);


--
-- Name: transparency_timestamps transparency_timestamps_pkey; Type: CONSTRAINT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.transparency_timestamps
    ADD CONSTRAINT transparency_timestamps_pkey PRIMARY KEY (origin, size);


--
-- Name: used_links used_links_pkey; Type: CONSTRAINT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.used_links
    ADD CONSTRAINT used_links_pkey PRIMARY KEY (user_id, kind);


--
-- Name: used_links used_links_token_sha256_key; Type: CONSTRAINT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.used_links
    ADD CONSTRAINT used_links_token_sha256_key UNIQUE (token_sha256);


--
-- Name: user_feedback user_feedback_pkey; Type: CONSTRAINT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.user_feedback
    ADD CONSTRAINT user_feedback_pkey PRIMARY KEY (id);


--
-- Name: users users_email_key; Type: CONSTRAINT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.users
    ADD CONSTRAINT users_email_key UNIQUE (email);


--
-- Name: users users_pkey; Type: CONSTRAINT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.users
    ADD CONSTRAINT users_pkey PRIMARY KEY (id);


--
-- Name: verifications verifications_id_document_id_key; Type: CONSTRAINT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.verifications
    ADD CONSTRAINT verifications_id_document_id_key UNIQUE (id_document_id);


--
-- Name: verifications verifications_pkey; Type: CONSTRAINT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.verifications
    ADD CONSTRAINT verifications_pkey PRIMARY KEY (id);


--
-- Name: verifications verifications_selfie_document_id_key; Type: CONSTRAINT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.verifications
    ADD CONSTRAINT verifications_selfie_document_id_key UNIQUE (selfie_document_id);


--
-- Name: verifications verifications_third_party_id_document_id_key; Type: CONSTRAINT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.verifications
    ADD CONSTRAINT verifications_third_party_id_document_id_key UNIQUE (third_party_id_document_id);


--
-- Name: verifications verifications_third_party_selfie_document_id_key; Type: CONSTRAINT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.verifications
    ADD CONSTRAINT verifications_third_party_selfie_document_id_key UNIQUE (third_party_selfie_document_id);


--
-- Name: wallet_proofs wallet_proofs_pkey; Type: CONSTRAINT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.wallet_proofs
    ADD CONSTRAINT wallet_proofs_pkey PRIMARY KEY (id);


--
-- Name: wallet_proofs wallet_proofs_response_sha256_key; Type: CONSTRAINT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.wallet_proofs
    ADD CONSTRAINT wallet_proofs_response_sha256_key UNIQUE (response_sha256);


--
-- Name: wallet_proofs wallet_proofs_spent_on_key; Type: CONSTRAINT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.wallet_proofs
    ADD CONSTRAINT wallet_proofs_spent_on_key UNIQUE (spent_on);


--
-- Name: wallet_proofs wallet_proofs_verification_id_key; Type: CONSTRAINT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.wallet_proofs
    ADD CONSTRAINT wallet_proofs_verification_id_key UNIQUE (verification_id);


--
-- Name: wallet_sessions wallet_sessions_pkey; Type: CONSTRAINT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.wallet_sessions
    ADD CONSTRAINT wallet_sessions_pkey PRIMARY KEY (id);


--
-- Name: jobs_main_index; Type: INDEX; Schema: graphile_worker; Owner: -
--

CREATE INDEX jobs_main_index ON graphile_worker._private_jobs USING btree (priority, run_at) INCLUDE (id, task_id, job_queue_id) WHERE (is_available = true);


--
-- Name: jobs_no_queue_index; Type: INDEX; Schema: graphile_worker; Owner: -
--

CREATE INDEX jobs_no_queue_index ON graphile_worker._private_jobs USING btree (priority, run_at) INCLUDE (id, task_id) WHERE ((is_available = true) AND (job_queue_id IS NULL));


--
-- Name: archive_dues_due; Type: INDEX; Schema: public; Owner: -
--

CREATE INDEX archive_dues_due ON public.archive_dues USING btree (due_at);


--
-- Name: audit_events_at; Type: INDEX; Schema: public; Owner: -
--

CREATE INDEX audit_events_at ON public.audit_events USING brin (at) WITH (autosummarize='on');


--
-- Name: data_exports_expiry; Type: INDEX; Schema: public; Owner: -
--

CREATE INDEX data_exports_expiry ON public.data_exports USING btree (expires_at) WHERE (state = 'ready'::text);


--
-- Name: data_exports_one_at_a_time; Type: INDEX; Schema: public; Owner: -
--

CREATE UNIQUE INDEX data_exports_one_at_a_time ON public.data_exports USING btree (user_id) WHERE (state = ANY (ARRAY['queued'::text, 'making'::text]));


--
-- Name: data_exports_user; Type: INDEX; Schema: public; Owner: -
--

CREATE INDEX data_exports_user ON public.data_exports USING btree (user_id, requested_at DESC);


--
-- Name: document_readings_old; Type: INDEX; Schema: public; Owner: -
--

CREATE INDEX document_readings_old ON public.document_readings USING btree (requested_at) WHERE (ended_at IS NOT NULL);


--
-- Name: document_readings_user; Type: INDEX; Schema: public; Owner: -
--

CREATE INDEX document_readings_user ON public.document_readings USING btree (user_id, requested_at);


--
-- Name: document_readings_verification; Type: INDEX; Schema: public; Owner: -
--

CREATE INDEX document_readings_verification ON public.document_readings USING btree (verification_id, requested_at);


--
-- Name: document_readings_waiting; Type: INDEX; Schema: public; Owner: -
--

CREATE INDEX document_readings_waiting ON public.document_readings USING btree (requested_at, id) WHERE (ended_at IS NULL);


--
-- Name: documents_fingerprint; Type: INDEX; Schema: public; Owner: -
--

CREATE INDEX documents_fingerprint ON public.documents USING btree (stored_sha256) WHERE (attached_at IS NOT NULL);


--
-- Name: documents_kept_by_user; Type: INDEX; Schema: public; Owner: -
--

CREATE INDEX documents_kept_by_user ON public.documents USING btree (user_id) WHERE (destroyed_at IS NULL);


--
-- Name: documents_unattached; Type: INDEX; Schema: public; Owner: -
--

CREATE INDEX documents_unattached ON public.documents USING btree (created_at) WHERE ((attached_at IS NULL) AND (destroyed_at IS NULL));


--
-- Name: documents_unerased; Type: INDEX; Schema: public; Owner: -
--

CREATE INDEX documents_unerased ON public.documents USING btree (destroyed_at) WHERE ((destroyed_at IS NOT NULL) AND (erased_at IS NULL));


--
-- Name: documents_user; Type: INDEX; Schema: public; Owner: -
--

CREATE INDEX documents_user ON public.documents USING btree (user_id);


--
-- Name: documents_verification; Type: INDEX; Schema: public; Owner: -
--

CREATE INDEX documents_verification ON public.documents USING btree (verification_id, category, created_at DESC);


--
-- Name: drafts_id; Type: INDEX; Schema: public; Owner: -
--

CREATE UNIQUE INDEX drafts_id ON public.drafts USING btree (id_document_id);


--
-- Name: drafts_saved; Type: INDEX; Schema: public; Owner: -
--

CREATE INDEX drafts_saved ON public.drafts USING btree (saved_at);


--
-- Name: drafts_selfie; Type: INDEX; Schema: public; Owner: -
--

CREATE UNIQUE INDEX drafts_selfie ON public.drafts USING btree (selfie_document_id);


--
-- Name: gate_codes_expiry; Type: INDEX; Schema: public; Owner: -
--

CREATE INDEX gate_codes_expiry ON public.gate_codes USING btree (expires_at);


--
-- Name: gate_passes_expiry; Type: INDEX; Schema: public; Owner: -
--

CREATE INDEX gate_passes_expiry ON public.gate_passes USING btree (expires_at);


--
-- Name: gate_passes_verification; Type: INDEX; Schema: public; Owner: -
--

CREATE INDEX gate_passes_verification ON public.gate_passes USING btree (verification_id);


--
-- Name: idempotency_keys_age; Type: INDEX; Schema: public; Owner: -
--

CREATE INDEX idempotency_keys_age ON public.idempotency_keys USING btree (created_at);


--
-- Name: identity_checks_by_user; Type: INDEX; Schema: public; Owner: -
--

CREATE INDEX identity_checks_by_user ON public.identity_checks USING btree (user_id, ended_at);


--
-- Name: identity_checks_by_verification; Type: INDEX; Schema: public; Owner: -
--

CREATE INDEX identity_checks_by_verification ON public.identity_checks USING btree (verification_id, ended_at);


--
-- Name: identity_checks_of_user; Type: INDEX; Schema: public; Owner: -
--

CREATE UNIQUE INDEX identity_checks_of_user ON public.identity_checks USING btree (user_id) WHERE (ended_at IS NULL);


--
-- Name: identity_checks_of_verification; Type: INDEX; Schema: public; Owner: -
--

CREATE UNIQUE INDEX identity_checks_of_verification ON public.identity_checks USING btree (verification_id) WHERE (ended_at IS NULL);


--
-- Name: identity_checks_unerased; Type: INDEX; Schema: public; Owner: -
--

CREATE INDEX identity_checks_unerased ON public.identity_checks USING btree (started_at) WHERE (session_id IS NOT NULL);


--
-- Name: legal_holds_to_end; Type: INDEX; Schema: public; Owner: -
--

CREATE INDEX legal_holds_to_end ON public.legal_holds USING btree (ends_at) WHERE (ended_at IS NULL);


--
-- Name: legal_holds_to_forget; Type: INDEX; Schema: public; Owner: -
--

CREATE INDEX legal_holds_to_forget ON public.legal_holds USING btree (ended_at) WHERE (reason IS NOT NULL);


--
-- Name: mailbox_codes_expiry; Type: INDEX; Schema: public; Owner: -
--

CREATE INDEX mailbox_codes_expiry ON public.mailbox_codes USING btree (expires_at);


--
-- Name: mailbox_passes_email; Type: INDEX; Schema: public; Owner: -
--

CREATE INDEX mailbox_passes_email ON public.mailbox_passes USING btree (email);


--
-- Name: mailbox_passes_expiry; Type: INDEX; Schema: public; Owner: -
--

CREATE INDEX mailbox_passes_expiry ON public.mailbox_passes USING btree (expires_at);


--
-- Name: mails_account; Type: INDEX; Schema: public; Owner: -
--

CREATE INDEX mails_account ON public.mails USING btree (account_id) WHERE (account_id IS NOT NULL);


--
-- Name: mails_due; Type: INDEX; Schema: public; Owner: -
--

CREATE INDEX mails_due ON public.mails USING btree (queued_at) WHERE (ended_at IS NULL);


--
-- Name: mails_ended; Type: INDEX; Schema: public; Owner: -
--

CREATE INDEX mails_ended ON public.mails USING btree (ended_at) WHERE (ended_at IS NOT NULL);


--
-- Name: mails_lost; Type: INDEX; Schema: public; Owner: -
--

CREATE INDEX mails_lost ON public.mails USING btree (ended_at) WHERE ((outcome = 'gave_up'::text) OR ((outcome = 'not_needed'::text) AND (tries > 1) AND ((ended_at - queued_at) > '01:00:00'::interval)));


--
-- Name: mails_verification; Type: INDEX; Schema: public; Owner: -
--

CREATE INDEX mails_verification ON public.mails USING btree (verification_id, task, queued_at DESC) WHERE (verification_id IS NOT NULL);


--
-- Name: one_time_tokens_flow_state; Type: INDEX; Schema: public; Owner: -
--

CREATE INDEX one_time_tokens_flow_state ON public.one_time_tokens USING btree (flow_state_id) WHERE (flow_state_id IS NOT NULL);


--
-- Name: one_time_tokens_newest; Type: INDEX; Schema: public; Owner: -
--

CREATE UNIQUE INDEX one_time_tokens_newest ON public.one_time_tokens USING btree (user_id, kind) WHERE (pending_password_hash IS NULL);


--
-- Name: one_time_tokens_user; Type: INDEX; Schema: public; Owner: -
--

CREATE INDEX one_time_tokens_user ON public.one_time_tokens USING btree (user_id);


--
-- Name: payment_notices_received_at; Type: INDEX; Schema: public; Owner: -
--

CREATE INDEX payment_notices_received_at ON public.payment_notices USING btree (received_at);


--
-- Name: rate_limits_about; Type: INDEX; Schema: public; Owner: -
--

CREATE INDEX rate_limits_about ON public.rate_limits USING btree (split_part(key, ':'::text, 2));


--
-- Name: rate_limits_expires_at; Type: INDEX; Schema: public; Owner: -
--

CREATE INDEX rate_limits_expires_at ON public.rate_limits USING btree (expires_at);


--
-- Name: record_passes_expiry; Type: INDEX; Schema: public; Owner: -
--

CREATE INDEX record_passes_expiry ON public.record_passes USING btree (expires_at);


--
-- Name: record_passes_verification; Type: INDEX; Schema: public; Owner: -
--

CREATE INDEX record_passes_verification ON public.record_passes USING btree (verification_id);


--
-- Name: records_unsealed; Type: INDEX; Schema: public; Owner: -
--

CREATE INDEX records_unsealed ON public.records USING btree (created_at) WHERE (sealed_at IS NULL);


--
-- Name: records_withdrawal_unsealed; Type: INDEX; Schema: public; Owner: -
--

CREATE INDEX records_withdrawal_unsealed ON public.records USING btree (withdrawn_at) WHERE ((withdrawn_at IS NOT NULL) AND (withdrawal_sealed_at IS NULL));


--
-- Name: repeated_events_ends_at; Type: INDEX; Schema: public; Owner: -
--

CREATE INDEX repeated_events_ends_at ON public.repeated_events USING btree (ends_at);


--
-- Name: seal_attempts_verification; Type: INDEX; Schema: public; Owner: -
--

CREATE INDEX seal_attempts_verification ON public.seal_attempts USING btree (verification_id);


--
-- Name: sealed_documents_certificate; Type: INDEX; Schema: public; Owner: -
--

CREATE INDEX sealed_documents_certificate ON public.sealed_documents USING btree (certificate_sha256, leaf_index);


--
-- Name: sealed_documents_pending; Type: INDEX; Schema: public; Owner: -
--

CREATE INDEX sealed_documents_pending ON public.sealed_documents USING btree (sealed_at) WHERE (timestamp_state = 'pending'::text);


--
-- Name: sessions_created_at; Type: INDEX; Schema: public; Owner: -
--

CREATE INDEX sessions_created_at ON public.sessions USING btree (created_at);


--
-- Name: sessions_user_id; Type: INDEX; Schema: public; Owner: -
--

CREATE INDEX sessions_user_id ON public.sessions USING btree (user_id);


--
-- Name: subscription_usage_window; Type: INDEX; Schema: public; Owner: -
--

CREATE INDEX subscription_usage_window ON public.subscription_usage USING btree (user_id, created_at);


--
-- Name: subscriptions_newest; Type: INDEX; Schema: public; Owner: -
--

CREATE INDEX subscriptions_newest ON public.subscriptions USING btree (user_id, created_at DESC);


--
-- Name: subscriptions_period_end; Type: INDEX; Schema: public; Owner: -
--

CREATE INDEX subscriptions_period_end ON public.subscriptions USING btree (current_period_end) WHERE (status = ANY (ARRAY['active'::text, 'pending'::text]));


--
-- Name: transparency_cosignatures_size; Type: INDEX; Schema: public; Owner: -
--

CREATE INDEX transparency_cosignatures_size ON public.transparency_cosignatures USING btree (origin, size);


--
-- Name: user_feedback_account; Type: INDEX; Schema: public; Owner: -
--

CREATE INDEX user_feedback_account ON public.user_feedback USING btree (account_id) WHERE (account_id IS NOT NULL);


--
-- Name: users_closing; Type: INDEX; Schema: public; Owner: -
--

CREATE INDEX users_closing ON public.users USING btree (closes_at) WHERE (closes_at IS NOT NULL);


--
-- Name: users_ending_requests; Type: INDEX; Schema: public; Owner: -
--

CREATE INDEX users_ending_requests ON public.users USING btree (ending_requests_at) WHERE (ending_requests_at IS NOT NULL);


--
-- Name: verifications_asked; Type: INDEX; Schema: public; Owner: -
--

CREATE INDEX verifications_asked ON public.verifications USING btree (lower(third_party_email), created_at DESC, id DESC) WHERE ((status = ANY (ARRAY['verified'::text, 'withdrawn'::text])) AND (third_party_left_at IS NULL));


--
-- Name: verifications_invited; Type: INDEX; Schema: public; Owner: -
--

CREATE INDEX verifications_invited ON public.verifications USING btree (lower(third_party_email)) WHERE (invited_erased_at IS NULL);


--
-- Name: verifications_newest; Type: INDEX; Schema: public; Owner: -
--

CREATE INDEX verifications_newest ON public.verifications USING btree (user_id, created_at DESC, id DESC);


--
-- Name: verifications_newest_of_type; Type: INDEX; Schema: public; Owner: -
--

CREATE INDEX verifications_newest_of_type ON public.verifications USING btree (user_id, type, created_at DESC, id DESC);


--
-- Name: verifications_pending; Type: INDEX; Schema: public; Owner: -
--

CREATE INDEX verifications_pending ON public.verifications USING btree (created_at) WHERE (status = 'pending'::text);


--
-- Name: verifications_state; Type: INDEX; Schema: public; Owner: -
--

CREATE INDEX verifications_state ON public.verifications USING btree (user_id, status);


--
-- Name: verifications_to_erase; Type: INDEX; Schema: public; Owner: -
--

CREATE INDEX verifications_to_erase ON public.verifications USING btree (closed_at) WHERE ((invited_erased_at IS NULL) AND (status = ANY (ARRAY['rejected'::text, 'cancelled'::text, 'expired'::text])));


--
-- Name: verifications_to_remind; Type: INDEX; Schema: public; Owner: -
--

CREATE INDEX verifications_to_remind ON public.verifications USING btree (invited_at) WHERE ((status = 'pending'::text) AND (invited_at IS NOT NULL) AND (reminded_at IS NULL));


--
-- Name: verifications_with_files; Type: INDEX; Schema: public; Owner: -
--

CREATE INDEX verifications_with_files ON public.verifications USING btree (verified_at) WHERE ((verified_at IS NOT NULL) AND (files_destroyed_at IS NULL));


--
-- Name: wallet_proofs_unspent; Type: INDEX; Schema: public; Owner: -
--

CREATE INDEX wallet_proofs_unspent ON public.wallet_proofs USING btree (proven_at) WHERE ((spent_on IS NULL) AND (user_id IS NOT NULL));


--
-- Name: wallet_proofs_user; Type: INDEX; Schema: public; Owner: -
--

CREATE INDEX wallet_proofs_user ON public.wallet_proofs USING btree (user_id) WHERE (user_id IS NOT NULL);


--
-- Name: wallet_sessions_expiry; Type: INDEX; Schema: public; Owner: -
--

CREATE INDEX wallet_sessions_expiry ON public.wallet_sessions USING btree (expires_at);


--
-- Name: wallet_sessions_one_per_user; Type: INDEX; Schema: public; Owner: -
--

CREATE UNIQUE INDEX wallet_sessions_one_per_user ON public.wallet_sessions USING btree (user_id) WHERE (state = ANY (ARRAY['open'::text, 'answered'::text]));


--
-- Name: wallet_sessions_one_per_verification; Type: INDEX; Schema: public; Owner: -
--

CREATE UNIQUE INDEX wallet_sessions_one_per_verification ON public.wallet_sessions USING btree (verification_id) WHERE (state = ANY (ARRAY['open'::text, 'answered'::text]));


--
-- Name: wallet_sessions_user; Type: INDEX; Schema: public; Owner: -
--

CREATE INDEX wallet_sessions_user ON public.wallet_sessions USING btree (user_id) WHERE (user_id IS NOT NULL);


--
-- Name: wallet_sessions_verification; Type: INDEX; Schema: public; Owner: -
--

CREATE INDEX wallet_sessions_verification ON public.wallet_sessions USING btree (verification_id) WHERE (verification_id IS NOT NULL);


--
-- Name: archived_copies archived_copies_append_only; Type: TRIGGER; Schema: public; Owner: -
--

CREATE TRIGGER archived_copies_append_only BEFORE DELETE OR UPDATE OR TRUNCATE ON public.archived_copies FOR EACH STATEMENT EXECUTE FUNCTION public.refuse_record_change();


--
-- Name: audit_events audit_events_append_only; Type: TRIGGER; Schema: public; Owner: -
--

CREATE TRIGGER audit_events_append_only BEFORE DELETE OR UPDATE OR TRUNCATE ON public.audit_events FOR EACH STATEMENT EXECUTE FUNCTION public.refuse_audit_change();


--
-- Name: documents documents_origin_stands; Type: TRIGGER; Schema: public; Owner: -
--

CREATE TRIGGER documents_origin_stands BEFORE UPDATE ON public.documents FOR EACH ROW WHEN (((old.bucket IS DISTINCT FROM new.bucket) OR (old.category IS DISTINCT FROM new.category) OR (old.user_id IS DISTINCT FROM new.user_id) OR (old.verification_id IS DISTINCT FROM new.verification_id) OR (old.stored_sha256 IS DISTINCT FROM new.stored_sha256) OR (old.created_at IS DISTINCT FROM new.created_at))) EXECUTE FUNCTION public.refuse_document_change();


--
-- Name: revoked_certificates revoked_certificates_stay; Type: TRIGGER; Schema: public; Owner: -
--

CREATE TRIGGER revoked_certificates_stay BEFORE DELETE OR UPDATE ON public.revoked_certificates FOR EACH ROW WHEN ((NOT old.is_held)) EXECUTE FUNCTION public.refuse_revocation_change();


--
-- Name: seal_certificates seal_certificates_append_only; Type: TRIGGER; Schema: public; Owner: -
--

CREATE TRIGGER seal_certificates_append_only BEFORE DELETE OR UPDATE OR TRUNCATE ON public.seal_certificates FOR EACH STATEMENT EXECUTE FUNCTION public.refuse_record_change();


--
-- Name: sealed_documents sealed_documents_append_only; Type: TRIGGER; Schema: public; Owner: -
--

CREATE TRIGGER sealed_documents_append_only BEFORE DELETE OR UPDATE OR TRUNCATE ON public.sealed_documents FOR EACH STATEMENT EXECUTE FUNCTION public.refuse_record_change();


--
-- Name: sessions sessions_announce_end; Type: TRIGGER; Schema: public; Owner: -
--

CREATE TRIGGER sessions_announce_end AFTER DELETE ON public.sessions FOR EACH ROW EXECUTE FUNCTION public.announce_session_end();


--
-- Name: transparency_cosignatures transparency_cosignatures_append_only; Type: TRIGGER; Schema: public; Owner: -
--

CREATE TRIGGER transparency_cosignatures_append_only BEFORE DELETE OR UPDATE OR TRUNCATE ON public.transparency_cosignatures FOR EACH STATEMENT EXECUTE FUNCTION public.refuse_record_change();


--
-- Name: transparency_heads transparency_heads_append_only; Type: TRIGGER; Schema: public; Owner: -
--

CREATE TRIGGER transparency_heads_append_only BEFORE DELETE OR UPDATE OR TRUNCATE ON public.transparency_heads FOR EACH STATEMENT EXECUTE FUNCTION public.refuse_record_change();


--
-- Name: transparency_nodes transparency_nodes_append_only; Type: TRIGGER; Schema: public; Owner: -
--

CREATE TRIGGER transparency_nodes_append_only BEFORE DELETE OR UPDATE OR TRUNCATE ON public.transparency_nodes FOR EACH STATEMENT EXECUTE FUNCTION public.refuse_record_change();


--
-- Name: transparency_timestamps transparency_timestamps_append_only; Type: TRIGGER; Schema: public; Owner: -
--

CREATE TRIGGER transparency_timestamps_append_only BEFORE DELETE OR UPDATE OR TRUNCATE ON public.transparency_timestamps FOR EACH STATEMENT EXECUTE FUNCTION public.refuse_record_change();


--
-- Name: verifications verifications_form_stands; Type: TRIGGER; Schema: public; Owner: -
--

CREATE TRIGGER verifications_form_stands BEFORE UPDATE ON public.verifications FOR EACH ROW WHEN ((old.status <> 'pending'::text)) EXECUTE FUNCTION public.refuse_form_change();


--
-- Name: archive_dues archive_dues_verification_id_fkey; Type: FK CONSTRAINT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.archive_dues
    ADD CONSTRAINT archive_dues_verification_id_fkey FOREIGN KEY (verification_id) REFERENCES public.records(verification_id);


--
-- Name: archived_copies archived_copies_verification_id_document_revision_fkey; Type: FK CONSTRAINT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.archived_copies
    ADD CONSTRAINT archived_copies_verification_id_document_revision_fkey FOREIGN KEY (verification_id, document, revision) REFERENCES public.sealed_documents(verification_id, document, revision);


--
-- Name: audit_events audit_events_verification_id_fkey; Type: FK CONSTRAINT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.audit_events
    ADD CONSTRAINT audit_events_verification_id_fkey FOREIGN KEY (verification_id) REFERENCES public.verifications(id);


--
-- Name: data_exports data_exports_user_id_fkey; Type: FK CONSTRAINT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.data_exports
    ADD CONSTRAINT data_exports_user_id_fkey FOREIGN KEY (user_id) REFERENCES public.users(id);


--
-- Name: document_readings document_readings_user_id_fkey; Type: FK CONSTRAINT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.document_readings
    ADD CONSTRAINT document_readings_user_id_fkey FOREIGN KEY (user_id) REFERENCES public.users(id);


--
-- Name: document_readings document_readings_verification_id_fkey; Type: FK CONSTRAINT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.document_readings
    ADD CONSTRAINT document_readings_verification_id_fkey FOREIGN KEY (verification_id) REFERENCES public.verifications(id);


--
-- Name: documents documents_user_id_fkey; Type: FK CONSTRAINT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.documents
    ADD CONSTRAINT documents_user_id_fkey FOREIGN KEY (user_id) REFERENCES public.users(id);


--
-- Name: documents documents_verification_id_fkey; Type: FK CONSTRAINT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.documents
    ADD CONSTRAINT documents_verification_id_fkey FOREIGN KEY (verification_id) REFERENCES public.verifications(id);


--
-- Name: drafts drafts_user_id_fkey; Type: FK CONSTRAINT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.drafts
    ADD CONSTRAINT drafts_user_id_fkey FOREIGN KEY (user_id) REFERENCES public.users(id);


--
-- Name: flow_states flow_states_user_id_fkey; Type: FK CONSTRAINT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.flow_states
    ADD CONSTRAINT flow_states_user_id_fkey FOREIGN KEY (user_id) REFERENCES public.users(id) ON DELETE CASCADE;


--
-- Name: gate_codes gate_codes_verification_id_fkey; Type: FK CONSTRAINT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.gate_codes
    ADD CONSTRAINT gate_codes_verification_id_fkey FOREIGN KEY (verification_id) REFERENCES public.verifications(id);


--
-- Name: gate_passes gate_passes_verification_id_fkey; Type: FK CONSTRAINT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.gate_passes
    ADD CONSTRAINT gate_passes_verification_id_fkey FOREIGN KEY (verification_id) REFERENCES public.verifications(id);


--
-- Name: idempotency_keys idempotency_keys_user_id_fkey; Type: FK CONSTRAINT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.idempotency_keys
    ADD CONSTRAINT idempotency_keys_user_id_fkey FOREIGN KEY (user_id) REFERENCES public.users(id);


--
-- Name: identity_checks identity_checks_user_id_fkey; Type: FK CONSTRAINT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.identity_checks
    ADD CONSTRAINT identity_checks_user_id_fkey FOREIGN KEY (user_id) REFERENCES public.users(id) ON DELETE CASCADE;


--
-- Name: identity_checks identity_checks_verification_id_fkey; Type: FK CONSTRAINT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.identity_checks
    ADD CONSTRAINT identity_checks_verification_id_fkey FOREIGN KEY (verification_id) REFERENCES public.verifications(id) ON DELETE CASCADE;


--
-- Name: legal_holds legal_holds_verification_id_fkey; Type: FK CONSTRAINT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.legal_holds
    ADD CONSTRAINT legal_holds_verification_id_fkey FOREIGN KEY (verification_id) REFERENCES public.verifications(id);


--
-- Name: mails mails_account_id_fkey; Type: FK CONSTRAINT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.mails
    ADD CONSTRAINT mails_account_id_fkey FOREIGN KEY (account_id) REFERENCES public.users(id) ON DELETE CASCADE;


--
-- Name: mails mails_verification_id_fkey; Type: FK CONSTRAINT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.mails
    ADD CONSTRAINT mails_verification_id_fkey FOREIGN KEY (verification_id) REFERENCES public.verifications(id);


--
-- Name: one_time_tokens one_time_tokens_flow_state_id_fkey; Type: FK CONSTRAINT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.one_time_tokens
    ADD CONSTRAINT one_time_tokens_flow_state_id_fkey FOREIGN KEY (flow_state_id) REFERENCES public.flow_states(id) ON DELETE SET NULL;


--
-- Name: one_time_tokens one_time_tokens_user_id_fkey; Type: FK CONSTRAINT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.one_time_tokens
    ADD CONSTRAINT one_time_tokens_user_id_fkey FOREIGN KEY (user_id) REFERENCES public.users(id) ON DELETE CASCADE;


--
-- Name: payment_customers payment_customers_user_id_fkey; Type: FK CONSTRAINT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.payment_customers
    ADD CONSTRAINT payment_customers_user_id_fkey FOREIGN KEY (user_id) REFERENCES public.users(id) ON DELETE CASCADE;


--
-- Name: profiles profiles_id_fkey; Type: FK CONSTRAINT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.profiles
    ADD CONSTRAINT profiles_id_fkey FOREIGN KEY (id) REFERENCES public.users(id) ON DELETE CASCADE;


--
-- Name: record_passes record_passes_verification_id_fkey; Type: FK CONSTRAINT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.record_passes
    ADD CONSTRAINT record_passes_verification_id_fkey FOREIGN KEY (verification_id) REFERENCES public.records(verification_id);


--
-- Name: records records_verification_id_fkey; Type: FK CONSTRAINT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.records
    ADD CONSTRAINT records_verification_id_fkey FOREIGN KEY (verification_id) REFERENCES public.verifications(id);


--
-- Name: repeated_events repeated_events_verification_id_fkey; Type: FK CONSTRAINT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.repeated_events
    ADD CONSTRAINT repeated_events_verification_id_fkey FOREIGN KEY (verification_id) REFERENCES public.verifications(id);


--
-- Name: seal_attempts seal_attempts_verification_id_fkey; Type: FK CONSTRAINT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.seal_attempts
    ADD CONSTRAINT seal_attempts_verification_id_fkey FOREIGN KEY (verification_id) REFERENCES public.records(verification_id);


--
-- Name: seal_certificates seal_certificates_predecessor_sha256_fkey; Type: FK CONSTRAINT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.seal_certificates
    ADD CONSTRAINT seal_certificates_predecessor_sha256_fkey FOREIGN KEY (predecessor_sha256) REFERENCES public.seal_certificates(sha256);


--
-- Name: sealed_documents sealed_documents_certificate_sha256_fkey; Type: FK CONSTRAINT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.sealed_documents
    ADD CONSTRAINT sealed_documents_certificate_sha256_fkey FOREIGN KEY (certificate_sha256) REFERENCES public.seal_certificates(sha256);


--
-- Name: sealed_documents sealed_documents_verification_id_fkey; Type: FK CONSTRAINT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.sealed_documents
    ADD CONSTRAINT sealed_documents_verification_id_fkey FOREIGN KEY (verification_id) REFERENCES public.records(verification_id);


--
-- Name: sessions sessions_user_id_fkey; Type: FK CONSTRAINT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.sessions
    ADD CONSTRAINT sessions_user_id_fkey FOREIGN KEY (user_id) REFERENCES public.users(id) ON DELETE CASCADE;


--
-- Name: subscription_usage subscription_usage_user_id_fkey; Type: FK CONSTRAINT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.subscription_usage
    ADD CONSTRAINT subscription_usage_user_id_fkey FOREIGN KEY (user_id) REFERENCES public.users(id) ON DELETE CASCADE;


--
-- Name: subscriptions subscriptions_user_id_fkey; Type: FK CONSTRAINT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.subscriptions
    ADD CONSTRAINT subscriptions_user_id_fkey FOREIGN KEY (user_id) REFERENCES public.users(id) ON DELETE CASCADE;


--
-- Name: transparency_cosignatures transparency_cosignatures_size_fkey; Type: FK CONSTRAINT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.transparency_cosignatures
    ADD CONSTRAINT transparency_cosignatures_size_fkey FOREIGN KEY (size) REFERENCES public.transparency_heads(size);


--
-- Name: transparency_timestamps transparency_timestamps_size_fkey; Type: FK CONSTRAINT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.transparency_timestamps
    ADD CONSTRAINT transparency_timestamps_size_fkey FOREIGN KEY (size) REFERENCES public.transparency_heads(size);


--
-- Name: used_links used_links_user_id_fkey; Type: FK CONSTRAINT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.used_links
    ADD CONSTRAINT used_links_user_id_fkey FOREIGN KEY (user_id) REFERENCES public.users(id) ON DELETE CASCADE;


--
-- Name: user_feedback user_feedback_account_id_fkey; Type: FK CONSTRAINT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.user_feedback
    ADD CONSTRAINT user_feedback_account_id_fkey FOREIGN KEY (account_id) REFERENCES public.users(id) ON DELETE CASCADE;


--
-- Name: verifications verifications_id_document_id_fkey; Type: FK CONSTRAINT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.verifications
    ADD CONSTRAINT verifications_id_document_id_fkey FOREIGN KEY (id_document_id) REFERENCES public.documents(id);


--
-- Name: verifications verifications_selfie_document_id_fkey; Type: FK CONSTRAINT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.verifications
    ADD CONSTRAINT verifications_selfie_document_id_fkey FOREIGN KEY (selfie_document_id) REFERENCES public.documents(id);


--
-- Name: verifications verifications_third_party_id_document_id_fkey; Type: FK CONSTRAINT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.verifications
    ADD CONSTRAINT verifications_third_party_id_document_id_fkey FOREIGN KEY (third_party_id_document_id) REFERENCES public.documents(id);


--
-- Name: verifications verifications_third_party_selfie_document_id_fkey; Type: FK CONSTRAINT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.verifications
    ADD CONSTRAINT verifications_third_party_selfie_document_id_fkey FOREIGN KEY (third_party_selfie_document_id) REFERENCES public.documents(id);


--
-- Name: verifications verifications_user_id_fkey; Type: FK CONSTRAINT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.verifications
    ADD CONSTRAINT verifications_user_id_fkey FOREIGN KEY (user_id) REFERENCES public.users(id);


--
-- Name: wallet_proofs wallet_proofs_spent_on_fkey; Type: FK CONSTRAINT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.wallet_proofs
    ADD CONSTRAINT wallet_proofs_spent_on_fkey FOREIGN KEY (spent_on) REFERENCES public.verifications(id) DEFERRABLE INITIALLY DEFERRED;


--
-- Name: wallet_proofs wallet_proofs_user_id_fkey; Type: FK CONSTRAINT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.wallet_proofs
    ADD CONSTRAINT wallet_proofs_user_id_fkey FOREIGN KEY (user_id) REFERENCES public.users(id);


--
-- Name: wallet_proofs wallet_proofs_verification_id_fkey; Type: FK CONSTRAINT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.wallet_proofs
    ADD CONSTRAINT wallet_proofs_verification_id_fkey FOREIGN KEY (verification_id) REFERENCES public.verifications(id);


--
-- Name: wallet_sessions wallet_sessions_user_id_fkey; Type: FK CONSTRAINT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.wallet_sessions
    ADD CONSTRAINT wallet_sessions_user_id_fkey FOREIGN KEY (user_id) REFERENCES public.users(id);


--
-- Name: wallet_sessions wallet_sessions_verification_id_fkey; Type: FK CONSTRAINT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.wallet_sessions
    ADD CONSTRAINT wallet_sessions_verification_id_fkey FOREIGN KEY (verification_id) REFERENCES public.verifications(id);


--
-- Name: _private_job_queues; Type: ROW SECURITY; Schema: graphile_worker; Owner: -
--

ALTER TABLE graphile_worker._private_job_queues ENABLE ROW LEVEL SECURITY;

--
-- Name: _private_jobs; Type: ROW SECURITY; Schema: graphile_worker; Owner: -
--

ALTER TABLE graphile_worker._private_jobs ENABLE ROW LEVEL SECURITY;

--
-- Name: _private_known_crontabs; Type: ROW SECURITY; Schema: graphile_worker; Owner: -
--

ALTER TABLE graphile_worker._private_known_crontabs ENABLE ROW LEVEL SECURITY;

--
-- Name: _private_tasks; Type: ROW SECURITY; Schema: graphile_worker; Owner: -
--

ALTER TABLE graphile_worker._private_tasks ENABLE ROW LEVEL SECURITY;

--
-- PostgreSQL database dump complete
--


