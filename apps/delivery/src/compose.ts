import type { Server as HttpServer } from 'node:http';
import type { Server } from 'node:net';
import { setImmediate as nextTurn, setTimeout as sleep } from 'node:timers/promises';
import { EVENTS_PATH } from '@placard/contract/wire/tag-protocol';
import { livelyConnection } from '@placard/db/lively-connection';
import { type Metric, metricsText } from '@placard/db/process/metrics-text';
import type { Watched } from '@placard/db/process/watch-server';
import { schemaFault } from '@placard/db/schema-fault';
import { openSecrets } from '@placard/db/secrets/installation-key';
import type { Secrets } from '@placard/db/secrets/secrets';
import type { TrafficRules } from '@placard/domain/traffic/traffic-rule';
import { Client } from 'pg';
import type { Logger } from 'pino';
import { type DeliveryConfig, spoolDir } from './config.ts';
import { Numbering } from './decide/numbering.ts';
import { Pacer } from './decide/pacer.ts';
import { Tallies } from './decide/tallies.ts';
import { TokenKeys } from './decide/token.ts';
import { ViewSamples } from './decide/view-samples.ts';
import { Zones } from './decide/zones.ts';
import { Desk } from './events/desk.ts';
import { EventSamples } from './events/event-samples.ts';
import { lockFolder } from './events/folder-lock.ts';
import { Recorder } from './events/recorder.ts';
import { recoverSegments } from './events/segment.ts';
import { readShippedEnd, Shipper } from './events/shipper.ts';
import { Spool } from './events/spool.ts';
import { tellRecovered } from './events/tell-recovered.ts';
import { type Counted, writeAllCounts, writeCounts } from './events/write-counts.ts';
import { HealthBook } from './health/health-book.ts';
import { AdsHandler } from './http/ads.ts';
import { CollectHandler } from './http/collect.ts';
import { EventsHandler } from './http/events.ts';
import { Scripts } from './http/files.ts';
import { Front } from './http/front/front.ts';
import { hotHandlers } from './http/front/hot.ts';
import { hotAnswers } from './http/front/hot-answers.ts';
import { openImages } from './http/images.ts';
import { ReportsHandler } from './http/reports.ts';
import { RequestHead } from './http/request-head.ts';
import { createDeliveryServer, type Health } from './http/server.ts';
import { TrackingHandler } from './http/tracking.ts';
import { ViewerDayParts } from './http/viewer-day-parts.ts';
import { ViewerSalts } from './http/viewer-salts.ts';
import { Countries, ViewerHashes, Visitors } from './http/visitor.ts';
import { Hosting } from './networks/hosting.ts';
import { TrafficWatch } from './networks/traffic-watch.ts';
import { healthTeller, metricsOf } from './process-metrics.ts';
import { addSigningKeys, follow, readPlan, readStart } from './snapshot/follower.ts';
import { type Connected, isAway, keepConnected } from './snapshot/reconnecting.ts';
import { Snapshot } from './snapshot/snapshot.ts';

const TALLY_EVERY_MS = 5_000;
const TICK_MS = 1_000;
/** One slice of index work between requests. */
const SLICE_MS = 1;
/** Building takes at most a tenth of the process. */
const REST_PER_WORK = 9;
/** After a longer absence all is read again: what has changed may be more than there is. The change log keeps a day. */
const RELOAD_AFTER_MS = 60_000;
const LOG_LOST_AFTER_MS = 12 * 3_600_000;
/** It is asked several times a second: one that has not answered for so long is away, also where its connections stand. */
const SILENT_DATABASE_MS = 15_000;
const SHIP_AT_END_MS = 2_000;
/** Answers under way have so long when the process ends. */
const ANSWER_AT_END_MS = 1_000;
const START_PATIENCE_MS = 30_000;
/** A step back of the clock by more than this wakes what waits for a time that is now far off. */
const CLOCK_STEP_MS = 2_000;

export type Delivery = {
  readonly server: Server;
  /** What the front leaves to `node:http`. */
  readonly http: HttpServer;
  readonly snapshot: () => Snapshot;
  readonly spool: Spool;
  readonly tallies: Tallies;
  readonly watched: Watched;
  readonly trafficRules: () => TrafficRules;
  /** Stops accepting, stores and ships what it can in 2 s. */
  readonly close: () => Promise<void>;
};

export type DeliveryOptions = {
  readonly config: DeliveryConfig;
  readonly log: Logger;
  readonly nowMs: () => number;
  readonly random: () => number;
  /** Time that no one sets; the process's own unless given. */
  readonly upMs?: () => number;
  /** Makes this process the only one of its shard, before anything of it is read. */
  readonly claim?: () => Promise<void>;
};

