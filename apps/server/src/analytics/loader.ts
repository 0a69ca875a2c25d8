import { Readable } from 'node:stream';
import type { Clock } from '@placard/domain/clock';
import type { Pool } from 'pg';
import type { FactColumns } from '../settlement/fact-columns.ts';
import type { PageViewFact } from '../settlement/page-views.ts';
import { BEGIN_ANEW, BEGIN_ANEW_TOLD } from './begin-anew.ts';
import { compareRollups, type RollupDifference } from './compare-rollups.ts';
import { closeReachDay, countReach, newestReach } from './count-reach.ts';
import { building } from './engine-caller.ts';
import {
  areRightTables,
  createIntake,
  createTables,
  intakeBlock,
  intakeSettings,
  META_TABLE,
  ownersIn,
  packFacts,
  replaceRollups,
  replaceTables,
} from './fact-tables.ts';
import { loadReach } from './load-reach.ts';
import { LoaderTurns } from './loader-turns.ts';
import type { Analytics } from './open-analytics.ts';
import { PAGE_VIEW_INSERT_COLUMNS, PAGE_VIEW_TABLE, pageViewLine } from './page-view-table.ts';
import {
  dropOldEpochs,
  enlistOwners,
  movedOwners,
  RollupBuilder,
  STEP_BOUNDS,
  type StepBounds,
  zonesNow,
} from './rollup-builder.ts';
import { RollupPlaces } from './rollup-places.ts';
import { ROLLED_UP_FROM, ROLLUP_SCOPES, type RolledUpFrom, type RollupScope } from './rollup-sets.ts';
import { ALL_DAYS, type RollupState, RollupStates } from './rollup-state.ts';
import { haveRightRollups } from './rollup-tables.ts';
import { chooseEnd, isUntouched, readCheckpoint, readFacts, readPageViews } from './settled-facts.ts';

export type LoaderDeps = { readonly pool: Pool; readonly analytics: Analytics };

/**
 * Moves fact batches from PostgreSQL into ClickHouse, in order, each once whatever dies between: the range to load
 * is written down before it is sent, and a range that is sent again carries the same token, by which ClickHouse
 * drops it. Analytics can be thrown away at any time: another generation begins from the first fact.
 */
export class FactLoader {
  readonly #deps: LoaderDeps;
  readonly #maxFacts: number;
  readonly #rolledUpFrom: RolledUpFrom;
  readonly #builder: RollupBuilder;
  /** What is known of the rollups; `null` until the tables are there. */
  #states: RollupStates | null = null;
  /** The last settlement whose viewers were counted by this process. */
  #reachedTo = 0n;
  /** When the first open day of reach is to be closed, so far as it is known; nothing is asked about it before. */
  #reachClosesAtMs = Number.NEGATIVE_INFINITY;
  /** Deaths of the engine's process that are known here. */
  #deaths = 0;
  readonly #turns = new LoaderTurns();

  /**
   * @param maxFacts sent in one insert, about
   * @param rolledUpFrom whose rollups are kept
   * @param steps in which missing rollups are built
   */
  constructor(
    deps: LoaderDeps,
    maxFacts = 100_000,
    rolledUpFrom: RolledUpFrom = ROLLED_UP_FROM,
    steps: StepBounds = STEP_BOUNDS,
  ) {
    this.#deps = deps;
    this.#rolledUpFrom = rolledUpFrom;
    this.#builder = new RollupBuilder(deps.analytics.client, steps);
    this.#maxFacts = maxFacts;
  }

  /** Loads everything that is settled; all of it anew where the engine cannot read files of its own. @returns facts loaded. */
  async load(): Promise<number> {
    if (await this.#mayRest()) return 0;
    const { damage } = this.#deps.analytics;
    if (damage.said === null) return await this.#turns.besideStep(async () => await this.#load());
    return await this.alone(async () => {
      if (damage.said !== null) {
        await this.#deps.pool.query(BEGIN_ANEW_TOLD);
        this.#know(null);
        damage.mended();
      }
      return await this.#load();
    });
  }

  /** Drops what analytics holds and loads it anew from the first fact. */
  async rebuild(): Promise<number> {
    return await this.alone(async () => {
      await this.#beginAnew();
      return await this.#load();
    });
  }

  /** Whether nothing was ever loaded, nor is anything there to be: an engine that rests is left alone. */
  async #mayRest(): Promise<boolean> {
    const { pool, analytics } = this.#deps;
    if (this.#states !== null || analytics.apart?.rests !== true) return false;
    return await isUntouched(pool);
  }

  async #beginAnew(): Promise<void> {
    await this.#deps.pool.query(BEGIN_ANEW);
    this.#know(null);
  }

