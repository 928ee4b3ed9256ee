// On the page: the twin of a world that the code of a reader builds and steps in its sandbox.
import { stateArrived } from 'holonom/three';
import type { SceneContext, Values } from '../../scenes/scene.js';
import type { FarRun } from '../stage-scene.js';
import { CodeError } from './code-error.js';
import { FarPast } from './far-past.js';
import { Names } from './names.js';
import { Recorder } from './recorder.js';
import { Replayer, turn } from './replayer.js';
import type { Sandbox } from './sandbox.js';
import { checkedState, Stand, type State } from './state.js';

const seconds = { build: 10, step: 5, apply: 5 } as const;
/** How long the page may follow the code at a time. Unit: ms. */
const longest = { slice: 12, step: 100 } as const;

/** How many worlds were built. */
let runs = 0;

/** What code in a sandbox does while it runs. */
export interface CodeRun extends FarRun {
  /** What the code measured after the last step. */
  measure(): Readonly<Record<string, number>>;
}

/** Builds in the sandbox, and a twin in the world on the page. @param failed hears once what goes wrong later. */
export async function buildTwin(
  sandbox: Pick<Sandbox, 'ask' | 'watch' | 'dispose' | 'ended'>,
  { world, values, meshes }: SceneContext,
  failed: (error: Error) => void,
): Promise<CodeRun> {
  const names = new Names(world, -1);
  const recorder = new Recorder(world, names);
  const replayer = new Replayer(world, names);
  const stand = new Stand(names);
  const run = ++runs;
  const ask = async (what: string, given: object, longest: number) =>
    Object(await sandbox.ask(what, { run, ...given }, longest)) as Record<string, unknown>;
  const drop = (): void => {
    // What ended has dropped everything.
    if (!sandbox.ended) ask('drop', {}, seconds.step).catch(() => {});
  };

  const built = await ask('build', { values, meshes }, seconds.build);
  try {
    for (let part = built; ; part = await ask('more', {}, seconds.build)) {
      await replayer.build(part.orders, longest.slice);
      if (part.more !== true) break;
    }
  } catch (error) {
    drop();
    throw error;
  }
  let failing = false;
  let over: Error | undefined;
  let measured: Readonly<Record<string, number>> = {};
  /** The code failed, and the world goes on without it. */
  const fail = (error: Error): void => {
    if (!failing) failed(error);
    failing = true;
  };
  /** Twins that differ, or of which one gives no answer, are of no use. */
  const end = (reason: Error): void => {
    sandbox.dispose();
    recorder.forgetTold();
    if (over) return;
    over = reason;
    failed(reason);
  };
  const show = (state: State): void => {
    recorder.tell(state);
    stand.take(state);
    stateArrived(recorder.world);
  };
  const stateIn = (said: unknown): State => checkedState(said, world);
  const past = new FarPast({
    world,
    show,
    forget() {
      recorder.take();
      stand.forget();
    },
    isChanged: () => recorder.hasOrders,
    async look(frame, substep) {
      const given = { frame, substep, wanted: recorder.takeWanted() };
      return stateIn((await ask('look', given, seconds.step)).state);
    },
    fail: end,
  });
  const given = { frame: 0, substep: 0, wanted: [] };
  const first = stateIn((await ask('look', given, seconds.step)).state);
  show(first);
  await turn();
  past.add(first, 0, true);
  sandbox.watch(end);

  return {
    world: recorder.world,
    past,
    end,
    dispose: drop,
    get ended() {
      return over;
    },
    async step(dt, landing) {
      const isChanged = recorder.hasOrders;
      const { frame } = past.moment;
      const given = { dt, frame, orders: recorder.take(), wanted: recorder.takeWanted() };
      try {
        const { orders, first, ...said } = await ask('step', given, seconds.step);
        const state = stateIn(said.state);
        landing?.();
        replayer.follow(orders, longest.step);
        show(state);
        past.add(state, Number(first), isChanged || hasItems(orders));
        measured = numbersOf(said.measured);
        if (said.failure !== undefined) fail(CodeError.of(said.failure));
        return Number(said.spent);
      } catch (error) {
        end(error as Error);
        return 0;
      }
    },
    measure: () => measured,
    ...(built.applies === true && {
      async apply(changed: Values) {
        if (sandbox.ended) return;
        try {
          const { orders } = await ask('apply', { values: changed }, seconds.apply);
          replayer.follow(orders, longest.step);
        } catch (error) {
          if (sandbox.ended) end(error as Error);
          else fail(error as Error);
        }
      },
    }),
  };
}

const hasItems = (list: unknown): boolean => Array.isArray(list) && list.length > 0;

/** The numbers among what code says it measured. */
const numbersOf = (said: unknown): Record<string, number> =>
  Object.fromEntries(
    Object.entries(Object(said) as Record<string, unknown>)
      .slice(0, 12)
      .filter((entry): entry is [string, number] => typeof entry[1] === 'number'),
  );