/** What the process holds and changes while it runs. */
type Running = {
  readonly config: DeliveryConfig;
  readonly log: Logger;
  readonly nowMs: () => number;
  readonly zones: Zones;
  readonly pacer: Pacer;
  readonly keys: TokenKeys;
  readonly secrets: Secrets;
  readonly connected: { snapshot: boolean; shipper: boolean; desk: boolean };
  snapshot: Snapshot;
  /** How far the change log was read, and whether everything was read just as far. */
  cursor: string;
  isFresh: boolean;
  lastSeenMs: number;
  /** The same by time that no one sets: a clock that was put forward says nothing of the database. */
  readonly upMs: () => number;
  answeredUpMs: number;
  tickedMs: number;
  /** What time alone has changed is being settled. */
  settling: boolean;
};

/** Loads the snapshot, opens the spool and wires everything; the caller listens. */
export async function composeDelivery(options: DeliveryOptions): Promise<Delivery> {
  const { config, log, nowMs, random, upMs = () => performance.now() } = options;
  const dir = spoolDir(config);
  const lock = await lockFolder(dir);
  await options.claim?.();
  const [zones, pacer] = [new Zones(), new Pacer(config.shard, config.shards)];
  const [keys, secrets] = [new TokenKeys(), openSecrets(config.secretKeys, config.dataDir)];
  const isKnown = (fileKey: string) => running.snapshot.creatives.hasImage(fileKey);
  const [salts, images] = [openSalts(config, secrets), await openImages(config, log, { nowMs, isKnown })];
  const start = await loadStart({ config, log, keys, secrets, salts, pacer, zones, nowMs });
  const recovered = await recoverSegments(dir, start.shippedEnd);
  tellRecovered(recovered, log);
  const running: Running = {
    ...{ config, log, nowMs, zones, pacer, keys, secrets },
    connected: { snapshot: false, shipper: false, desk: false },
    ...{ snapshot: start.snapshot, cursor: start.cursor, isFresh: true, settling: false },
    ...{ lastSeenMs: nowMs(), upMs, answeredUpMs: upMs(), tickedMs: nowMs() },
  };
  const spool = await Spool.open(dir, recovered, { log });
  const numbering = await Numbering.open(dir, nowMs(), (error) => {
    log.error({ error: String(error) }, 'no decision numbers can be reserved');
  });
  const [tallies, samples] = [new Tallies(nowMs()), new ViewSamples(random)];
  const [traffic, eventSamples] = [new TrafficWatch(log), new EventSamples(random, config.shard)];
  const { trustedProxies: proxies, publicUrl, shard, asnFile } = config;
  const recorder = new Recorder({ spool, keys, shard, samples: eventSamples });
  const [shipper, hosting] = [new Shipper({ spool, shard, log }), new Hosting(asnFile, log)];
  await hosting.start();
  const visitors = new Visitors({ proxies, hosting, countries: new Countries(config.defaultCountry) });
  const [head, viewers] = [new RequestHead(config.countryHeader), new ViewerHashes((day) => salts.of(day))];
  const [snapshot, book, trafficRules] = [() => running.snapshot, new HealthBook(), () => traffic.rules()];
  const demo = () => config.demo || running.snapshot.demo;
  const anySite = () => config.anySite || demo();
  const ads = new AdsHandler({
    ...{ snapshot, zones, keys, numbering, tallies, samples, visitors, head, health: book },
    ...{ shard, anySite, nowMs, random },
  });
  const health = healthTeller({ config, book, ads, recorder, spool, shipper });
  const tellers = [traffic, salts, health, eventSamples];
  const desk = new Desk({ nowMs, log, shard, known: () => hosting.known(), tellers });
  const asked = { snapshot, keys, visitors, head, viewers, anySite, trafficRules, nowMs };
  const collect = new CollectHandler({ ...asked, spool, samples: eventSamples });
  const events = new EventsHandler({ ...asked, recorder, publicUrl });
  const watched = {
    readiness: () => healthOf(running, spool, shipper),
    metrics: (): Metric[] => metricsOf({ running, front, ads, collect, recorder, spool, shipper, hosting }),
  };
  const http = createDeliveryServer({
    ...{ ads, events, collect, demo, log },
    reports: new ReportsHandler({ snapshot, keys, desk, visitors, head, viewers, publicUrl, nowMs }),
    tracking: new TrackingHandler({ snapshot, keys, spool, visitors, head, nowMs }),
    scripts: new Scripts(config.tagDir, nowMs),
    frame: { snapshot, keys, nowMs, publicUrl, random, dashboardUrl: config.dashboardUrl },
    images,
    dataDir: config.dataDir,
    metrics: () => metricsText(watched.metrics()),
    health: watched.readiness,
  });
  const front = openFront(config, http, { ads, events, log });
  const stop = new AbortController();
  const tasks = startTasks(running, { shipper, desk }, stop.signal);
  const counted = { tallies, samples, eventSamples, desk, spool, nowMs };
  const timers = startTimers(running, { numbering, stop: stop.signal }, counted);
  const close = async () => {
    for (const timer of timers) clearInterval(timer);
    hosting.stop();
    await front.close(ANSWER_AT_END_MS);
    writeAllCounts(counted);
    await shipRest(spool, shipper, tasks[1]);
    stop.abort();
    await Promise.all(tasks);
    for (const part of [spool, numbering, images]) await part.close();
    await lock.release();
  };
  return { watched, server: front.server, http, snapshot, spool, tallies, trafficRules, close };
}

