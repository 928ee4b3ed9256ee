import { useFrame } from '@react-three/fiber';
import { FixedStepClock, type LoadOptions, loadHolonom, type WorldSettings } from 'holonom';
import { checked } from 'holonom/internal';
import { type ReactNode, useEffect, useRef, useState } from 'react';
import { assignChanges } from './described.js';
import { Simulation, SimulationContext } from './simulation.js';

/** Settings of a world and of its stepping. */
export interface PhysicsProps extends WorldSettings {
  /** Components of the world. */
  readonly children?: ReactNode;
  /** Whether the world is paused. */
  readonly paused?: boolean;
  /** Length of a step. Fixed at creation of the world. Default: 1/60. Unit: s. */
  readonly timeStep?: number;
  /** Options of `loadHolonom`, for pages that serve the module elsewhere. */
  readonly load?: LoadOptions;
}

/**
 * A world for its child components, which are rendered once the module is loaded. It steps at a constant rate for any
 * frame rate, and is disposed of with the component. Errors go to the error boundary around it.
 * @example
 * <Physics gravity={[0, -1.62, 0]} timeStep={1 / 120}>
 *   <RigidBody position={[0, 3, 0]} />
 * </Physics>
 */
export function Physics({ children, paused = false, timeStep, load, ...settings }: PhysicsProps) {
  checked('paused', paused, 'boolean', (it) => typeof it === 'boolean');
  const [simulation, setSimulation] = useState<Simulation>();
  const [failure, setFailure] = useState<unknown>();
  const [clock] = useState(() => new FixedStepClock(timeStep));
  const latest = useRef(settings);
  const source = useRef(load);

  useEffect(() => {
    let gone = false;
    let made: Simulation | undefined;
    loadHolonom(source.current)
      .then((holonom) => {
        if (gone) return;
        made = new Simulation(holonom.createWorld(latest.current));
        setSimulation(made);
      })
      .catch(setFailure);
    return () => {
      gone = true;
      made?.world.dispose();
      setSimulation(undefined);
    };
  }, []);

  useEffect(() => {
    if (simulation && !simulation.world.disposed)
      assignChanges(simulation.world, 'world', { ...latest.current }, { ...settings });
    latest.current = settings;
  });

  useFrame((_, elapsed) => {
    if (!simulation) return;
    if (!paused) for (let due = clock.advance(elapsed); due > 0; due--) simulation.step(clock.dt);
    for (const one of simulation.moving) one.draw(clock.share);
  }, -1);

  if (failure !== undefined) throw failure;
  return simulation && <SimulationContext value={simulation}>{children}</SimulationContext>;
}