  /** Removes page views from before `day` ('YYYY-MM-DD', UTC). What PostgreSQL keeps of them is tidied with the event log. */
  async forgetPageViews(day: string): Promise<void> {
    if (await this.#mayRest()) return;
    await this.#turns.besideStep(async () => {
      await createTables(this.#deps.analytics);
      await this.#deps.analytics.client.command({
        query: `alter table ${PAGE_VIEW_TABLE} delete where bucket < toDateTime({day:Date}, 'UTC')`,
        query_params: { day },
        clickhouse_settings: { mutations_sync: '1' },
      });
    });
  }

  /**
   * Builds rollups from the facts where they are missing or in a zone that their account no longer has, so many facts at a
   * time; loading goes on beside it. Reports are answered from the facts until then.
   * @param budgetMs no step begins later than this
   * @returns steps
   */
  async buildRollups(budgetMs = Number.POSITIVE_INFINITY): Promise<number> {
    const untilMs = performance.now() + budgetMs;
    let steps = 0;
    while (performance.now() < untilMs && (await this.#buildStep())) steps += 1;
    return steps;
  }

  /** Begins the rollups of accounts anew that have moved to another time zone. */
  async followZones(): Promise<void> {
    if (await this.#mayRest()) return;
    const moved = async () => {
      const states = await this.#ready();
      return { states, owners: await movedOwners(this.#deps.pool, states) };
    };
    // Asked beforehand, as a load would wait for a step with whoever is alone.
    const { owners } = await this.#turns.besideStep(moved);
    if (owners.length === 0) return;
    await this.alone(async () => {
      const now = await moved();
      await now.states.save(now.owners);
    });
  }

  /** Where rollups that hold all facts have other sums than these. */
  async compareRollups(): Promise<RollupDifference[]> {
    const states = await this.alone(async () => await this.#ready());
    return await compareRollups(this.#deps.analytics, states, async (work) => await this.alone(work));
  }

  /** Removes what is left of rollups in zones that accounts had before. */
  async tidyRollups(): Promise<void> {
    if (await this.#mayRest()) return;
    await this.alone(async () => {
      await dropOldEpochs(this.#deps.analytics.client, await this.#ready());
    });
  }

  /**
   * Closes days that are over, and counts the reach of those that are open from what is loaded.
   * @returns false where nobody was shown anything since the count before
   */
  async countReach(clock: Clock): Promise<boolean> {
    const { pool } = this.#deps;
    const isOld = (await newestReach(pool)) === this.#reachedTo && clock().getTime() < this.#reachClosesAtMs;
    if (isOld || (await this.#mayRest())) {
      await countReach(this.#deps, clock(), false);
      return false;
    }
    // While nothing is loaded: what came between the last count and the closing would be in neither.
    const close = async () => {
      await this.#ready();
      return await closeReachDay(this.#deps, clock());
    };
    let closing = await this.#turns.besideStep(close);
    while (closing.closed) closing = await this.#turns.besideStep(close);
    const newest = await newestReach(pool);
    const isNew = newest !== this.#reachedTo;
    await countReach(this.#deps, clock(), isNew);
    this.#reachedTo = newest;
    this.#reachClosesAtMs = closing.nextMs;
    return isNew;
  }

  async #buildStep(): Promise<boolean> {
    if (await this.#mayRest()) return false;
    const known = this.#states;
    if (known !== null) await building(async () => await this.#builder.plan(known));
    return await this.#turns.step(async () => await this.#builder.begin(await this.#ready()));
  }

  /** With no range half loaded: whether facts of one are in a table already is known of none. */
  async #ready(): Promise<RollupStates> {
    await this.#load();
    return this.#states ?? (await this.#prepare());
  }

  /** Runs `work` while nothing is being loaded or built. */
  async alone<Result>(work: () => Promise<Result>): Promise<Result> {
    return await this.#turns.alone(work);
  }

  async #load(): Promise<number> {
    const deaths = this.#deps.analytics.apart?.deaths ?? 0;
    // As at the start of a process: what was under way when it died is known to nobody.
    if (deaths !== this.#deaths) this.#know(null);
    this.#deaths = deaths;
    const states = this.#states ?? (await this.#prepare());
    let loaded = 0;
    for (;;) {
      const facts = await this.#loadRange(states);
      if (facts === null) return loaded;
      loaded += facts;
    }
  }

  /**
   * Makes tables and checkpoint of one generation; a ClickHouse that is new, holds another one, or has the tables of
   * another release starts from nothing.
   */
  async #prepare(): Promise<RollupStates> {
    const { pool, analytics } = this.#deps;
    await createTables(analytics);
    const result = await analytics.client.query({
      query: `select max(generation) as generation from ${META_TABLE}`,
      format: 'JSONEachRow',
    });
    const [row] = await result.json<{ generation: number | string }>();
    const held = (await areRightTables(analytics)) ? Number(row?.generation ?? 0) : 0;
    let { generation, settledTo, loadingTo } = await readCheckpoint(pool);
    if (held !== generation) {
      if (settledTo > 0n || loadingTo !== null) {
        const reset = await pool.query<{ generation: number }>(
          `update analytics_checkpoint set settlement_id = 0, loading_to = null, generation = generation + 1
           returning generation`,
        );
        generation = reset.rows[0]?.generation ?? generation;
        settledTo = 0n;
        loadingTo = null;
      }
      await replaceTables(analytics);
      await analytics.client.insert({ table: META_TABLE, values: [{ generation }], format: 'JSONEachRow' });
    } else if (!(await haveRightRollups(analytics.client))) {
      await replaceRollups(analytics);
    }
    await packFacts(analytics);
    await createIntake(analytics);
    const states = await RollupStates.load(analytics.client, this.#rolledUpFrom);
    await enlistOwners(analytics, pool, states);
    this.#know(states);
    return states;
  }

  #know(states: RollupStates | null): void {
    this.#states = states;
    const { analytics } = this.#deps;
    if (analytics.embedded) analytics.rollups = states;
  }

  /** One range of settlements. @returns `null` when there is none. */
  async #loadRange(states: RollupStates): Promise<number | null> {
    const { pool } = this.#deps;
    const { settledTo, loadingTo, generation } = await readCheckpoint(pool);
    const to = loadingTo ?? (await chooseEnd(pool, settledTo, this.#maxFacts));
    if (to === null) return null;
    const facts = await readFacts(pool, settledTo, to);
    const pageViews = await readPageViews(pool, settledTo, to);
    const range = `${generation}-${settledTo}-${to}`;
    await this.#greet(states, facts);
    await this.#insert(facts, new RollupPlaces(states), `facts-${range}`);
    await this.#insertPageViews(pageViews, `pages-${range}`);
    await loadReach(this.#deps, settledTo, to, range);
    const { rowCount } = await pool.query(
      `update analytics_checkpoint set settlement_id = $2, loading_to = null
        where settlement_id = $1 and loading_to = $2 and generation = $3`,
      [settledTo, to, generation],
    );
    if (rowCount !== 1) throw new Error('the analytics checkpoint was moved by somebody else');
    return facts.rows + pageViews.length;
  }

  /** Owners without facts so far: rollups of those who are worth it hold everything from the beginning. Others' are built once they are. */
  async #greet(states: RollupStates, facts: FactColumns): Promise<void> {
    const unknown = new Map<string, Pick<RollupState, 'scope' | 'owner'>>();
    for (const scope of ROLLUP_SCOPES) {
      for (const [owner, count] of factsOfOwners(scope, facts)) {
        if (owner === 0 && scope !== 'network') continue;
        states.count(scope, owner, count);
        if (states.of(scope, owner) === undefined) unknown.set(`${scope}:${owner}`, { scope, owner });
      }
    }
    if (unknown.size === 0) return;
    const zones = await zonesNow(
      this.#deps.pool,
      [...unknown.values()].map(({ owner }) => owner),
    );
    await states.save(
      [...unknown.values()].map((of) => ({
        ...of,
        epoch: 1,
        timeZone: zones.get(of.owner) ?? 'UTC',
        builtTo: states.areWorthwhile(of.scope, of.owner) ? ALL_DAYS : 0,
      })),
    );
  }

  /** Fact tables and rollups in one insert: whichever of them has the token's rows already drops them. */
  async #insert(facts: FactColumns, places: RollupPlaces, token: string): Promise<void> {
    if (facts.rows === 0) return;
    await this.#deps.analytics.insertBlock({
      ...intakeBlock(facts, (scope, owner, quarter) => places.of(scope, owner, quarter)),
      settings: { ...intakeSettings(facts.rows), insert_deduplication_token: token },
    });
  }

  async #insertPageViews(pageViews: readonly PageViewFact[], token: string): Promise<void> {
    if (pageViews.length === 0) return;
    const lines = pageViews.map(pageViewLine).join('');
    await this.#deps.analytics.client.insert({
      table: PAGE_VIEW_TABLE,
      columns: [...PAGE_VIEW_INSERT_COLUMNS],
      format: 'TabSeparated',
      values: Readable.from([Buffer.from(lines)], { objectMode: false }),
      clickhouse_settings: { insert_deduplication_token: token },
    });
  }
}

function factsOfOwners(scope: RollupScope, facts: FactColumns): (readonly [number, number])[] {
  const owners = ownersIn(scope, facts);
  if (owners === null) return facts.rows === 0 ? [] : [[0, facts.rows]];
  const counts = new Map<number, { facts: number }>();
  for (let row = 0; row < owners.length; row += 1) {
    const owner = owners[row] ?? 0;
    const count = counts.get(owner);
    if (count === undefined) counts.set(owner, { facts: 1 });
    else count.facts += 1;
  }
  return [...counts].map(([owner, count]) => [owner, count.facts] as const);
}