function openSalts(config: DeliveryConfig, secrets: Secrets): ViewerSalts {
  return new ViewerSalts(secrets, config.logKept ? new ViewerDayParts(config.dataDir) : null);
}

/** What is still in the spool goes to PostgreSQL if that is quick; otherwise the next start finds it. */
async function shipRest(spool: Spool, shipper: Shipper, shipping: Promise<void> | undefined): Promise<void> {
  await spool.drained();
  shipper.hurry();
  await Promise.race([shipping, sleep(SHIP_AT_END_MS, undefined, { ref: false })]);
}

function openFront(
  config: DeliveryConfig,
  http: HttpServer,
  parts: { readonly ads: AdsHandler; readonly events: EventsHandler; readonly log: Logger },
): Front {
  const isSecure = config.publicUrl.startsWith('https:');
  const answers = hotAnswers({ isSecure, keepAliveMs: http.keepAliveTimeout });
  const hot = hotHandlers({ ...parts, answers });
  return new Front({ http, hot, countryName: config.countryHeader, eventsPath: EVENTS_PATH });
}

function startTimers(
  running: Running,
  { numbering, stop }: { readonly numbering: Numbering; readonly stop: AbortSignal },
  counted: Counted & { readonly eventSamples: EventSamples },
): NodeJS.Timeout[] {
  const everySecond = () => {
    tick(running, numbering, stop);
    counted.samples.tick();
    counted.eventSamples.tick();
  };
  return [setInterval(() => writeCounts(counted), TALLY_EVERY_MS), setInterval(everySecond, TICK_MS)];
}

type StartParts = Pick<Running, 'config' | 'log' | 'keys' | 'secrets' | 'pacer' | 'zones' | 'nowMs'> & {
  readonly salts: ViewerSalts;
};

/** Reads what a start needs; waits for a PostgreSQL that is just coming up, as after a crash of the whole machine. */
async function loadStart(parts: StartParts): ReturnType<typeof loadStartOnce> {
  const deadlineMs = performance.now() + START_PATIENCE_MS;
  for (let waitMs = 100; ; waitMs = Math.min(waitMs * 2, 2_000)) {
    try {
      return await loadStartOnce(parts);
    } catch (error) {
      if (!isAway(error) || performance.now() > deadlineMs) throw error;
      parts.log.warn({ error: String(error), waitMs }, 'waiting for PostgreSQL');
      await sleep(waitMs);
    }
  }
}

async function loadStartOnce({ config, keys, secrets, salts, pacer, zones, nowMs }: StartParts) {
  const client = new Client(livelyConnection(config.databaseUrl, 'placard delivery start'));
  await client.connect();
  try {
    const fault = await schemaFault(async (text, values) => (await client.query(text, [...values])).rows);
    if (fault !== null) throw new Error(fault);
    await addSigningKeys(client, keys, secrets, nowMs());
    await salts.tell(client, nowMs());
    const plan = await readPlan(client, 0);
    if (plan !== null) await pacer.apply(plan.version, plan.body, nowMs);
    const start = await readStart(client, (settings) => new Snapshot(settings, { pacer, zones }));
    const shippedEnd = await readShippedEnd(client, config.shard);
    await settleAll(start.snapshot, nowMs);
    return { ...start, shippedEnd };
  } finally {
    await client.end();
  }
}

function connectionOf(running: Running, name: 'snapshot' | 'shipper' | 'desk') {
  return {
    databaseUrl: running.config.databaseUrl,
    name,
    log: running.log,
    onState: (connected: boolean) => {
      running.connected[name] = connected;
    },
  };
}

function runFollower(running: Running, stop: AbortSignal): Promise<void> {
  // The clock may have been set meanwhile; time that no one sets stands still while a machine sleeps.
  const awayMs = () => Math.max(running.nowMs() - running.lastSeenMs, running.upMs() - running.answeredUpMs);
  return keepConnected({ ...connectionOf(running, 'snapshot'), stop }, async (connected) => {
    if (awayMs() > RELOAD_AFTER_MS) await reload(running, connected);
    const { cursor, isFresh } = running;
    running.isFresh = false;
    await follow(connected, {
      ...{ cursor, isFresh },
      keys: running.keys,
      secrets: running.secrets,
      planVersion: () => running.pacer.planVersion,
      onPlan: ({ version, body }) =>
        running.pacer.apply(version, body, running.nowMs, (adSetId, nowMs) =>
          running.snapshot.index.replanned(adSetId, nowMs),
        ),
      onChanges: async (changed, cursor) => {
        running.snapshot.apply(changed);
        running.cursor = cursor;
        await settle(running, connected.signal);
      },
      onClickCounts: async (parts) => {
        for await (const rows of parts) running.snapshot.putClickCounts(rows);
        await settle(running, connected.signal);
      },
      isLost: () => awayMs() > LOG_LOST_AFTER_MS,
      onRead: () => noteRead(running),
      nowMs: running.nowMs,
      upMs: running.upMs,
    });
  });
}

/** What runs beside the requests, each on a connection of its own; the shipper's comes second. */
function startTasks(
  running: Running,
  { shipper, desk }: { readonly shipper: Shipper; readonly desk: Desk },
  stop: AbortSignal,
): readonly Promise<void>[] {
  const connected = (name: 'shipper' | 'desk') => ({ ...connectionOf(running, name), stop });
  return [
    runFollower(running, stop),
    keepConnected(connected('shipper'), (connection) => shipper.run(connection)),
    keepConnected(connected('desk'), (connection) => desk.run(connection)),
  ];
}

async function reload(running: Running, { client, signal }: Connected): Promise<void> {
  const { snapshot: fresh, cursor } = await readStart(client, (settings) => new Snapshot(settings, running));
  await settleAll(fresh, running.nowMs);
  if (signal.aborted) return;
  [running.snapshot, running.cursor, running.isFresh] = [fresh, cursor, true];
  noteRead(running);
}

function noteRead(running: Running): void {
  running.lastSeenMs = running.nowMs();
  running.answeredUpMs = running.upMs();
}

async function settleAll(snapshot: Snapshot, nowMs: () => number): Promise<void> {
  while (!snapshot.settle(nowMs(), sliceEnd())) await nextTurn();
}

/** Brings the index up to date between requests, then rests, so that a flood of changes can't take the process. */
async function settle(running: Running, signal: AbortSignal): Promise<void> {
  const began = performance.now();
  let worked = 0;
  for (let done = false; !done && !signal.aborted; ) {
    const sliceBegan = performance.now();
    done = running.snapshot.settle(running.nowMs(), sliceEnd());
    worked += performance.now() - sliceBegan;
    if (!done) await nextTurn();
  }
  const rest = worked * REST_PER_WORK - (performance.now() - began - worked);
  if (rest > 1) await sleep(Math.min(rest, 1_000), undefined, { signal, ref: false }).catch(() => undefined);
}

function sliceEnd(): () => boolean {
  const endMs = performance.now() + SLICE_MS;
  return () => performance.now() >= endMs;
}

function tick(running: Running, numbering: Numbering, stop: AbortSignal): void {
  const nowMs = running.nowMs();
  numbering.prepare(nowMs);
  if (nowMs < running.tickedMs - CLOCK_STEP_MS) running.snapshot.noteClockSetBack();
  running.tickedMs = nowMs;
  running.zones.readAhead(nowMs);
  running.snapshot.noteTime(nowMs);
  if (running.snapshot.settle(nowMs, sliceEnd()) || running.settling) return;
  running.settling = true;
  void settle(running, stop).finally(() => {
    running.settling = false;
  });
}

/**
 * Without PostgreSQL ads go on, of every process alike: a balancer that took them all out for it would end them. A disk
 * that takes no events is one machine's fault, which its neighbours can serve.
 */
function healthOf(running: Running, spool: Spool, shipper: Shipper): Health {
  const snapshotAgeMs = Math.max(0, running.nowMs() - running.lastSeenMs);
  const answered = running.upMs() - running.answeredUpMs < SILENT_DATABASE_MS;
  const databaseConnected = answered && running.connected.snapshot && running.connected.shipper;
  return {
    status: !spool.healthy ? 'failing' : databaseConnected ? 'ok' : 'degraded',
    checks: { disk: spool.healthy ? 'ok' : 'failing', database: databaseConnected ? 'ok' : 'away' },
    detail: {
      shard: running.config.shard,
      adSets: running.snapshot.index.adSetCount,
      widgets: running.snapshot.widgets.count,
      databaseConnected,
      snapshotAgeMs,
      spoolBacklogBytes: shipper.backlogBytes,
      spoolWritable: spool.healthy,
      pacingPlanVersion: running.pacer.planVersion,
    },
  };
}
